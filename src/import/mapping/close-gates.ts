import { tasksInside, withInside } from './arrange-tasks.ts';
import type { DraftTask } from './draft-task.ts';
import type { PipelineMapping } from './pipeline-mapping.ts';
import { hasGate } from './task-ends.ts';

/**
 * Lets no block repeat or tolerate the failure of a gate inside of it, and no policy of the flow repeat it: Jenkins would
 * tolerate the answer of a step, but the flow has not even asked.
 */
export function closeGates(mapping: PipelineMapping): void {
  const { flow } = mapping;
  const isRepeated = flow.properties.has('retry');
  for (const list of ['tasks', 'errors', 'finally'] as const)
    flow[list].splice(0, flow[list].length, ...flow[list].map((task) => closed(task, isRepeated, mapping)));
}

function closed(task: DraftTask, isRepeated: boolean, mapping: PipelineMapping): DraftTask {
  if (!hasGate(task)) return task;
  const { retry, allow_failure: isTolerated, ...common } = task.common;
  const left = [...(retry === undefined ? [] : ['retry']), ...(isTolerated === true ? ['allow_failure'] : [])];
  const isOnce = task.gate !== undefined && retry?.max_attempt === 1;
  const inside =
    tasksInside(task).length === 0
      ? task
      : withInside(task, (tasks) => tasks.map((one) => closed(one, isRepeated, mapping)));
  const once = task.gate !== undefined && isRepeated ? { retry: { max_attempt: 1 } } : {};
  if (left.length === 0 || isOnce) return { ...inside, common: { ...common, ...once } };
  const names = left.join(' and ');
  mapping.noteOpen(task.span, 'it has no effect until what is by hand inside of it is written');
  const comment = `Without ${names} until what is by hand inside is written.`;
  return { ...inside, common: { ...common, ...once }, comments: [...task.comments, comment] };
}
