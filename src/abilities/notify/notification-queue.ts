import type { EventMessage } from './event-sender.ts';

/** A message to a receiver. */
export interface QueuedMessage {
  /** Unique for a receiver. */
  readonly id: string;
}

/**
 * The deliveries to one receiver. A message with the same ID is queued once, also while it is one of the latest
 * `maxKeptDeliveries` that were delivered: so what a process moves again after its death is not delivered again.
 * Deliveries survive the death of the process that makes them. Methods throw AppError `store-unavailable`.
 */
export interface NotificationQueue<Message extends QueuedMessage = EventMessage> {
  add(messages: readonly Message[]): Promise<void>;
  counts(): Promise<NotificationCounts>;
  close(): Promise<void>;
}

export interface NotificationCounts {
  /** Deliveries that are not sent yet. */
  readonly pending: number;
  /** Deliveries that were given up; they are kept for a week, at most `maxKeptFailures`. */
  readonly failed: number;
}

/** Receivers of one origin share a row, because a path, which can contain a token, is not shown. */
export function countsByOrigin(
  counted: readonly (readonly [string, NotificationCounts])[],
): ReadonlyMap<string, NotificationCounts> {
  const sums = new Map<string, NotificationCounts>();
  for (const [origin, { pending, failed }] of counted) {
    const sum = sums.get(origin) ?? { pending: 0, failed: 0 };
    sums.set(origin, { pending: sum.pending + pending, failed: sum.failed + failed });
  }
  return sums;
}

/** Beyond this, a receiver loses events. */
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
