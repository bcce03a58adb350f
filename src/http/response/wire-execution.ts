import type {
  CheckMessage,
  ExecutionProgress,
  StateChange,
  SubflowRevision,
  TriggerOrigin,
} from '../../execution/record/execution-record.ts';
import type { TaskProgress } from '../../jenkinsfile/build-description.ts';
import { isFinal, type ExecutionState } from '../../execution/record/execution-state.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import type { VisibleExecution } from '../../services/executions/visible-execution.ts';

/*
 * Executions as openapi.yaml declares them. Each member is named here, so that what a record gains stays inside until
 * somebody names it.
 */

export interface WireExecutionSummary {
  readonly id: string;
  readonly namespace: string;
  readonly flowId: string;
  readonly revision: number | undefined;
  readonly subflows: readonly SubflowRevision[];
  readonly state: ExecutionState;
  readonly history: readonly StateChange[];
  readonly createdAt: string | undefined;
  readonly startedAt: string | undefined;
  readonly endedAt: string | undefined;
  readonly actor: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly inputs: JsonObject;
  readonly messages: readonly CheckMessage[];
  readonly reason: string | undefined;
  readonly trouble: string | undefined;
  readonly troubleSince: string | undefined;
  readonly waiting: boolean;
  readonly attempts: number;
  readonly replayOf: string | undefined;
  readonly trigger: TriggerOrigin | undefined;
  readonly stop: (NonNullable<ExecutionProgress['stop']> & Pick<ExecutionProgress, 'stoppingAt'>) | undefined;
  readonly build: ExecutionProgress['build'];
  readonly outputs: JsonObject | undefined;
  readonly partial: boolean;
}

export interface WireExecution extends WireExecutionSummary {
  readonly tasks: readonly TaskProgress[];
  readonly source: string | undefined;
}

/** An execution in a list. */
export function executionSummaryOnWire(record: VisibleExecution): WireExecutionSummary {
  const {
    id,
    flow,
    revision,
    subflows,
    state,
    history,
    actor,
    labels,
    inputs,
    messages,
    reason,
    trouble,
    troubleSince,
  } = record;
  const { waiting, attempts, replayOf, trigger, stop, stoppingAt, build, outputs, isPartial } = record;
  return {
    id,
    namespace: flow.namespace,
    flowId: flow.id,
    revision,
    subflows: subflows.map((subflow) => ({ namespace: subflow.namespace, id: subflow.id, revision: subflow.revision })),
    state,
    history: history.map((change) => ({ state: change.state, at: change.at })),
    createdAt: history[0]?.at,
    startedAt: history.find((change) => change.state === 'RUNNING')?.at,
    endedAt: isFinal(state) ? history.at(-1)?.at : undefined,
    actor,
    labels,
    inputs,
    messages: messages.map(({ message, style }) => ({ message, style })),
    reason,
    trouble,
    troubleSince,
    waiting,
    attempts,
    replayOf,
    trigger: trigger && { id: trigger.id, type: trigger.type },
    stop: stop && { by: stop.by, at: stop.at, stoppingAt },
    build: build && { number: build.number, url: build.url },
    outputs,
    partial: isPartial,
  };
}

/** An execution by itself. @param source absent where it is not known what ran */
export function executionOnWire(record: VisibleExecution, source?: string): WireExecution {
  const tasks = record.tasks.map(({ path, state, startedAt, endedAt }) => ({ path, state, startedAt, endedAt }));
  return { ...executionSummaryOnWire(record), tasks, source };
}
