import { Worker, type ConnectionOptions, type Processor, type WorkerOptions } from 'bullmq';
import { keyRoot } from './key-root.ts';

export interface QueueWork<Data> {
  readonly work: Processor<Data>;
  /** How many entries at once. */
  readonly concurrency: number;
  /** Told of what went wrong, with an entry or with Redis. */
  readonly report: (error: Error) => void;
  /** What becomes of entries that are done with; as whoever added them says when absent. */
  readonly removal?: Pick<WorkerOptions, 'removeOnComplete' | 'removeOnFail'>;
}

/** @param connection one of its own, which waits for Redis for as long as it takes */
export function openWorker<Data>(
  name: string,
  connection: ConnectionOptions,
  { work, concurrency, report, removal }: QueueWork<Data>,
): Worker<Data> {
  const worker = new Worker<Data>(name, work, {
    connection,
    prefix: keyRoot,
    concurrency,
    // An entry whose worker died comes up again within seconds; however often workers die, it is never given up.
    lockDuration: 10_000,
    stalledInterval: 5_000,
    maxStalledCount: Number.MAX_SAFE_INTEGER,
    ...removal,
  });
  worker.on('error', report);
  worker.on('failed', (_job, error) => report(error));
  return worker;
}
