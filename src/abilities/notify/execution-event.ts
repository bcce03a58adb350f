import { readTraceparent } from '../../base/telemetry/trace-context.ts';
import type { WaitingFor } from '../../lifecycle/execution-phases.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { isFinal } from '../../lifecycle/execution-state.ts';
import type { StateEvent } from '../../store/executions/record/state-events.ts';
import type { NotificationItem } from './notification-item.ts';

/** What all events begin with; the state follows in lower case. */
const typePrefix = 'dev.flowgate.execution.';
const maxReasonLength = 1000;

/** A CloudEvent 1.0 in JSON format (docs/reference/telemetry.md). */
export interface CloudEvent {
  readonly specversion: '1.0';
  /** The same for each attempt to deliver it. */
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  /** Sorts the events of an execution. */
  readonly sequence: string;
  readonly traceparent?: string | undefined;
  readonly data: object;
}

/**
 * The event for a change of state. It contains what every reader of the execution may see, without inputs and outputs.
 * @param publicUrl where receivers reach Flowgate
 */
export function executionEvent(event: StateEvent, record: ExecutionRecord, publicUrl: string | undefined): CloudEvent {
  const { id, flow, traceparent } = record;
  const history = record.history.slice(0, event.number);
  const isWait = event.state === 'WAITING';
  const { waitingFor } = record;
  const time = (isWait ? waitingFor?.since : history.at(-1)?.at) ?? '';
  const end = event.state !== 'WAITING' && event.state !== 'RECOVERED' && isFinal(event.state);
  return {
    specversion: '1.0',
    id: eventId(event),
    type: `${typePrefix}${event.state.toLowerCase()}`,
    source: publicUrl ?? '/',
    subject: `executions/${id}`,
    time,
    datacontenttype: 'application/json',
    sequence: `${String(event.number).padStart(4, '0')}${isWait ? '.1' : ''}`,
    traceparent,
    data: {
      id,
      namespace: flow.namespace,
      flowId: flow.id,
      revision: record.revision,
      state: isWait ? 'RUNNING' : event.state,
      waitingFor: isWait && waitingFor ? questionOf(waitingFor) : undefined,
      history,
      createdAt: history[0]?.at,
      startedAt: history.find(({ state }) => state === 'RUNNING')?.at,
      endedAt: end ? time : undefined,
      reason: end ? record.reason?.slice(0, maxReasonLength) : undefined,
      actor: record.actor,
      labels: record.labels,
      trigger: record.trigger,
      replayOf: record.replayOf,
      restartOf: record.restartOf,
      build: record.build,
      traceId: readTraceparent(traceparent)?.traceId,
      url: publicUrl === undefined ? undefined : `${publicUrl}/executions/${id}`,
    },
  };
}

/**
 * The event for a receiver that a flow notifies: as for the change of state, with the word of the flow's `notify`.
 * @returns undefined if the wait has ended in the meantime
 */
export function notificationEvent(
  { id, on, executionId, flow, after }: NotificationItem,
  record: ExecutionRecord,
  publicUrl: string | undefined,
): CloudEvent | undefined {
  const isWait = on === 'WAITING';
  if (isWait && record.waitingFor === undefined) return undefined;
  const change = { executionId, namespace: flow.namespace, number: record.history.length };
  const event = executionEvent({ ...change, state: isWait ? 'WAITING' : record.state }, record, publicUrl);
  return {
    ...event,
    id,
    type: `${typePrefix}${on.toLowerCase()}`,
    data: { ...event.data, notification: { on, after } },
  };
}

/** A test, by a user, whether events arrive. */
export function testEvent(
  id: string,
  by: string,
  { at, publicUrl }: { at: Date; publicUrl: string | undefined },
): CloudEvent {
  return {
    specversion: '1.0',
    id,
    type: 'dev.flowgate.test',
    source: publicUrl ?? '/',
    subject: 'test',
    time: at.toISOString(),
    datacontenttype: 'application/json',
    sequence: '0001',
    data: { notification: { on: 'TEST' }, actor: by },
  };
}

/** The question of a wait, without its form, which the execution shows. */
function questionOf({ kind, task, since, until, message, approvers, signal }: WaitingFor): object {
  const { users, groups, count, notStarter } = approvers ?? {};
  return {
    kind,
    task,
    since,
    until,
    message,
    approvers: approvers && { users, groups, count, not_starter: notStarter },
    signal,
  };
}

export function eventId({ executionId, number, state }: Pick<StateEvent, 'executionId' | 'number' | 'state'>): string {
  const isWord = state === 'WAITING' || state === 'RECOVERED';
  return `${executionId}-${number}${isWord ? `-${state.toLowerCase()}` : ''}`;
}
