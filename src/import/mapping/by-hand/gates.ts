import type { JobMapping } from '../context/job-mapping.ts';
import { changeList, taskLists, topTasks, type DraftTask } from '../drafts/draft-flow.ts';
import { waitingFor, type Reason } from '../drafts/gate.ts';
import { canFail, hasGate, tasksInside, withInside, withoutRunning } from '../drafts/walk-tasks.ts';

/** Nothing of a flow runs without what is by hand around it: its tasks stand behind a gate, and the others are disabled. */
export function hold(job: JobMapping, reasons: readonly Reason[]): void {
  const { flow } = job;
  if (reasons.length === 0 || !topTasks(flow).some((task) => canFail(task, true))) return;
  flow.tasks.unshift(job.byHand.gateWithSource(reasons));
  for (const list of ['errors', 'finally'] as const)
    changeList(flow, list, (tasks) => withoutRunning(tasks, waitingFor(reasons)));
}

/**
 * Lets no block repeat or tolerate the failure of a gate inside of it, and no policy of the flow repeat it: Jenkins would
 * tolerate the answer of a step, but the flow has not even asked.
 */
export function closeGates(job: JobMapping): void {
  const isRepeated = job.flow.properties.has('retry');
  for (const list of taskLists)
    changeList(job.flow, list, (tasks) => tasks.map((task) => closed(task, isRepeated, job)));
}

function closed(task: DraftTask, isRepeated: boolean, job: JobMapping): DraftTask {
  if (!hasGate(task)) return task;
  const { retry, allow_failure: isTolerated, ...common } = task.common;
  const left = [...(retry === undefined ? [] : ['retry']), ...(isTolerated === true ? ['allow_failure'] : [])];
  const isOnce = task.gate !== undefined && retry?.max_attempt === 1;
  const inside =
    tasksInside(task).length === 0
      ? task
      : withInside(task, (tasks) => tasks.map((one) => closed(one, isRepeated, job)));
  const once = task.gate !== undefined && isRepeated ? { retry: { max_attempt: 1 } } : {};
  if (left.length === 0 || isOnce) return { ...inside, common: { ...common, ...once } };
  const names = left.join(' and ');
  job.findings.noteOpen(task.span, 'it has no effect until what is by hand inside of it is written');
  const comment = `Without ${names} until what is by hand inside is written.`;
  return { ...inside, common: { ...common, ...once }, comments: [...task.comments, comment] };
}
