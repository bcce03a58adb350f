import type { ConnectionOptions } from 'bullmq';
import { defaultController } from '../../../lifecycle/execution-record.ts';
import { BullQueue } from '../../redis/bull-queue.ts';
import { queueNames } from '../../redis/key-table.ts';
import type { TriggerQueue } from '../record/trigger-queue.ts';

export interface TriggerJob {
  readonly executionId: string;
  /** The number of retries with backoff so far. */
  readonly retries: number;
}

/** The queue for the executions of a controller. */
export function triggerQueueName(controller = defaultController): string {
  return controller === defaultController ? queueNames.triggers : `${queueNames.triggersOn}${controller}`;
}

export interface BullTriggerQueueOptions {
  /** One that fails immediately while Redis is unavailable. */
  readonly connection: ConnectionOptions;
  /** The controller of an execution; undefined for the default one. */
  readonly controllerOf: (executionId: string) => Promise<string | undefined>;
  /** The names of all controllers. */
  readonly controllers: readonly string[];
}

/** The trigger queue on BullMQ: a queue for each controller, so that none waits for another. */
export class BullTriggerQueue implements TriggerQueue {
  readonly #options: BullTriggerQueueOptions;
  readonly #queues = new Map<string, BullQueue<TriggerJob>>();

  constructor(options: BullTriggerQueueOptions) {
    this.#options = options;
  }

  async add(executionId: string): Promise<void> {
    // A finished entry that is kept would block the same ID.
    const options = { jobId: executionId, removeOnComplete: true, removeOnFail: true };
    const { controllers, controllerOf } = this.#options;
    const isOnlyDefault = controllers.every((name) => name === defaultController);
    const controller = isOnlyDefault ? undefined : await controllerOf(executionId);
    await this.#of(controller).do((queue) => queue.add('trigger', { executionId, retries: 0 }, options));
  }

  async depth(controller?: string): Promise<number> {
    const names = controller === undefined ? new Set([defaultController, ...this.#options.controllers]) : [controller];
    const depths = [...names].map((name) =>
      this.#of(name).do((queue) => queue.getJobCountByTypes('waiting', 'delayed', 'prioritized')),
    );
    return (await Promise.all(depths)).reduce((sum, depth) => sum + depth, 0);
  }

  async remove(controller: string): Promise<void> {
    if (controller !== defaultController)
      await this.#of(controller).do((queue) => queue.obliterate({ force: true, count: 1000 }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
  }

  #of(controller?: string): BullQueue<TriggerJob> {
    const name = triggerQueueName(controller);
    const queue = this.#queues.get(name) ?? new BullQueue<TriggerJob>(name, this.#options.connection);
    this.#queues.set(name, queue);
    return queue;
  }
}
