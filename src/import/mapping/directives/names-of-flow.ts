import { inputVariable, inputVariables } from '../../../language/expressions/reference.ts';
import { environmentNameSyntax } from '../../../language/expressions/reserved-names.ts';
import { plainTypes } from '../../../language/input-types/input-types.ts';
import type { Expression, Statement } from '../../groovy/syntax.ts';
import { allStatements, directExpressions, expressionsIn } from '../../groovy/walk.ts';
import type { JobMapping, Scope } from '../context/job-mapping.ts';
import { referenceTo, type KnownValue } from '../context/names.ts';
import type { FlowDraft } from '../drafts/draft-flow.ts';

/**
 * What every pipeline knows before its first directive: the variables that Jenkins sets. A flow whose source names
 * BRANCH_NAME gets an input for it.
 */
export function initialScope(job: JobMapping): Scope {
  const env = new Map(jenkinsVariables);
  if (/\bBRANCH_NAME\b/.test(job.source)) env.set(branchName, branchValue(job));
  return {
    job,
    params: new Map(),
    env,
    locals: new Map(),
    bound: new Set(),
    taskEnv: new Map(),
    list: 'tasks',
    depth: 0,
    isConditional: false,
    isSkippable: false,
    isParallel: false,
    isTail: true,
    isLast: false,
    endsClosure: true,
    failFast: false,
    outerId: undefined,
    stageId: undefined,
    prelude: [],
    folder: undefined,
    container: undefined,
    workerGroup: undefined,
    workspace: undefined,
    noAgent: undefined,
    waitsFor: undefined,
    reasons: [],
  };
}

/** The variable of Multibranch jobs, and the input that a flow has in its place. */
export const branchName = 'BRANCH_NAME';

/** The branch, which a Multibranch job knows and a flow does not: adds an input, unless there is one. */
export function branchValue({ flow }: JobMapping): KnownValue {
  if (!flow.inputs.has(branchName))
    flow.inputs.set(branchName, {
      properties: { type: plainTypes.string, required: false, description: 'The branch that is built.' },
      comments: [],
    });
  const differs = `a flow belongs to no branch: callers and triggers set the input ${branchName}`;
  return referenceTo(`inputs.${branchName}`, 'text', differs);
}

const words = (names: string): readonly string[] => names.split(/\s+/);

const onJenkins = words(
  `BUILD_DISPLAY_NAME BUILD_ID BUILD_TAG BUILD_URL EXECUTOR_NUMBER HUDSON_URL JENKINS_HOME JENKINS_URL JOB_BASE_NAME JOB_NAME
  JOB_URL NODE_LABELS NODE_NAME RUN_DISPLAY_URL`,
);

/** What the checkout of the job's own source or a Multibranch job sets. */
const ofSource = words(
  `CHANGE_AUTHOR CHANGE_BRANCH CHANGE_FORK CHANGE_ID CHANGE_TARGET CHANGE_TITLE CHANGE_URL GIT_BRANCH GIT_COMMIT
  GIT_LOCAL_BRANCH GIT_PREVIOUS_COMMIT GIT_PREVIOUS_SUCCESSFUL_COMMIT GIT_URL SVN_REVISION TAG_NAME`,
);

/** The same on the agent, whether Jenkins or Flowgate starts the script. */
const ofAgent = words('HOME LANG PATH PWD SHELL TMPDIR USER WORKSPACE');

const jenkinsVariables: ReadonlyMap<string, KnownValue> = new Map([
  ...ofAgent.map((name) => variable(name)),
  variable('BUILD_NUMBER', 'BUILD_NUMBER counts the builds of the flow, and is set only on Jenkins', 'number'),
  variable('STAGE_NAME', 'STAGE_NAME is the name of the task, and is set only on Jenkins'),
  ...onJenkins.map((name) => variable(name, `${name} belongs to the build of the flow, and is set only on Jenkins`)),
  ...ofSource.map((name) => variable(name, `${name} is not set: a flow has no branch and no source of its own`)),
]);

function variable(name: string, differs?: string, form: KnownValue['form'] = 'word'): [string, KnownValue] {
  const unknown = `only a script in the build can read ${name}`;
  return [name, { shell: `\${${name}}`, form, unknown, ...(differs !== undefined && { differs }) }];
}

/** The input or variable whose value has this name in the environment, ignoring case. */
export function ownerOfName(name: string, { inputs, variables }: FlowDraft): string | undefined {
  const upper = name.toUpperCase();
  return (
    [...inputs.keys()].find((id) => inputVariables(id).some((other) => other.toUpperCase() === upper)) ??
    [...variables.keys()].find((other) => other.toUpperCase() === upper)
  );
}

/**
 * Keeps the name of an input that programs know, with a variable of the flow if it differs from that of the input in
 * more than case. Returns what differs.
 */
export function keepNameForPrograms(id: string, flow: FlowDraft): readonly string[] {
  const name = inputVariable(id);
  if (inputVariables(id).includes(id)) return [];
  if (environmentNameSyntax.test(id) && ownerOfName(id, flow) === undefined) {
    flow.variables.set(id, { value: `{{ inputs.${id} }}`, comments: [] });
    return [];
  }
  return [`programs find it in the variable ${name}`];
}

/**
 * Knows the variables and parameters that Groovy reads although nothing in the job sets them: they come from the agent, a
 * folder, the job's page or whoever starts the build. A flow gets an input for each; without a value, scripts still find a variable of the agent.
 */
export function withUndeclared(statements: readonly Statement[], scope: Scope): Scope {
  const all = allStatements(statements);
  const declared = new Set(all.flatMap((statement) => (statement.kind === 'declaration' ? statement.names : [])));
  const expressions = all.flatMap(directExpressions).flatMap(expressionsIn);
  const parameters = new Set(expressions.flatMap(parameterOf));
  const read = new Set([...parameters, ...expressions.flatMap(variableOf)]);
  const env = new Map(scope.env);
  const params = new Map(scope.params);
  for (const name of read) {
    const isSet =
      env.has(name) ||
      declared.has(name) ||
      scope.job.facts.assignmentsOf(name) > 0 ||
      scope.job.facts.assignmentsOf(`env.${name}`) > 0 ||
      new RegExp(`['"]${name}['"=+]`).test(scope.job.source);
    if (isSet) continue;
    scope.job.flow.inputs.set(name, {
      properties: { type: plainTypes.string, required: false, description: `Nothing in the job sets ${name}.` },
      comments: [],
    });
    const isParameter = parameters.has(name);
    const differs = isParameter
      ? `nothing declares the parameter ${name}: give its input the type that the job has`
      : `nothing in the job sets ${name}, so callers must set the input`;
    const known = referenceTo(`inputs.${name}`, 'text', differs);
    env.set(name, known);
    if (isParameter) params.set(name, known);
  }
  return { ...scope, env, params };
}

/** `params.X`. */
function parameterOf(expression: Expression): readonly string[] {
  const isParameter =
    expression.kind === 'property' && expression.of.kind === 'name' && expression.of.name === 'params';
  return isParameter && /^[A-Za-z]\w*$/.test(expression.name) ? [expression.name] : [];
}

/** `env.X`, and `X` if it can only be a variable of the environment. */
function variableOf(expression: Expression): readonly string[] {
  const name =
    expression.kind === 'property' && expression.of.kind === 'name' && expression.of.name === 'env'
      ? expression.name
      : expression.kind === 'name'
        ? expression.name
        : '';
  return /^[A-Z][A-Z0-9_]*$/.test(name) ? [name] : [];
}
