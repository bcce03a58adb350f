import type { NotificationItem } from './notification-item.ts';

/**
 * Collects what a receiver is told, so that many things become one message. What is collected survives the death of a
 * process, and an item with a known id is not collected again. Receivers are named by their queues. Methods throw
 * AppError `store-unavailable`.
 */
export interface NotificationBuffer {
  /** @returns how many were lost because there are too many */
  collect(receiver: string, items: readonly NotificationItem[], now: Date): Promise<number>;
  /**
   * The items of the next message, if it is due; the same ones until `sent`.
   * @param pace milliseconds
   */
  seal(receiver: string, now: Date, pace: CollectingPace): Promise<readonly NotificationItem[]>;
  /** The sealed message is in the queue. */
  sent(receiver: string): Promise<void>;
  /** When the message of what is collected is due; undefined if nothing is. */
  due(receiver: string, pace: CollectingPace): Promise<Date | undefined>;
  /** How many items wait for their message. */
  count(receiver: string): Promise<number>;
}

export interface CollectingPace {
  /** From the first item to its message. */
  readonly delay: number;
  /** From one message to the next one. */
  readonly interval: number;
}

export const collectingPace: CollectingPace = { delay: 10_000, interval: 60_000 };

/** How many ids are known; more than the relay can move twice. */
export const maxKnownItems = 10_000;
