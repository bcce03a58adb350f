import type { ConnectionOptions } from 'bullmq';
import { defaultController } from '../../../lifecycle/execution-record.ts';
import { BullQueue } from '../../redis/bull-queue.ts';
import { queueNames } from '../../redis/key-table.ts';

export interface StartJob {
  readonly executionId: string;
  /** The number of retries with backoff so far. */
  readonly retries: number;
}

/** Whether an entry is complete or must be processed again. */
export type StartOutcome = 'done' | { readonly again: 'soon' | 'in a second' | 'with backoff' };

/** The queue for the executions of a controller. */
export function startQueueName(controller = defaultController): string {
  return controller === defaultController ? queueNames.starts : `${queueNames.startsOn}${controller}`;
}

export interface BullStartQueueOptions {
  /** One that fails immediately while Redis is unavailable. */
  readonly connection: ConnectionOptions;
  /** The controller of an execution; undefined for the default one. */
  readonly controllerOf: (executionId: string) => Promise<string | undefined>;
  /** The names of all controllers. */
  readonly controllers: readonly string[];
}

/**
 * Executions that a worker must turn into builds, on BullMQ: a queue for each controller, so that none waits for another.
 * An entry contains only the ID; everything else comes from the store. The same ID is queued at most once: a second entry
 * is dropped while the first one waits or is being processed. An entry survives the death of the worker that processes
 * it. Rejects immediately while the queue is unreachable.
 */
export class BullStartQueue {
  readonly #options: BullStartQueueOptions;
  readonly #queues = new Map<string, BullQueue<StartJob>>();

  constructor(options: BullStartQueueOptions) {
    this.#options = options;
  }

  async add(executionId: string): Promise<void> {
    // A finished entry that is kept would block the same ID.
    const options = { jobId: executionId, removeOnComplete: true, removeOnFail: true };
    const { controllers, controllerOf } = this.#options;
    const isOnlyDefault = controllers.every((name) => name === defaultController);
    const controller = isOnlyDefault ? undefined : await controllerOf(executionId);
    await this.#of(controller).do((queue) => queue.add('start', { executionId, retries: 0 }, options));
  }

  /** The number of waiting entries, of one controller or of all. */
  async depth(controller?: string): Promise<number> {
    const names = controller === undefined ? new Set([defaultController, ...this.#options.controllers]) : [controller];
    const depths = [...names].map((name) =>
      this.#of(name).do((queue) => queue.getJobCountByTypes('waiting', 'delayed', 'prioritized')),
    );
    return (await Promise.all(depths)).reduce((sum, depth) => sum + depth, 0);
  }

  /** Removes the queue of a controller that is gone; that of the default one stays, because others use it too. */
  async remove(controller: string): Promise<void> {
    if (controller !== defaultController)
      await this.#of(controller).do((queue) => queue.obliterate({ force: true, count: 1000 }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }

  #of(controller?: string): BullQueue<StartJob> {
    const name = startQueueName(controller);
    const queue = this.#queues.get(name) ?? new BullQueue<StartJob>(name, this.#options.connection);
    this.#queues.set(name, queue);
    return queue;
  }
}
