import type { Finding } from '../../../src/import/finding.ts';
import { parseGroovy } from '../../../src/import/groovy/parse-groovy.ts';
import type { Call, Expression, Statement } from '../../../src/import/groovy/syntax.ts';
import { emptyFlow } from '../../../src/import/mapping/empty-flow.ts';
import { initialScope } from '../../../src/import/mapping/known-names.ts';
import { mapEnvironment } from '../../../src/import/mapping/map-environment.ts';
import { mapParameters } from '../../../src/import/mapping/map-parameters.ts';
import type { Mapping } from '../../../src/import/mapping/mapping.ts';
import type { Scope } from '../../../src/import/mapping/scope.ts';
import type { EnvironmentVariable } from '../../../src/import/pipeline/pipeline.ts';

/** A mapping that records its findings, for a source. */
export function mappingOf(source: string): Mapping & { readonly findings: Finding[] } {
  const findings: Finding[] = [];
  return {
    source,
    findings,
    flow: emptyFlow({ id: 'flow', namespace: 'examples', description: 'A job.' }),
    rules: {},
    report: (finding) => void findings.push(finding),
    taskId: (...words) => words.join('-'),
    // As in a class, where a method without its object fails.
    commentsAbove({ start }) {
      return this.source.slice(0, start).endsWith('// above\n') ? ['above'] : [];
    },
    steps: () => [],
    byHand: () => {
      throw new Error('no step is mapped here');
    },
  };
}

function statementsOf(source: string): readonly Statement[] {
  const { statements, problems } = parseGroovy(source);
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join('; '));
  return statements;
}

/** The expression that a line of Groovy is. */
export function expressionOf(source: string): Expression {
  const [only] = statementsOf(`x = ${source}`);
  if (only?.kind !== 'assignment') throw new Error(`${source} is no expression`);
  return only.value;
}

/** The calls that lines of Groovy are. */
export function callsOf(source: string): readonly Call[] {
  return statementsOf(source).map((statement) => {
    if (statement.kind !== 'expression' || statement.expression.kind !== 'call') throw new Error('not a call');
    return statement.expression;
  });
}

/** The assignments in a block `environment`. */
export function variablesOf(source: string): readonly EnvironmentVariable[] {
  return statementsOf(source).map((statement) => {
    if (statement.kind !== 'assignment' || statement.target.kind !== 'name') throw new Error('not a variable');
    const { start, end, target, value } = statement;
    return { start, end, name: target.name, value };
  });
}

const parameters = `
string(name: 'VERSION', defaultValue: '1.0')
string(name: 'branch')
string(name: 'skipTests')
booleanParam(name: 'DEPLOY')
choice(name: 'TO', choices: ['test', 'prod'])
choice(name: 'MODE', choices: ['a b', 'c'])
password(name: 'TOKEN')`;

const environment = `
IMAGE = 'registry.example/app'
FLAGS = '-x -y'
QUOTE = "it's"
TAG = "v\${params.VERSION}"
BUILD = "b\${env.BUILD_NUMBER}"`;

/** A scope that knows some parameters and variables, and the mapping that it belongs to. */
export function exampleScope(): Scope {
  const mapping = mappingOf('');
  return mapEnvironment(
    variablesOf(environment),
    mapParameters(callsOf(parameters), initialScope(mapping), mapping),
    mapping,
    'flow',
  );
}
