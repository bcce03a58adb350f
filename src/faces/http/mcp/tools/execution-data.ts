import type { VisibleExecution } from '../../../../abilities/records/visible-execution.ts';
import type { TaskProgress, TaskState } from '../../../../language/execution-plan/task-state.ts';
import { isFinal } from '../../../../lifecycle/execution-state.ts';
import { executionSummaryOnWire } from '../../response/wire-execution.ts';
import { foreignIfAny, foreignNote } from '../foreign-text.ts';
import type { ToolContext } from '../tool.ts';

const maxTasks = 50;
const limits = { values: 16_000, text: 2_000 };

/** The state of an execution in a sentence of Flowgate, and what it waits for. */
export function stateSentence(execution: VisibleExecution, context: ToolContext): string {
  const { id, state, waitingFor } = execution;
  if (isFinal(state)) return `The execution has ended: ${state}.`;
  const link = context.urlOf(`/ui/executions/${id}`);
  switch (waitingFor?.kind) {
    case 'approval':
      return `The execution waits for the decision of a person, which no tool can make: ${link}`;
    case 'signal':
      return `The execution waits for a signal of another system: ${link}`;
    case 'executions':
      return 'The execution waits for others that it has started.';
    case 'time':
      return `The execution waits until ${waitingFor.until}.`;
    case undefined:
      return `The execution has not ended: ${state}.`;
  }
}

/** What an agent needs of an execution, of limited size. */
export function executionData(execution: VisibleExecution, context: ToolContext) {
  const wire = executionSummaryOnWire(execution);
  const { waitingFor, reason, trouble } = execution;
  return {
    note: foreignNote,
    id: wire.id,
    url: context.urlOf(`/ui/executions/${wire.id}`),
    namespace: wire.namespace,
    flow_id: wire.flowId,
    number: wire.number,
    revision: wire.revision,
    state: wire.state,
    has_ended: isFinal(execution.state),
    created_at: wire.createdAt,
    started_at: wire.startedAt,
    ended_at: wire.endedAt,
    actor: wire.actor,
    is_stopping: wire.stop === undefined ? undefined : true,
    waits_for: waitingFor && {
      kind: waitingFor.kind,
      task: waitingFor.task,
      until: waitingFor.until,
      message: foreignIfAny(waitingFor.message, { limit: limits.text }),
    },
    failed_task: foreignIfAny(wire.failedTask),
    reason: foreignIfAny(reason, { limit: limits.text }),
    trouble: foreignIfAny(trouble, { limit: limits.text }),
    messages:
      wire.messages.length === 0
        ? undefined
        : foreignIfAny(
            wire.messages.map(({ message, style }) => ({ message, style })),
            { limit: limits.text },
          ),
    notices:
      wire.notices &&
      foreignIfAny(
        wire.notices.map((notice) => ({ ...notice })),
        { limit: limits.text },
      ),
    inputs: foreignIfAny(wire.inputs, { limit: limits.values }),
    outputs: wire.outputs && foreignIfAny(wire.outputs, { limit: limits.values }),
    ...tasksData(execution.tasks),
  };
}

/** First those that failed, then those that run. */
const order: readonly TaskState[] = ['FAILED', 'KILLED', 'RUNNING'];

function tasksData(tasks: readonly TaskProgress[]) {
  const rankOf = ({ state }: TaskProgress) => (order.includes(state) ? order.indexOf(state) : order.length);
  const shown = tasks.toSorted((left, right) => rankOf(left) - rankOf(right)).slice(0, maxTasks);
  const counts: Partial<Record<TaskState, number>> = {};
  for (const { state } of tasks) counts[state] = (counts[state] ?? 0) + 1;
  return {
    task_counts: counts,
    tasks: shown.map(({ path, state, startedAt, endedAt, reason }) => ({
      task: foreignIfAny(path),
      state,
      started_at: startedAt,
      ended_at: endedAt,
      reason: foreignIfAny(reason),
    })),
    more_tasks: tasks.length > maxTasks ? tasks.length - maxTasks : undefined,
  };
}
