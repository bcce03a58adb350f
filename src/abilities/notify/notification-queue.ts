import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { NotifyWord } from '../../language/flow/notify.ts';
import type { Commit } from './commit-status/forge-request.ts';

/** What the queue of a receiver holds. Other versions of Flowgate have queued the same. */
export type QueuedMessage = EventMessage | CollectedMessage | StatusMessage;

interface Queued {
  /** Unique for a receiver. */
  readonly id: string;
}

/** To a program. */
export interface EventMessage extends Queued {
  /** A CloudEvent in JSON. */
  readonly body: string;
}

/** To people: tells what was collected. Its id is that of the first item. */
interface CollectedMessage extends Queued {
  readonly items: readonly NotificationItem[];
}

/** To a forge: the state of an execution has changed. The status is that of the record when it is sent. */
export interface StatusMessage extends Queued {
  readonly executionId: string;
  readonly commit: Commit;
}

/** One thing to tell people. */
export interface NotificationItem {
  /** The same each time it is found; unique for a receiver. */
  readonly id: string;
  readonly on: NotifyWord;
  readonly executionId: string;
  readonly flow: FlowKey;
  /** For LATE: the duration as the author wrote it. */
  readonly after?: string;
}

export interface NotificationCounts {
  /** What is not sent yet. */
  readonly pending: number;
  /** Deliveries that were given up; they are kept for a week, at most `maxKeptFailures`. */
  readonly failed: number;
}

/** Beyond this, a receiver loses messages. */
export const maxPending = 10_000;
export const maxKeptFailures = 1000;
/** More than the relay can move twice. */
export const maxKeptDeliveries = 1000;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Milliseconds before each retry, as Standard Webhooks recommends: the last one is about a day after the event. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour,
];
