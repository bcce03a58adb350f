import type { ConnectionOptions } from 'bullmq';
import { BullQueue } from '../../store/redis/bull-queue.ts';
import type { TriggerQueue } from '../record/trigger-queue.ts';

export const triggerQueueName = 'triggers';

export interface TriggerJob {
  readonly executionId: string;
  /** How often it was tried again with backoff. */
  readonly retries: number;
}

/** The trigger queue on BullMQ. */
export class BullTriggerQueue implements TriggerQueue {
  readonly #queue: BullQueue<TriggerJob>;

  /** @param connection one that fails at once while Redis is away */
  constructor(connection: ConnectionOptions) {
    this.#queue = new BullQueue(triggerQueueName, connection);
  }

  async add(executionId: string): Promise<void> {
    // Whatever is left of an entry that is done with would keep the same id out.
    const options = { jobId: executionId, removeOnComplete: true, removeOnFail: true };
    await this.#queue.do((queue) => queue.add('trigger', { executionId, retries: 0 }, options));
  }

  depth(): Promise<number> {
    return this.#queue.do((queue) => queue.getJobCountByTypes('waiting', 'delayed', 'prioritized'));
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
