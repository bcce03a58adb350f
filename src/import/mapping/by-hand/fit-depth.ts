import { maxBlockDepth } from '../../../language/flow/control.ts';
import type { JobMapping } from '../context/job-mapping.ts';
import { isPlain } from '../drafts/arrange-tasks.ts';
import { changeList, taskLists, type DraftTask } from '../drafts/draft-flow.ts';
import { tasksInside, withInside } from '../drafts/walk-tasks.ts';

const why = `it is inside more than ${maxBlockDepth} blocks`;

/** Flattens blocks that only run their tasks in order where blocks are too deep; what is still too deep is by hand. */
export function fitDepth(job: JobMapping): void {
  for (const list of taskLists)
    changeList(job.flow, list, (tasks) => tasks.flatMap(liftApprovals).flatMap((task) => fit(task, 1, job)));
}

/** A question ends its build, so it cannot be inside of a block: the tasks of its stage stand in the list itself. */
function liftApprovals(task: DraftTask): readonly DraftTask[] {
  const isStage = task.shape.kind === 'sequence' && isPlain(task.common);
  const asks = tasksInside(task).some(({ shape }) => shape.kind === 'approval');
  return isStage && asks ? spliced(task) : [task];
}

/** The tasks in a block, with its comments above the first one. */
function spliced(task: DraftTask): readonly DraftTask[] {
  const [first, ...others] = tasksInside(task);
  return first === undefined ? [] : [{ ...first, comments: [...task.comments, ...first.comments] }, ...others];
}

function fit(task: DraftTask, depth: number, job: JobMapping): readonly DraftTask[] {
  if (!isBlock(task)) return [task];
  if (depth + heightOf(task) - 1 <= maxBlockDepth) return [task];
  if (task.shape.kind === 'sequence' && isPlain(task.common) && depth > 1) {
    return spliced(task).flatMap((one) => fit(one, depth, job));
  }
  if (depth > maxBlockDepth) return [job.byHand.replace(task, why)];
  // A branch must stay one task, so only lists that run in order can be flattened into.
  if (task.shape.kind === 'branches') {
    return [withInside(task, (tasks) => tasks.flatMap((one) => single(fit(one, depth + 1, job), one, job)))];
  }
  return [withInside(task, (tasks) => tasks.flatMap((one) => fit(one, depth + 1, job)))];
}

const single = (fitted: readonly DraftTask[], task: DraftTask, job: JobMapping): readonly DraftTask[] =>
  fitted.length > 1 ? [job.byHand.replace(task, why)] : fitted;

/** How many blocks are inside one another, this one included. */
function heightOf(task: DraftTask): number {
  return isBlock(task) ? 1 + Math.max(0, ...tasksInside(task).map(heightOf)) : 0;
}

const isBlock = ({ shape }: DraftTask) => 'tasks' in shape;
