import { AppError } from '../../base/problem/app-error.ts';
import { ownWork, type WorkOwner } from '../safe-patterns/bounded-runner.ts';
import { FairQueue, type QueueLimits } from './fair-queue.ts';
import type { SlowOwners } from './slow-owners.ts';
import { WorkerProcess, type ProcessOutcome, type ProcessProgram } from './worker-process.ts';

export interface ProcessPoolOptions<Work> {
  readonly program: ProcessProgram;
  /** Max processes; each is started when there is work for it, and restarted after it has ended. */
  readonly processes: number;
  /** Max processes of one owner at a time; by default all but one, so that another owner need not wait. */
  readonly processesPerOwner?: number;
  /** Max waiting work. */
  readonly maxWaiting: QueueLimits;
  /** Work that never gets the last of several processes; none by default. */
  readonly slow?: SlowOwners<Work>;
  /** The message of `too-busy`. */
  readonly tooBusy: string;
}

export interface WorkOptions {
  /** Owners take turns. */
  readonly owner: WorkOwner;
  /** The time limit, which does not include waiting. */
  readonly milliseconds: number;
}

interface Job<Work, Result> extends WorkOptions {
  readonly work: Work;
  readonly resolve: (outcome: ProcessOutcome<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** A slot for a process. */
interface Place<Work, Result> {
  /** Accepts no slow work, and no work of owners whose work was slow. */
  readonly isLast: boolean;
  process?: WorkerProcess<Work, Result> | undefined;
  job?: Job<Work, Result>;
}

/** Runs plain work in its own processes, so that this one stays free for requests and outlives whatever the work does. */
export class ProcessPool<Work, Result> {
  readonly #options: ProcessPoolOptions<Work>;
  readonly #waiting: FairQueue<Job<Work, Result>>;
  readonly #places: readonly Place<Work, Result>[];
  #isClosed = false;

  constructor(options: ProcessPoolOptions<Work>) {
    this.#options = options;
    this.#waiting = new FairQueue(options.maxWaiting);
    this.#places = Array.from({ length: options.processes }, (_, index) => ({
      isLast: index === options.processes - 1,
    }));
  }

  /**
   * Rethrows errors of the work, and an error if the process ended unexpectedly.
   * @throws {AppError} too-busy if the queue is full, the pool is closed, or the system cannot start a process; for
   * `ownWork` only if it is closed
   */
  async run(work: Work, { owner, milliseconds }: WorkOptions): Promise<ProcessOutcome<Result>> {
    if (this.#isClosed || (owner !== ownWork && !this.#waiting.hasRoom(owner))) throw this.#tooBusy();
    return new Promise((resolve, reject) => {
      this.#waiting.add(owner, { work, owner, milliseconds, resolve, reject });
      this.#startNext();
    });
  }

  /** Ends the processes; waiting and running work is rejected as too busy. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#places.flatMap(({ job }) => job ?? []), ...this.#waiting.clear()];
    for (const job of jobs) job.reject(this.#tooBusy());
    await Promise.all(this.#places.map(({ process }) => process?.end()));
  }

  #startNext(): void {
    for (const place of this.#places) {
      if (place.job !== undefined) continue;
      const job = this.#takeFor(place);
      if (job === undefined) continue;
      place.job = job;
      void this.#perform(job, place);
    }
  }

  #takeFor({ isLast }: Place<Work, Result>): Job<Work, Result> | undefined {
    const { slow } = this.#options;
    const isQuick = ({ work }: Job<Work, Result>): boolean => slow?.hasWork(work) !== true;
    return this.#waiting.take({
      mayHave: (owner) => this.#mayHaveProcess(owner) && !(isLast && slow?.hasOwner(owner) === true),
      isPrompt: isQuick,
      ...(isLast && { isAllowed: isQuick }),
    });
  }

  #mayHaveProcess(owner: WorkOwner): boolean {
    const { processes, processesPerOwner = Math.max(1, processes - 1) } = this.#options;
    return this.#places.filter(({ job }) => job?.owner === owner).length < processesPerOwner;
  }

  async #perform(job: Job<Work, Result>, place: Place<Work, Result>): Promise<void> {
    const { program, slow } = this.#options;
    try {
      // A process may have ended while it was idle.
      if (place.process === undefined || place.process.isOver) place.process = new WorkerProcess(program);
      const { outcome, milliseconds } = await place.process.perform(job.work, job.milliseconds);
      slow?.note({ work: job.work, owner: job.owner, kind: outcome.kind, milliseconds });
      job.resolve(outcome);
      if (place.process.isOver) this.#restart(place);
    } catch (error) {
      const isNotStarted = isStartError(error);
      job.reject(isNotStarted && job.owner !== ownWork ? this.#tooBusy(error) : error);
      if (isNotStarted) place.process = undefined;
      else if (place.process?.isOver === true) this.#restart(place);
    }
    place.job = undefined;
    if (!this.#isClosed) this.#startNext();
  }

  /** Starts the process now, so that the next work does not wait for it. */
  #restart(place: Place<Work, Result>): void {
    if (this.#isClosed) return;
    try {
      place.process = new WorkerProcess(this.#options.program);
    } catch {
      place.process = undefined; // the next work tries again
    }
  }

  #tooBusy(cause?: unknown): AppError {
    return new AppError('too-busy', this.#options.tooBusy, {}, { cause });
  }
}

/** Whether the system could not start a process, for lack of memory, processes or open files. */
function isStartError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && String(error.syscall).startsWith('spawn');
}
