import { ownWork, type WorkOwner } from '../language/patterns/bounded-engine.ts';
import { AppError } from '../problem/app-error.ts';
import { FairQueue, type QueueLimits } from './fair-queue.ts';
import { WorkerThread, type ThreadOutcome, type ThreadProgram } from './worker-thread.ts';

export interface ThreadPoolOptions<Work> {
  readonly program: ThreadProgram;
  /** How many threads there are at most; each is started with the first work for it, and again when it has ended. */
  readonly threads: number;
  /** How many of them one owner has at a time; all but one when absent, so that who comes next need not wait. */
  readonly threadsPerOwner?: number;
  /** How much work may wait. */
  readonly maxWaiting: QueueLimits;
  /** What never has the last thread; nothing when absent. */
  readonly slow?: SlowWorkMemory<Work>;
  /** The message of `too-busy`. */
  readonly tooBusy: string;
}

/** Remembers what was slow lately, and whose it was. */
export interface SlowWorkMemory<Work> {
  hasOwner(owner: WorkOwner): boolean;
  /** Of the work of one owner, this comes last. */
  hasWork(work: Work): boolean;
  /** Told of each outcome. @param milliseconds how long it took, by the clock on the wall */
  note(done: {
    readonly work: Work;
    readonly owner: WorkOwner;
    readonly kind: ThreadOutcome<unknown>['kind'];
    readonly milliseconds: number;
  }): void;
}

export interface WorkOptions {
  /** Owners take turns. */
  readonly owner: WorkOwner;
  /** The time limit, which does not run while the work waits. */
  readonly milliseconds: number;
}

interface Job<Work, Result> extends WorkOptions {
  readonly work: Work;
  readonly resolve: (outcome: ThreadOutcome<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** The place of a thread. */
interface Place<Work, Result> {
  /** Takes nothing that was slow, and nothing of owners whose work was. */
  readonly isLast: boolean;
  thread?: WorkerThread<Work, Result>;
  job?: Job<Work, Result>;
}

/** Does plain work in threads of its own, so that this one stays free for requests. */
export class ThreadPool<Work, Result> {
  readonly #options: ThreadPoolOptions<Work>;
  readonly #waiting: FairQueue<Job<Work, Result>>;
  readonly #places: readonly Place<Work, Result>[];
  #isClosed = false;

  constructor(options: ThreadPoolOptions<Work>) {
    this.#options = options;
    this.#waiting = new FairQueue(options.maxWaiting);
    this.#places = Array.from({ length: options.threads }, (_, index) => ({ isLast: index === options.threads - 1 }));
  }

  /**
   * What the work throws is thrown, and so is why its thread ended on its own.
   * @throws {AppError} too-busy, when too much waits already or the pool is closed; only for the latter where it is `ownWork`
   */
  async run(work: Work, { owner, milliseconds }: WorkOptions): Promise<ThreadOutcome<Result>> {
    if (this.#isClosed || (owner !== ownWork && !this.#waiting.hasRoom(owner))) throw this.#tooBusy();
    return new Promise((resolve, reject) => {
      this.#waiting.add(owner, { work, owner, milliseconds, resolve, reject });
      this.#startNext();
    });
  }

  /** Ends the threads; work that waits or is under way is rejected as too busy. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#places.flatMap(({ job }) => job ?? []), ...this.#waiting.clear()];
    for (const job of jobs) job.reject(this.#tooBusy());
    await Promise.all(this.#places.map(({ thread }) => thread?.end()));
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
      mayHave: (owner) => this.#mayHaveThread(owner) && !(isLast && slow?.hasOwner(owner) === true),
      isPrompt: isQuick,
      ...(isLast && { isAllowed: isQuick }),
    });
  }

  #mayHaveThread(owner: WorkOwner): boolean {
    const { threads, threadsPerOwner = Math.max(1, threads - 1) } = this.#options;
    return this.#places.filter(({ job }) => job?.owner === owner).length < threadsPerOwner;
  }

  async #perform(job: Job<Work, Result>, place: Place<Work, Result>): Promise<void> {
    const { program, slow } = this.#options;
    // One may have ended while it was idle.
    if (place.thread === undefined || place.thread.isOver) place.thread = new WorkerThread(program);
    try {
      const { outcome, milliseconds } = await place.thread.perform(job.work, job.milliseconds);
      slow?.note({ work: job.work, owner: job.owner, kind: outcome.kind, milliseconds });
      job.resolve(outcome);
    } catch (error) {
      job.reject(error);
    }
    place.job = undefined;
    if (this.#isClosed) return;
    // The next work is not to wait for the start of a thread.
    if (place.thread.isOver) place.thread = new WorkerThread(program);
    this.#startNext();
  }

  #tooBusy(): AppError {
    return new AppError('too-busy', this.#options.tooBusy);
  }
}
