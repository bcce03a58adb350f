import type { ConnectionOptions } from 'bullmq';
import { BullQueue } from '../../store/redis/bull-queue.ts';
import { queueNames } from '../../store/redis/key-table.ts';
import type { EventMessage } from './event-sender.ts';
import {
  maxKeptDeliveries,
  maxKeptFailures,
  type NotificationCounts,
  type NotificationQueue,
  type QueuedMessage,
} from './notification-queue.ts';

export const notificationQueueName = (receiver: string): string => queueNames.notifications + receiver;

const week = 7 * 24 * 60 * 60;

/** The deliveries to one receiver on BullMQ. */
export class BullNotificationQueue<Message extends QueuedMessage = EventMessage> implements NotificationQueue<Message> {
  readonly #queue: BullQueue<Message>;
  readonly #attempts: number;

  /**
   * @param receiver the name of the receiver
   * @param connection one that fails immediately while Redis is unavailable
   */
  constructor(receiver: string, connection: ConnectionOptions, attempts: number) {
    this.#queue = new BullQueue(notificationQueueName(receiver), connection);
    this.#attempts = attempts;
  }

  async add(messages: readonly Message[]): Promise<void> {
    const common = {
      attempts: this.#attempts,
      backoff: { type: 'custom' },
      removeOnComplete: { count: maxKeptDeliveries },
      removeOnFail: { count: maxKeptFailures, age: week },
    };
    const jobs = messages.map((data) => ({ name: 'event', data, opts: { ...common, jobId: data.id } }));
    // The types of BullMQ derive the names and data of jobs from the queue's, which is generic here.
    await this.#queue.do((queue) => queue.addBulk(jobs as Parameters<typeof queue.addBulk>[0]));
  }

  async counts(): Promise<NotificationCounts> {
    const counts = await this.#queue.do((queue) => queue.getJobCounts('waiting', 'delayed', 'active', 'failed'));
    const { waiting = 0, delayed = 0, active = 0, failed = 0 } = counts;
    return { pending: waiting + delayed + active, failed };
  }

  /** When the next retry is due; undefined without any. @throws {AppError} store-unavailable */
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
