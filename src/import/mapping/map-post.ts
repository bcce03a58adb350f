import type { PostCondition } from '../pipeline/pipeline.ts';
import { tasksInside, underCondition } from './arrange-tasks.ts';
import { hasFailed } from './condition-result.ts';
import type { DraftTask } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Scope } from './scope.ts';

interface MappedPost {
  /** What runs behind the tasks of the stage after its success. */
  readonly tasks: readonly DraftTask[];
  /** What is by hand. */
  readonly disabled: readonly DraftTask[];
}

/** What a condition of `post` becomes; conditions that compare builds have no counterpart. */
type Place = 'behind' | 'errors' | 'finally';

const places: Readonly<Record<string, Place>> = {
  success: 'behind',
  failure: 'errors',
  unsuccessful: 'errors',
  always: 'finally',
  cleanup: 'finally',
};

/** The order in which Jenkins runs the conditions. */
const order = [
  'always',
  'changed',
  'fixed',
  'regression',
  'aborted',
  'unsuccessful',
  'failure',
  'success',
  'unstable',
  'cleanup',
];

/** `post` of a stage: the flow has one list for errors and one for the end, so these run later than in Jenkins. */
export function mapStagePost(
  post: readonly PostCondition[],
  scope: Scope,
  mapping: PipelineMapping,
  tasks: readonly DraftTask[],
): MappedPost {
  return mapPost(post, scope, mapping, {
    isTolerant: tasks.some(isTolerant),
    errors: 'it runs in the errors of the flow, after a failure of this stage',
    finally: 'it runs at the end of the execution, even if the stage did not run',
  });
}

/** `post` of the pipeline. */
export function mapPipelinePost(
  post: readonly PostCondition[],
  scope: Scope,
  mapping: PipelineMapping,
  tasks: readonly DraftTask[],
): MappedPost {
  return mapPost(post, scope, mapping, { isTolerant: tasks.some(isTolerant) });
}

/** Whether a task can fail without a failure of the flow. */
const isTolerant = (task: DraftTask): boolean =>
  task.common.allow_failure === true || tasksInside(task).some(isTolerant);

function mapPost(
  post: readonly PostCondition[],
  scope: Scope,
  mapping: PipelineMapping,
  later: { readonly isTolerant: boolean; readonly errors?: string; readonly finally?: string },
): MappedPost {
  const tasks: DraftTask[] = [];
  const disabled: DraftTask[] = [];
  const isOfStage = later.finally !== undefined;
  const hasAlways = post.some(({ condition, steps }) => condition === 'always' && steps.length > 0);
  const sorted = post.toSorted((a, b) => order.indexOf(a.condition) - order.indexOf(b.condition));
  for (const { condition, steps, start, end } of sorted) {
    const place = Object.hasOwn(places, condition) ? places[condition] : undefined;
    const construct = `post ${condition}`;
    if (place === undefined || (isOfStage && scope.list !== 'tasks')) {
      disabled.push(
        mapping.byHand({ start, end }, construct, whyByHand[condition] ?? 'flows have no condition like this', steps),
      );
      continue;
    }
    const inside: Scope = {
      ...(place === 'behind' ? scope : outsideOfLoops(scope)),
      list: place === 'behind' ? 'tasks' : place,
    };
    const mapped = mapping.statements(steps, inside).tasks;
    const differs: string[] = [];
    if (place === 'errors' && later.errors !== undefined) differs.push(later.errors);
    if (place === 'finally' && later.finally !== undefined) differs.push(later.finally);
    if (place !== 'finally' && !isOfStage && hasAlways) differs.push('it runs before "always", not after it');
    if (later.isTolerant && place === 'behind') differs.push('it runs after a tolerated failure, too');
    if (later.isTolerant && place === 'errors') differs.push('it does not run after a tolerated failure');
    if (place === 'finally' && mapped.some(canFail)) differs.push('a failure of its steps does not fail the flow');
    if (condition === 'unsuccessful') differs.push('it does not run after an abort');
    mapping.report({
      start,
      end,
      construct,
      outcome: differs.length === 0 ? 'mapped' : 'approximated',
      ...(differs.length === 0 ? {} : { message: differs.join('; ') }),
    });
    if (place === 'behind') tasks.push(...mapped);
    else {
      const failed = isOfStage && place === 'errors' ? hasFailed(scope.outerId ?? '') : undefined;
      for (const task of mapped) mapping.addTask(place, failed === undefined ? task : underCondition(task, failed));
    }
  }
  return { tasks, disabled };
}

const whyByHand: Readonly<Record<string, string>> = {
  aborted: 'flows have no tasks that run only after an abort',
  unstable: 'an execution with a tolerated failure runs no further tasks for it',
  changed: 'flows do not compare an execution with the previous one',
  fixed: 'flows do not compare an execution with the previous one',
  regression: 'flows do not compare an execution with the previous one',
};

/** Whether a failure of a task would make a build of Jenkins fail; what only keeps files or prints does not. */
export function canFail(task: DraftTask): boolean {
  const { shape, common } = task;
  if (common.disabled === true || shape.kind === 'message') return false;
  if (shape.kind === 'shell' || shape.kind === 'container') return shape.commands?.every((one) => one === ':') !== true;
  const inside = tasksInside(task);
  return inside.length === 0 || inside.some(canFail);
}

/** The scope of the lists of the flow, where the items of loops have no values. */
function outsideOfLoops(scope: Scope): Scope {
  const unknown: KnownValue = { form: 'text', unknown: 'it has a value only inside the matrix' };
  const known = (values: ReadonlyMap<string, KnownValue>) =>
    new Map([...values].map(([name, value]) => [name, isItem(value.text) ? unknown : value]));
  return {
    ...scope,
    depth: 0,
    env: known(scope.env),
    locals: known(scope.locals),
    taskEnv: new Map([...scope.taskEnv].filter(([, text]) => !isItem(text))),
  };
}

const isItem = (text: string | undefined) => text?.includes('{{ items.') === true;
