import { DelayedError, type ConnectionOptions, type Job, type Worker } from 'bullmq';
import { openWorker } from '../../redis/bull-worker.ts';
import { startQueueName, type StartJob, type StartOutcome } from './bull-start-queue.ts';

export interface StartWorkerOptions {
  /** A dedicated connection that waits until Redis is available. */
  readonly connection: ConnectionOptions;
  /** Whose executions it starts; the default one if it is undefined. */
  readonly controller?: string | undefined;
  readonly start: (executionId: string) => Promise<StartOutcome>;
  readonly report: (error: Error) => void;
}

// A worker spends most of its time waiting for Jenkins.
const concurrency = 20;
// Another worker is processing the same flow and will be done in a moment.
const soonMilliseconds = 100;
const firstBackoff = 1_000;
const maxBackoff = 30_000;

/** Processes the queue of executions to start until it is stopped. */
export class BullStartWorker {
  readonly #worker: Worker<StartJob>;

  constructor({ connection, controller, start, report }: StartWorkerOptions) {
    const removal = { removeOnComplete: { count: 0 }, removeOnFail: { count: 0 } };
    this.#worker = openWorker(startQueueName(controller), connection, {
      work: (job, token) => work(job, token, start),
      concurrency,
      report,
      removal,
    });
  }

  /** Accepts no further entries and waits for those in progress. */
  async stop(): Promise<void> {
    await this.#worker.close();
  }
}

async function work(job: Job<StartJob>, token: string | undefined, start: StartWorkerOptions['start']): Promise<void> {
  const outcome = await start(job.data.executionId);
  if (outcome === 'done') return;
  let delay = outcome.again === 'in a second' ? 1_000 : soonMilliseconds;
  if (outcome.again === 'with backoff') {
    delay = Math.min(maxBackoff, firstBackoff * 2 ** job.data.retries);
    await job.updateData({ ...job.data, retries: job.data.retries + 1 });
  }
  // Jitter keeps entries that failed together from being retried together.
  await job.moveToDelayed(Date.now() + delay * (0.75 + Math.random() / 2), token);
  throw new DelayedError();
}
