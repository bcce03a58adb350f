import type { Span } from '../groovy/syntax.ts';
import type { PostCondition } from '../pipeline/pipeline.ts';
import { sequenceOf, tasksInside, underCondition } from './arrange-tasks.ts';
import { isDecisive } from './can-stop.ts';
import { hasFailed } from './condition-result.ts';
import type { DraftTask } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import type { KnownValue, Scope } from './scope.ts';
import { canFail, endsList, withoutRunning } from './task-ends.ts';

interface MappedPost {
  /** What runs after the tasks of the stage after its success. */
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
    errors: `it runs in the errors of the flow, after a failure ${scope.outerId === scope.stageId ? 'of this stage' : `anywhere in ${scope.outerId ?? 'the flow'}`}`,
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
      const why = whyByHand[condition] ?? 'flows have no condition like this';
      disabled.push(mapping.byHand({ start, end }, construct, why, steps, isOfStage && isDecisive(steps)));
      continue;
    }
    const inside: Scope = {
      ...(place === 'behind' ? scope : outsideOfLoops(scope)),
      list: place === 'behind' ? 'tasks' : place,
    };
    const mapped = runnable(mapping.statements(steps, inside).tasks, place, scope);
    const differs: string[] = [];
    if (place === 'errors' && later.errors !== undefined) differs.push(later.errors);
    if (place === 'finally' && later.finally !== undefined) differs.push(later.finally);
    if (place !== 'finally' && !isOfStage && hasAlways) differs.push('it runs before "always", not after it');
    if (later.isTolerant && place === 'behind') differs.push('it runs after a tolerated failure, too');
    if (later.isTolerant && place === 'errors') differs.push('it does not run after a tolerated failure');
    if (place === 'finally' && mapped.some((task) => canFail(task)))
      differs.push('a failure of its steps does not fail the flow');
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
      const list = stoppable(mapped, () => mapping.taskId(scope.stageId ?? 'post', condition), { start, end });
      for (const task of list) mapping.addTask(place, failed === undefined ? task : underCondition(task, failed));
    }
  }
  return { tasks, disabled };
}

/** Without the agent or the variables that are by hand, nothing runs; what a gate of the stage holds is safe already. */
function runnable(tasks: readonly DraftTask[], place: Place, { noAgent, waitsFor }: Scope): readonly DraftTask[] {
  const source = noAgent ?? (place === 'behind' ? undefined : waitsFor);
  return source === undefined ? tasks : withoutRunning(tasks, source);
}

/**
 * Tasks for `errors` or `finally`, where the rest of the list runs after a failure: a block, if one of them ends on purpose
 * what follows it.
 */
export function stoppable(tasks: readonly DraftTask[], newId: () => string, span: Span): readonly DraftTask[] {
  return tasks.length > 1 && tasks.some(endsList) ? [sequenceOf(newId(), tasks, span)] : tasks;
}

const whyByHand: Readonly<Record<string, string>> = {
  aborted: 'flows have no tasks that run only after an abort',
  unstable: 'an execution with a tolerated failure runs no further tasks for it',
  changed: 'flows do not compare an execution with the previous one',
  fixed: 'flows do not compare an execution with the previous one',
  regression: 'flows do not compare an execution with the previous one',
};

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
