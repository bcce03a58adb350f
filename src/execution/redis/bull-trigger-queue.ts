import type { ConnectionOptions } from 'bullmq';
import { BullQueue } from '../../store/redis/bull-queue.ts';
import { queueNames } from '../../store/redis/key-table.ts';
import type { TriggerQueue } from '../record/trigger-queue.ts';

export interface TriggerJob {
  readonly executionId: string;
  /** The number of retries with backoff so far. */
  readonly retries: number;
}

/** The trigger queue on BullMQ. */
export class BullTriggerQueue implements TriggerQueue {
  readonly #queue: BullQueue<TriggerJob>;

  /** @param connection one that fails immediately while Redis is unavailable */
  constructor(connection: ConnectionOptions) {
    this.#queue = new BullQueue(queueNames.triggers, connection);
  }

  async add(executionId: string): Promise<void> {
    // A finished entry that is kept would block the same ID.
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
