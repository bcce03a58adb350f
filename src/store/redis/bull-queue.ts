import type { ConnectionOptions, Queue, QueueOptions } from 'bullmq';
import { keyRoot } from './key-table.ts';
import { onRedis } from './on-redis.ts';

/** A BullMQ queue, opened by its first call: BullMQ takes a while to load, which would delay startup. */
export class BullQueue<Data> {
  readonly #name: string;
  readonly #connection: ConnectionOptions;
  readonly #settings: QueueOptions['settings'];
  #opened: Promise<Queue<Data>> | undefined;

  /** @param connection one that fails immediately while Redis is unavailable; it stays open when the queue is closed */
  constructor(name: string, connection: ConnectionOptions, settings?: QueueOptions['settings']) {
    this.#name = name;
    this.#connection = connection;
    this.#settings = settings;
  }

  /** @throws {AppError} store-unavailable */
  async do<Result>(step: (queue: Queue<Data>) => Promise<Result>): Promise<Result> {
    const queue = await this.#open();
    return onRedis(() => step(queue));
  }

  async close(): Promise<void> {
    const queue = await this.#opened?.catch(() => undefined);
    await queue?.close().catch(() => undefined); // Redis may already be stopped
  }

  async #open(): Promise<Queue<Data>> {
    const opened = (this.#opened ??= openQueue<Data>(this.#name, this.#connection, this.#settings));
    try {
      return await opened;
    } catch (error) {
      // A queue opened without Redis would reject every later call.
      if (this.#opened === opened) this.#opened = undefined;
      throw error;
    }
  }
}

async function openQueue<Data>(
  name: string,
  connection: ConnectionOptions,
  settings: QueueOptions['settings'],
): Promise<Queue<Data>> {
  const { Queue } = await import('bullmq');
  const queue = new Queue<Data>(name, {
    connection,
    prefix: keyRoot,
    skipWaitingForReady: true,
    ...(settings && { settings }),
  });
  queue.on('error', () => undefined); // every call reports its own error; the owner of the connection handles the rest
  try {
    await onRedis(() => queue.waitUntilReady());
    return queue;
  } catch (error) {
    await queue.close().catch(() => undefined);
    throw error;
  }
}
