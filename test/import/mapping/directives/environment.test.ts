import { expect, test } from 'vitest';
import { mapEnvironment } from '../../../../src/import/mapping/directives/environment.ts';
import { initialScope } from '../../../../src/import/mapping/directives/names-of-flow.ts';
import { mapParameters } from '../../../../src/import/mapping/directives/parameters.ts';
import { shellOf } from '../../../../src/import/mapping/scripts/shell-of.ts';
import { textOf } from '../../../../src/import/mapping/values/texts.ts';
import { callsOf, expressionOf, mappingOf, variablesOf } from '../mapping-setup.ts';

function mapped(source: string, place: 'flow' | 'stage' = 'flow') {
  const mapping = mappingOf(source);
  const outer = mapParameters(callsOf("string(name: 'VERSION')"), initialScope(mapping));
  const scope = mapEnvironment(variablesOf(source), outer, place);
  const finding = mapping.findings.all.findLast(({ construct }) => construct === 'environment variable');
  return {
    scope,
    variables: Object.fromEntries([...mapping.flow.variables].map(([name, { value }]) => [name, value])),
    inputs: Object.fromEntries([...mapping.flow.inputs].map(([id, { properties }]) => [id, properties])),
    outcome: [finding?.outcome, finding?.message],
  };
}

test('of a pipeline becomes variables of the flow', () => {
  const { variables, outcome } = mapped(`A = 'x'\nB = "\${A}-\${params.VERSION}"\nC = '$A/$VERSION'\nD = ''`);
  expect(variables).toEqual({
    A: 'x',
    B: '{{ variables.A }}-{{ inputs.VERSION }}',
    C: '$A/$VERSION',
    D: '',
  });
  expect(outcome).toEqual(['mapped', undefined]);
});

test('of a stage becomes variables of its scripts', () => {
  const { scope, variables } = mapped(`A = 'x'\nB = "\${A}-\${params.VERSION}"`, 'stage');
  expect(variables).toEqual({});
  expect(Object.fromEntries(scope.taskEnv)).toEqual({ A: 'x', B: 'x-{{ inputs.VERSION }}' });
  expect(textOf(expressionOf('"v ${B}"'), scope)).toEqual({ text: 'v x-{{ inputs.VERSION }}', differs: [] });
  expect(shellOf(expressionOf('"v ${A} \\"${env.B}\\""'), scope)).toMatchObject({ text: 'v "${A}" "${B}"' });
});

test.each([
  ['PATH = "/opt/bin:${env.PATH}"', 'export PATH="/opt/bin:${PATH}"'],
  ['A = "b-${BUILD_NUMBER}"', 'export A="b-${BUILD_NUMBER}"'],
])('%s is set in each script', (groovy, line) => {
  const { scope, variables } = mapped(groovy);
  expect(scope.prelude).toEqual([line]);
  expect(variables).toEqual({});
});

test('a credential becomes a secret input', () => {
  const { inputs, outcome } = mapped("TOKEN = credentials('deploy')");
  expect(inputs).toMatchObject({ TOKEN: { type: 'SECRET', defaults: 'credential:deploy' } });
  expect(outcome).toEqual([
    'approximated',
    'the credential deploy must be secret text; of a user name and password, Jenkins also sets TOKEN_USR and TOKEN_PSW',
  ]);
});

test('a variable with the value of its parameter needs nothing', () => {
  const { variables, outcome } = mapped('VERSION = "${params.VERSION}"');
  expect(variables).toEqual({});
  expect(outcome).toEqual(['mapped', undefined]);
});

test.each([
  ['VERSION = "x${params.VERSION}"', 'the flow has a variable of that name: VERSION'],
  ["A = sh(script: 'x', returnStdout: true)", 'it calls sh()'],
  ['A = credentials(f())', 'the id of the credential is not constant'],
])('%s is by hand: %s', (groovy, why) => {
  const { scope, outcome } = mapped(groovy);
  expect(outcome).toEqual(['by hand', why]);
  expect('byHand' in textOf(expressionOf('"${env.A}"'), scope)).toBe(true);
});
