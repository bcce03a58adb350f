import type { ConnectionOptions } from 'bullmq';
import { BullQueue } from '../../store/redis/bull-queue.ts';
import { queueNames } from '../../store/redis/key-table.ts';
import {
  maxKeptDeliveries,
  maxKeptFailures,
  retryDelays,
  type NotificationCounts,
  type QueuedMessage,
} from './notification-queue.ts';

export const notificationQueueName = (receiver: string): string => queueNames.notifications + receiver;

const week = 7 * 24 * 60 * 60;
const jobOptions = {
  attempts: retryDelays.length + 1,
  backoff: { type: 'custom' },
  removeOnComplete: { count: maxKeptDeliveries },
  removeOnFail: { count: maxKeptFailures, age: week },
};

/**
 * The deliveries to one receiver on BullMQ. A message with the same ID is queued once, also while it is one of the
 * latest `maxKeptDeliveries` that were delivered: so what a process moves again after its death is not delivered again.
 * Deliveries survive the death of the process that makes them. Methods throw AppError `store-unavailable`.
 */
export class BullNotificationQueue {
  readonly #queue: BullQueue<QueuedMessage>;

  /**
   * @param receiver the name of the receiver's queue
   * @param connection one that fails immediately while Redis is unavailable
   */
  constructor(receiver: string, connection: ConnectionOptions) {
    this.#queue = new BullQueue(notificationQueueName(receiver), connection);
  }

  async add(messages: readonly QueuedMessage[]): Promise<void> {
    const jobs = messages.map((data) => ({ name: 'event', data, opts: { ...jobOptions, jobId: data.id } }));
    await this.#queue.do((queue) => queue.addBulk(jobs));
  }

  async counts(): Promise<NotificationCounts> {
    const counts = await this.#queue.do((queue) => queue.getJobCounts('waiting', 'delayed', 'active', 'failed'));
    const { waiting = 0, delayed = 0, active = 0, failed = 0 } = counts;
    return { pending: waiting + delayed + active, failed };
  }

  /** When the next retry is due; undefined without any. */
  async nextRetry(): Promise<Date | undefined> {
    const [job] = await this.#queue.do((queue) => queue.getDelayed(0, 0));
    const queuedAt = job?.processedOn ?? job?.timestamp;
    return job === undefined || queuedAt === undefined ? undefined : new Date(queuedAt + job.delay);
  }

  /** Removes every delivery, and the queue itself; a thousand at a time. */
  async removeAll(): Promise<void> {
    await this.#queue.do((queue) => queue.obliterate({ force: true, count: 1000 }));
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
