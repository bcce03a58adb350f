import { Worker, type ConnectionOptions, type Processor, type RepeatStrategy, type WorkerOptions } from 'bullmq';
import { keyRoot } from './key-table.ts';

export interface QueueWork<Data> {
  readonly work: Processor<Data>;
  /** Max entries in progress at once. */
  readonly concurrency: number;
  /** Called with each error of an entry or of Redis. */
  readonly report: (error: Error) => void;
  /** Called with each failed attempt; `report` by default. */
  readonly failed?: (error: Error) => void;
  /** Milliseconds before the next attempt, by how many were made; for entries with `custom` backoff. */
  readonly backoff?: (attempts: number) => number;
  /** When a scheduler adds its next entry. */
  readonly repeat?: RepeatStrategy;
  /** Which finished entries are removed; by default as set when they were added. */
  readonly removal?: Pick<WorkerOptions, 'removeOnComplete' | 'removeOnFail'>;
}

/** @param connection a dedicated one, which waits until Redis is available */
export function openWorker<Data>(
  name: string,
  connection: ConnectionOptions,
  { work, concurrency, report, failed = report, backoff, repeat, removal }: QueueWork<Data>,
): Worker<Data> {
  const worker = new Worker<Data>(name, work, {
    connection,
    prefix: keyRoot,
    concurrency,
    // An entry whose worker died is retried within seconds; it is never given up, however often workers die.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    settings: { ...(backoff && { backoffStrategy: backoff }), ...(repeat && { repeatStrategy: repeat }) },
    ...removal,
  });
  worker.on('error', report);
  worker.on('failed', (_job, error) => failed(error));
  return worker;
}
