import { readTraceparent } from '../../base/telemetry/trace-context.ts';
import type { WaitingFor } from '../../lifecycle/execution-phases.ts';
import type { ExecutionRecord } from '../../lifecycle/execution-record.ts';
import { isFinal } from '../../lifecycle/execution-state.ts';
import type { StateEvent } from '../../store/executions/record/state-events.ts';
import type { ToldWord } from './declared-receivers.ts';
import type { Change } from './event-relay.ts';

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

/** A change of an execution, or that it is late. */
export interface Told {
  /** The same each time it is found. */
  readonly id: string;
  readonly on: ToldWord;
  /** How much of the history had happened. */
  readonly number: number;
  readonly record: ExecutionRecord;
  /** For LATE: the duration as the author wrote it. */
  readonly after?: string;
}

export function toldOf({ event, record }: Change): Told {
  return { id: eventId(event), on: event.state, number: event.number, record };
}

/**
 * The event for a program. It contains what every reader of the record may see, without inputs and outputs.
 * @param isNamed whether a flow names the receiver; the event then has the word of its `notify`
 * @param publicUrl where receivers reach Flowgate
 * @returns undefined if the wait has ended in the meantime
 */
export function executionEvent(
  { id, on, number, record, after }: Told,
  { isNamed = false, publicUrl }: { readonly isNamed?: boolean; readonly publicUrl: string | undefined },
): CloudEvent | undefined {
  const { flow, traceparent } = record;
  const wait = on === 'WAITING' ? record.waitingFor : undefined;
  if (on === 'WAITING' && wait === undefined) return undefined;
  const history = record.history.slice(0, number);
  const { state, at = '' } = history.at(-1) ?? {};
  const time = wait?.since ?? at;
  const hasEnded = state !== undefined && isFinal(state);
  return {
    specversion: '1.0',
    id,
    type: `${typePrefix}${on.toLowerCase()}`,
    source: publicUrl ?? '/',
    subject: `executions/${record.id}`,
    time,
    datacontenttype: 'application/json',
    sequence: `${String(number).padStart(4, '0')}${wait ? '.1' : ''}`,
    traceparent,
    data: {
      id: record.id,
      namespace: flow.namespace,
      flowId: flow.id,
      revision: record.revision,
      state,
      waitingFor: wait && questionOf(wait),
      history,
      createdAt: history[0]?.at,
      startedAt: history.find((entry) => entry.state === 'RUNNING')?.at,
      endedAt: hasEnded ? time : undefined,
      reason: hasEnded ? record.reason?.slice(0, maxReasonLength) : undefined,
      actor: record.actor,
      labels: record.labels,
      trigger: record.trigger,
      replayOf: record.replayOf,
      restartOf: record.restartOf,
      build: record.build,
      traceId: readTraceparent(traceparent)?.traceId,
      url: publicUrl === undefined ? undefined : `${publicUrl}/executions/${record.id}`,
      notification: isNamed ? { on, after } : undefined,
    },
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
