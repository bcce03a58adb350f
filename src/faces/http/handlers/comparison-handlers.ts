import type { Comparison, ComparisonService } from '../../../abilities/logs/comparison-service.ts';
import type { FoldedTaskRun } from '../../../abilities/logs/fold-tasks.ts';
import type { VisibleExecution } from '../../../abilities/records/visible-execution.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { callerOf } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';
import { executionBriefOnWire } from '../response/wire-execution.ts';

/** Compares executions. */
export function comparisonHandlers(comparisons: ComparisonService) {
  return {
    compareExecutions: async ({ params, query }, response) => {
      response.json(comparisonOnWire(await comparisons.compare(params.execution_id, query.with, callerOf(response))));
    },
  } satisfies Partial<OperationHandlers>;
}

/** Two executions side by side, as declared in openapi.yaml. */
function comparisonOnWire({ left, right, inputs, tasks, outputs, log }: Comparison): Schema<'Comparison'> {
  return {
    left: sideOnWire(left),
    right: sideOnWire(right),
    sameFlow: left.flow.namespace === right.flow.namespace && left.flow.id === right.flow.id,
    inputs: [...inputs],
    tasks: tasks.map((task) => ({
      path: task.id,
      left: task.left && taskOnWire(task.left),
      right: task.right && taskOnWire(task.right),
    })),
    outputs: [...outputs],
    firstDifferingLine: log.first,
    truncated: log.isCut ? true : undefined,
  };
}

function sideOnWire(execution: VisibleExecution): Schema<'ComparedExecution'> {
  const { flow, revision } = execution;
  const { id, number, state, startedAt, endedAt } = executionBriefOnWire(execution);
  return {
    id,
    number,
    namespace: flow.namespace,
    flowId: flow.id,
    revision,
    state,
    startedAt,
    duration: durationOf(startedAt, endedAt),
  };
}

function taskOnWire({ task: { state, startedAt, endedAt } }: FoldedTaskRun): Schema<'ComparedTaskRun'> {
  return { state, duration: durationOf(startedAt, endedAt) };
}

/** Milliseconds; undefined while it has not ended. */
function durationOf(startedAt: string | undefined, endedAt: string | undefined): number | undefined {
  if (startedAt === undefined || endedAt === undefined) return undefined;
  return Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}
