import { foldTasks } from '../../../abilities/logs/fold-tasks.ts';
import type { RunningCounts, TaskRun } from '../../../abilities/records/task-runs.ts';
import type { VisibleBrief, VisibleExecution } from '../../../abilities/records/visible-execution.ts';
import { shortened } from '../../../base/problem/describe-value.ts';
import { readTraceparent } from '../../../base/telemetry/trace-context.ts';
import { isJsonObject } from '../../../base/text/json-value.ts';
import type { BuildReference, PersonDecision, WaitingFor } from '../../../lifecycle/execution-phases.ts';
import type { EndedWait } from '../../../lifecycle/execution-record.ts';
import { isFinal, isUnsuccessful } from '../../../lifecycle/execution-state.ts';
import type { Schema } from '../../api-client/operation-types.ts';
import { noticesOnWire } from './wire-inputs.ts';

/*
 * Executions as declared in openapi.yaml. Each field is listed, so that new internal fields are not exposed.
 */

/** How many characters of a reason a short list shows. */
const maxReason = 300;

/** The id, state and times of an execution, and why it failed. */
export function executionBriefOnWire(brief: VisibleBrief): Schema<'ExecutionBrief'> {
  const { id, number, state, history, waitingFor, reason, failedTask } = brief;
  return {
    id,
    state,
    createdAt: history[0]!.at, // every record starts with CREATED
    startedAt: history.find((change) => change.state === 'RUNNING')?.at,
    endedAt: isFinal(state) ? history.at(-1)?.at : undefined,
    number,
    waitingFor: waitingFor && { kind: waitingFor.kind, until: waitingFor.until },
    failedTask: isUnsuccessful(state) ? failedTask : undefined,
    reason: isUnsuccessful(state) ? oneLine(reason) : undefined,
  };
}

function oneLine(text: string | undefined): string | undefined {
  return text && shortened(text.trim().replace(/\s+/g, ' '), maxReason - 1);
}

/** An execution in a list. */
export function executionSummaryOnWire(record: VisibleExecution): Omit<Schema<'Execution'>, 'tasks' | 'source'> {
  const { flow, revision, subflows, history, actor, labels, inputs, messages, reason, trouble, troubleSince } = record;
  const { phase, engine, attempts, replayOf, restartOf, restartFrom, parent, trigger, stop, stoppingAt, via } = record;
  const { locks, priority, controller, insteadOf, build, earlierBuilds = [], outputs, isPartial, traceparent } = record;
  const { id, number, state, createdAt, startedAt, endedAt, failedTask } = executionBriefOnWire(record);
  return {
    id,
    state,
    createdAt,
    startedAt,
    endedAt,
    archivedAt: record.archivedAt,
    isUnsigned: record.isUnsigned,
    namespace: flow.namespace,
    flowId: flow.id,
    number,
    revision,
    subflows: subflows.map((subflow) => ({ namespace: subflow.namespace, id: subflow.id, revision: subflow.revision })),
    history: history.map((change) => ({ state: change.state, at: change.at })),
    actor,
    via,
    labels,
    inputs,
    messages: messages.map(({ message, style }) => ({ message, style })),
    notices: noticesOnWire(record.notices).notices,
    reason,
    failedTask,
    trouble,
    troubleSince,
    held: phase === 'held',
    waiting: phase === 'held', // the old name
    locks: locks?.map(({ name, permits }) => ({ name, permits })),
    priority,
    engine: engine as 'local' | undefined, // the only name that records of our engines have
    controller,
    insteadOf,
    attempts,
    replayOf,
    restartOf,
    restartFrom,
    parent: parent && {
      execution: parent.execution,
      namespace: parent.flow.namespace,
      flowId: parent.flow.id,
      task: parent.task,
      item: parent.item,
    },
    waitingFor: record.waitingFor && waitingForOnWire(record.waitingFor, record),
    waits: record.endedWaits?.map(endedWaitOnWire),
    trigger: trigger && { id: trigger.id, type: trigger.type, at: trigger.at },
    stop: stop && { by: stop.by, at: stop.at, stoppingAt },
    traceId: readTraceparent(traceparent)?.traceId,
    build: build && buildOnWire(build),
    builds: earlierBuilds.length > 0 ? [...earlierBuilds, ...(build ? [build] : [])].map(buildOnWire) : undefined,
    outputs,
    partial: isPartial,
  };
}

function buildOnWire({ number, url }: BuildReference) {
  return { number, url };
}

function waitingForOnWire(
  wait: WaitingFor,
  { mayDecide, children }: Pick<VisibleExecution, 'mayDecide' | 'children'>,
): Schema<'WaitingFor'> {
  const { kind, task, since, until, message, approvers, inputs, schema, approvals, signal } = wait;
  return {
    kind,
    task,
    since,
    until,
    message,
    approvers: approvers && {
      users: approvers.users,
      groups: approvers.groups,
      count: approvers.count,
      not_starter: approvers.notStarter,
    },
    inputs: inputs?.filter(isJsonObject),
    schema,
    approvals: approvals?.map(personOnWire),
    signal,
    executions: children && {
      total: children.total,
      open: children.open,
      succeeded: children.succeeded,
      failed: children.failed,
      retrying: children.retrying,
      retryAt: children.retryAt,
    },
    mayDecide,
  };
}

function endedWaitOnWire(wait: EndedWait): Schema<'EndedWait'> {
  const { kind, task, since, at, message, signal, decision, by, values } = wait;
  return { kind, task, since, at, message, signal, decision, by: by.map(personOnWire), values };
}

function personOnWire({ by, at, token }: PersonDecision): Schema<'PersonDecision'> {
  return { by, at, token };
}

/** A single execution, with large loops folded. @param source absent if the source of the run is unknown */
export function executionOnWire(record: VisibleExecution, source?: string): Schema<'Execution'> {
  const tasks = foldTasks(record.tasks).map((run) => taskRunOnWire(run, run.isFolded));
  return Object.assign(executionSummaryOnWire(record), { tasks, source });
}

/** @param isFolded whether it is a loop whose tasks are partly omitted */
export function taskRunOnWire({ task, parent, item, counts }: TaskRun, isFolded = false): Schema<'TaskRun'> {
  const { path, state, startedAt, endedAt, reason, attempts } = task;
  return {
    path,
    parent,
    item,
    state,
    startedAt,
    endedAt,
    reason,
    attempts: attempts?.map((attempt) => ({
      number: attempt.number,
      state: attempt.state,
      startedAt: attempt.startedAt,
      endedAt: attempt.endedAt,
      reason: attempt.reason,
    })),
    items: counts && itemsOnWire(counts),
    folded: isFolded ? true : undefined,
  };
}

function itemsOnWire({ total, succeeded, failed, running, pending }: RunningCounts) {
  return { total, succeeded, failed, running, pending };
}
