import type { ConnectionOptions, Job, Worker } from 'bullmq';
import { openWorker } from '../redis/bull-worker.ts';
import { scheduleQueueName } from './bull-schedule-queue.ts';
import type { Schedule, Tick } from './schedule-queue.ts';

export interface ScheduleWorkerOptions {
  /** A connection of its own that waits for Redis for as long as it takes. */
  readonly connection: ConnectionOptions;
  /** Rejects when the tick shall come up again. */
  readonly fire: (tick: Tick) => Promise<void>;
  readonly report: (error: Error) => void;
}

const concurrency = 5;

/** Takes ticks until it is stopped. */
export class BullScheduleWorker {
  readonly #worker: Worker<Schedule>;

  constructor({ connection, fire, report }: ScheduleWorkerOptions) {
    this.#worker = openWorker(scheduleQueueName, connection, {
      work: (job: Job<Schedule>) => fire({ ...job.data, at: dueTime(job) }),
      concurrency,
      report,
    });
  }

  /** Takes no further ticks and waits for those it works on. */
  async stop(): Promise<void> {
    await this.#worker.close();
  }
}

/** The id of a tick's job ends with the time at which it is due, whenever it comes up. */
function dueTime({ id = '' }: Job<Schedule>): Date {
  return new Date(Number(id.slice(id.lastIndexOf(':') + 1)));
}
