import { expect, test } from 'vitest';
import { initialScope } from '../../../../src/import/mapping/directives/names-of-flow.ts';
import { mapParameters } from '../../../../src/import/mapping/directives/parameters.ts';
import { callsOf, mappingOf } from '../mapping-setup.ts';

function mapped(source: string, prepare?: (mapping: ReturnType<typeof mappingOf>) => void) {
  const mapping = mappingOf(source);
  prepare?.(mapping);
  const scope = mapParameters(callsOf(source), initialScope(mapping));
  const [finding] = mapping.findings.all.slice(-1);
  return {
    scope,
    inputs: Object.fromEntries([...mapping.flow.inputs].map(([id, { properties }]) => [id, properties])),
    variables: Object.fromEntries([...mapping.flow.variables].map(([name, { value }]) => [name, value])),
    outcome: [finding?.outcome, finding?.message],
  };
}

test.each([
  ["string(name: 'A', defaultValue: 'x', description: 'An a')", { type: 'STRING', description: 'An a', defaults: 'x' }],
  ["string(name: 'A')", { type: 'STRING', defaults: '' }],
  ["string name: 'A', defaultValue: 5", { type: 'STRING', defaults: '5' }],
  ["text(name: 'A', defaultValue: 'x\\ny')", { type: 'STRING', defaults: 'x\ny' }],
  ["booleanParam(name: 'A', defaultValue: true)", { type: 'BOOLEAN', defaults: true }],
  ["booleanParam(name: 'A')", { type: 'BOOLEAN', defaults: false }],
  ["choice(name: 'A', choices: ['b', 'a', 'b'])", { type: 'ENUM', values: ['b', 'a'], defaults: 'b' }],
  ["choice(name: 'A', choices: 'b\\na\\n\\n')", { type: 'ENUM', values: ['b', 'a'], defaults: 'b' }],
])('%s is mapped', (groovy, properties) => {
  const { inputs, outcome } = mapped(groovy);
  expect(inputs).toEqual({ A: properties });
  expect(outcome).toEqual(['mapped', undefined]);
});

test.each([
  ["string(name: 'A', trim: true)", { type: 'STRING', defaults: '' }, 'spaces around the value are kept'],
  [
    'string(name: "A", defaultValue: f())',
    { type: 'STRING' },
    'its default is computed by Groovy, so each run must give a value',
  ],
  [
    "password(name: 'A', defaultValue: 'secret')",
    { type: 'SECRET', required: false },
    'its default is not copied into the flow; without a value, the variable is not set, but Jenkins has an empty one',
  ],
  [
    "credentials(name: 'A', defaultValue: 'deploy-key')",
    { type: 'SECRET', defaults: 'credential:deploy-key' },
    'its value is the secret itself, but Jenkins has the id of a credential',
  ],
  [
    "file(name: 'A')",
    { type: 'FILE', required: false },
    'the variable has the path of the file, but Jenkins writes the file to the name of the parameter',
  ],
])('%s is approximated', (groovy, properties, message) => {
  const { inputs, outcome } = mapped(groovy);
  expect(inputs).toEqual({ A: properties });
  expect(outcome).toEqual(['approximated', message]);
});

test.each([
  ["gitParameter(name: 'A')", 'flows have no input like the parameter gitParameter'],
  ['string(name: f())', 'its name is not constant'],
  ["string(name: 'a b')", 'a b is not a valid id of an input'],
  ["choice(name: 'A', choices: f())", 'its choices are computed by Groovy'],
])('%s is by hand: %s', (groovy, why) => {
  const { inputs, outcome } = mapped(groovy);
  expect(inputs).toEqual({});
  expect(outcome).toEqual(['by hand', why]);
});

test('keeps the name that programs know', () => {
  expect(mapped("string(name: 'skipTests')").variables).toEqual({ skipTests: '{{ inputs.skipTests }}' });
  expect(mapped("string(name: 'PATH')").variables).toEqual({ PATH: '{{ inputs.PATH }}' });
  const version = mapped("string(name: 'version')");
  expect(version.variables).toEqual({});
  expect(version.outcome).toEqual(['approximated', 'programs find it in the variable VERSION']);
});

test('rejects a second name for a variable, but takes the place of the branch', () => {
  expect(mapped("string(name: 'VERSION')\nstring(name: 'version')").outcome).toEqual([
    'by hand',
    'its variable would be that of VERSION',
  ]);
  const { inputs, scope } = mapped("string(name: 'BRANCH_NAME', defaultValue: 'main')");
  expect(inputs).toEqual({ BRANCH_NAME: { type: 'STRING', defaults: 'main' } });
  expect(scope.env.get('BRANCH_NAME')?.differs).toBeUndefined();
});
