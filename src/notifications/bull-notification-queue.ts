import type { ConnectionOptions } from 'bullmq';
import { BullQueue } from '../store/redis/bull-queue.ts';
import { queueNames } from '../store/redis/key-table.ts';
import type { EventMessage } from './event-sender.ts';
import { maxKeptFailures, type NotificationCounts, type NotificationQueue } from './notification-queue.ts';

export const notificationQueueName = (receiver: string): string => queueNames.notifications + receiver;

const week = 7 * 24 * 60 * 60;

/** The deliveries to one receiver on BullMQ. */
export class BullNotificationQueue implements NotificationQueue {
  readonly #queue: BullQueue<EventMessage>;
  readonly #attempts: number;

  /**
   * @param receiver the name of the receiver
   * @param connection one that fails immediately while Redis is unavailable
   */
  constructor(receiver: string, connection: ConnectionOptions, attempts: number) {
    this.#queue = new BullQueue(notificationQueueName(receiver), connection);
    this.#attempts = attempts;
  }

  async add(messages: readonly EventMessage[]): Promise<void> {
    const common = {
      attempts: this.#attempts,
      backoff: { type: 'custom' },
      removeOnComplete: true,
      removeOnFail: { count: maxKeptFailures, age: week },
    };
    const jobs = messages.map((data) => ({ name: 'event', data, opts: { ...common, jobId: data.id } }));
    await this.#queue.do((queue) => queue.addBulk(jobs));
  }

  async counts(): Promise<NotificationCounts> {
    const counts = await this.#queue.do((queue) => queue.getJobCounts('waiting', 'delayed', 'active', 'failed'));
    const { waiting = 0, delayed = 0, active = 0, failed = 0 } = counts;
    return { waiting: waiting + delayed + active, failed };
  }

  /** Removes every delivery, and the queue itself; a thousand at a time. */
  async removeAll(): Promise<void> {
    await this.#queue.do((queue) => queue.obliterate({ force: true, count: 1000 }));
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
