import { parseGroovy } from '../../../src/import/groovy/parse-groovy.ts';
import type { Call, Expression, Statement } from '../../../src/import/groovy/syntax.ts';
import { JobMapping, type Scope } from '../../../src/import/mapping/context/job-mapping.ts';
import { mapEnvironment } from '../../../src/import/mapping/directives/environment.ts';
import { initialScope } from '../../../src/import/mapping/directives/names-of-flow.ts';
import { mapParameters } from '../../../src/import/mapping/directives/parameters.ts';
import type { EnvironmentVariable } from '../../../src/import/pipeline/pipeline.ts';
import { readPipeline } from '../../../src/import/pipeline/read-pipeline.ts';
import type { TaskRegistry } from '../../../src/language/task-types/task-registry.ts';

/** An installation without task types, of which a mapping reads only these. */
const noTypes = { types: [] } as unknown as TaskRegistry;

/** A mapping of a job with a source. @param statements how statements inside of others are mapped, if they may be */
export function mappingOf(
  source: string,
  { statements, ...options }: Partial<JobMapping['options'] & Pick<JobMapping, 'statements'>> = {},
): JobMapping {
  return new JobMapping(
    readPipeline(source),
    { id: 'flow', namespace: 'examples', name: 'Jenkinsfile', rules: {}, taskTypes: noTypes, ...options },
    {
      statements:
        statements ??
        (() => {
          throw new Error('no statement is mapped here');
        }),
    },
  );
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

/** A scope that knows some parameters and variables. @param job what the scope belongs to, which has no findings of these */
export function exampleScope(job = mappingOf('')): Scope {
  const outer = mapParameters(callsOf(parameters), initialScope(mappingOf('')));
  return { ...mapEnvironment(variablesOf(environment), outer, 'flow'), job };
}
