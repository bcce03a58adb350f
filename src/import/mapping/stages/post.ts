import { ownEntry } from '../../../base/text/own-entry.ts';
import type { PostCondition } from '../../pipeline/pipeline.ts';
import { isDecisive } from '../by-hand/can-stop.ts';
import { hasFailed } from '../conditions/condition-of.ts';
import type { Scope } from '../context/job-mapping.ts';
import type { KnownValue } from '../context/names.ts';
import { stoppable, underCondition } from '../drafts/arrange-tasks.ts';
import type { DraftTask } from '../drafts/draft-flow.ts';
import { canFail, tasksInside, withoutRunning } from '../drafts/walk-tasks.ts';

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
const order = 'always changed fixed regression aborted unsuccessful failure success unstable cleanup'.split(' ');

/** `post` of a stage: the flow has one list for errors and one for the end, so these run later than in Jenkins. */
export function mapStagePost(post: readonly PostCondition[], scope: Scope, tasks: readonly DraftTask[]): MappedPost {
  return mapPost(post, scope, {
    isTolerant: tasks.some(isTolerant),
    errors: `it runs in the errors of the flow, after a failure ${scope.outerId === scope.stageId ? 'of this stage' : `anywhere in ${scope.outerId ?? 'the flow'}`}`,
    finally: 'it runs at the end of the execution, even if the stage did not run',
  });
}

/** `post` of the pipeline. */
export function mapPipelinePost(post: readonly PostCondition[], scope: Scope, tasks: readonly DraftTask[]): MappedPost {
  return mapPost(post, scope, { isTolerant: tasks.some(isTolerant) });
}

/** Whether a task can fail without a failure of the flow. */
const isTolerant = (task: DraftTask): boolean =>
  task.common.allow_failure === true || tasksInside(task).some(isTolerant);

function mapPost(
  post: readonly PostCondition[],
  scope: Scope,
  later: { readonly isTolerant: boolean; readonly errors?: string; readonly finally?: string },
): MappedPost {
  const { job } = scope;
  const tasks: DraftTask[] = [];
  const disabled: DraftTask[] = [];
  const isOfStage = later.finally !== undefined;
  const hasAlways = post.some(({ condition, steps }) => condition === 'always' && steps.length > 0);
  const sorted = post.toSorted((a, b) => order.indexOf(a.condition) - order.indexOf(b.condition));
  for (const each of sorted) {
    const { condition, steps } = each;
    const place = ownEntry(places, condition);
    const construct = `post ${condition}`;
    if (place === undefined || (isOfStage && scope.list !== 'tasks')) {
      const why = ownEntry(whyByHand, condition) ?? 'flows have no condition like this';
      disabled.push(job.byHand.keep(each, construct, why, steps, isOfStage && isDecisive(steps)));
      continue;
    }
    const inside: Scope = {
      ...(place === 'behind' ? scope : outsideOfLoops(scope)),
      list: place === 'behind' ? 'tasks' : place,
    };
    const mapped = runnable(job.statements(steps, inside).tasks, place, scope);
    const differs: string[] = [];
    if (place === 'errors' && later.errors !== undefined) differs.push(later.errors);
    if (place === 'finally' && later.finally !== undefined) differs.push(later.finally);
    if (place !== 'finally' && !isOfStage && hasAlways) differs.push('it runs before "always", not after it');
    if (later.isTolerant && place === 'behind') differs.push('it runs after a tolerated failure, too');
    if (later.isTolerant && place === 'errors') differs.push('it does not run after a tolerated failure');
    if (place === 'finally' && mapped.some((task) => canFail(task)))
      differs.push('a failure of its steps does not fail the flow');
    if (condition === 'unsuccessful') differs.push('it does not run after an abort');
    job.findings.add(each, construct, { differs });
    if (place === 'behind') tasks.push(...mapped);
    else {
      const failed = isOfStage && place === 'errors' ? hasFailed(scope.outerId ?? '') : undefined;
      const list = stoppable(mapped, () => job.taskId(scope.stageId ?? 'post', condition), each);
      for (const task of list) job.flow[place].push(failed === undefined ? task : underCondition(task, failed));
    }
  }
  return { tasks, disabled };
}

/** Without the agent or the variables that are by hand, nothing runs; what a gate of the stage holds is safe already. */
function runnable(tasks: readonly DraftTask[], place: Place, { noAgent, waitsFor }: Scope): readonly DraftTask[] {
  const source = noAgent ?? (place === 'behind' ? undefined : waitsFor);
  return source === undefined ? tasks : withoutRunning(tasks, source);
}

const noComparison = 'flows do not compare an execution with the previous one';

const whyByHand: Readonly<Record<string, string>> = {
  aborted: 'flows have no tasks that run only after an abort',
  unstable: 'an execution with a tolerated failure runs no further tasks for it',
  changed: noComparison,
  fixed: noComparison,
  regression: noComparison,
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
