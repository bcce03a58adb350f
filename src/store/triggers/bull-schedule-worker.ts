import type { ConnectionOptions, Job, Worker } from 'bullmq';
import { openWorker } from '../redis/bull-worker.ts';
import { queueNames } from '../redis/key-table.ts';
import { repeatStrategy } from './bull-repeat-strategy.ts';
import { ticksOf } from './next-tick.ts';
import type { Schedule, Tick } from './schedule.ts';

export interface ScheduleWorkerOptions {
  /** A dedicated connection that waits until Redis is available. */
  readonly connection: ConnectionOptions;
  /** Rejects if the tick must be retried. */
  readonly process: (tick: Tick) => Promise<void>;
  readonly report: (error: Error) => void;
}

const concurrency = 5;

/** Processes ticks until it is stopped. */
export class BullScheduleWorker {
  readonly #worker: Worker<Schedule>;

  constructor({ connection, process, report }: ScheduleWorkerOptions) {
    this.#worker = openWorker(queueNames.schedules, connection, {
      work: async (job: Job<Schedule>) => {
        const due = dueTime(job);
        const ticks = await ticksOf(job.data, due);
        // A gateway with other time zone data may have computed a time that has none here.
        for (const at of ticks.length > 0 ? ticks : [due]) await process({ ...job.data, at });
      },
      repeat: repeatStrategy,
      concurrency,
      report,
    });
  }

  /** Accepts no further ticks and waits for those in progress. */
  async stop(): Promise<void> {
    await this.#worker.close();
  }
}

/** The ID of a tick's job ends with its due time, whenever it is processed. */
function dueTime({ id = '' }: Job<Schedule>): Date {
  return new Date(Number(id.slice(id.lastIndexOf(':') + 1)));
}
