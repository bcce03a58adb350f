import { plainTypes } from '../../language/input-types/input-types.ts';
import { ImportBudget } from './import-budget.ts';
import type { Mapping } from './mapping.ts';
import type { KnownValue, Scope } from './scope.ts';

/**
 * What every pipeline knows before its first directive: the variables that Jenkins sets. A flow whose source names
 * BRANCH_NAME gets an input for it.
 */
export function initialScope(mapping: Mapping, budget = new ImportBudget()): Scope {
  const env = new Map(jenkinsVariables);
  if (/\bBRANCH_NAME\b/.test(mapping.source)) env.set(branchName, branchValue(mapping));
  return {
    budget,
    list: 'tasks',
    depth: 0,
    params: new Map(),
    env,
    locals: new Map(),
    taskEnv: new Map(),
    prelude: [],
  };
}

/** The variable of Multibranch jobs, and the input that a flow has in its place. */
export const branchName = 'BRANCH_NAME';

/** The branch, which a Multibranch job knows and a flow does not: adds an input, unless there is one. */
export function branchValue({ flow }: Mapping): KnownValue {
  if (!flow.inputs.has(branchName))
    flow.inputs.set(branchName, {
      properties: { type: plainTypes.string, required: false, description: 'The branch that is built.' },
      comments: [],
    });
  return {
    text: `{{ inputs.${branchName} }}`,
    operand: `inputs.${branchName}`,
    form: 'text',
    differs: `a flow belongs to no branch: callers and triggers set the input ${branchName}`,
  };
}

const onJenkins = [
  'BUILD_DISPLAY_NAME',
  'BUILD_ID',
  'BUILD_TAG',
  'BUILD_URL',
  'EXECUTOR_NUMBER',
  'HUDSON_URL',
  'JENKINS_HOME',
  'JENKINS_URL',
  'JOB_BASE_NAME',
  'JOB_NAME',
  'JOB_URL',
  'NODE_LABELS',
  'NODE_NAME',
  'RUN_DISPLAY_URL',
];

/** What the checkout of the job's own source or a Multibranch job sets. */
const ofSource = [
  'CHANGE_AUTHOR',
  'CHANGE_BRANCH',
  'CHANGE_FORK',
  'CHANGE_ID',
  'CHANGE_TARGET',
  'CHANGE_TITLE',
  'CHANGE_URL',
  'GIT_BRANCH',
  'GIT_COMMIT',
  'GIT_LOCAL_BRANCH',
  'GIT_PREVIOUS_COMMIT',
  'GIT_PREVIOUS_SUCCESSFUL_COMMIT',
  'GIT_URL',
  'SVN_REVISION',
  'TAG_NAME',
];

/** The same on the agent, whether Jenkins or Flowgate starts the script. */
const ofAgent = ['HOME', 'LANG', 'PATH', 'PWD', 'SHELL', 'TMPDIR', 'USER', 'WORKSPACE'];

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
