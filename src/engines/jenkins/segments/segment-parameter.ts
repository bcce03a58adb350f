import type { JsonValue } from '../../../base/text/json-value.ts';
import type { FlowPlan } from '../../../language/execution-plan/flow-plan.ts';
import { sharedTasks } from '../../../language/execution-plan/plan-tasks.ts';
import type { Carried, SegmentStart } from '../../../language/execution-plan/segment.ts';
import { environmentName } from '../../../language/expressions/reference.ts';

/** What a build gets that begins later; `templates/runtime/segments.groovy` reads it. */
export function segmentParameter(
  { from, ended, elapsed }: SegmentStart,
  plan: FlowPlan,
  { outputs, items, files }: Carried,
): JsonValue {
  const { tasks } = plan.sections;
  const contributed = new Set(plan.flow.contributedTasks.map(({ id }) => id));
  const index = tasks.findIndex(({ task }) => task.id === from && !contributed.has(task.id));
  if (from !== undefined && index < 0)
    throw new Error(`A segment begins at the task ${from}, which the flow does not have`);
  // A loop that has failed has returned something, too.
  const before = tasks.slice(0, Math.max(0, index + (ended === undefined ? 0 : 1)));
  // Flowgate itself keeps the items of executions of their own.
  const isWait = tasks[index]?.work.kind === 'wait';
  const sent = [...sharedTasks(before)].flatMap(({ task: { id: taskId, outputSchema } }) => {
    const texts = Object.hasOwn(outputs, taskId) ? outputs[taskId] : undefined;
    if (texts === undefined) return [];
    const fields = Object.entries(outputSchema).flatMap(([field, type]) => {
      const text = Object.hasOwn(texts, field) ? texts[field] : undefined;
      if (text === undefined) return [];
      return [[field, { name: environmentName({ root: 'task_outputs', taskId, field }), type, text }] as const];
    });
    return [[taskId, Object.fromEntries(fields)] as const];
  });
  const all = {
    from,
    first: from === undefined ? undefined : index + 1,
    contributed: contributed.size,
    ended,
    elapsed,
    outputs: Object.fromEntries(sent),
    items: items !== undefined && items.task === from && !isWait ? items : undefined,
    files: files.length === 0 ? undefined : files.length,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as JsonValue; // without undefined
}
