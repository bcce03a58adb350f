import { ownWork, type WorkOwner } from '../language/safe-patterns/bounded-runner.ts';
import { AppError } from '../problem/app-error.ts';
import { FairQueue, type QueueLimits } from './fair-queue.ts';
import { WorkerThread, type ThreadOutcome, type ThreadProgram } from './worker-thread.ts';

export interface ThreadPoolOptions<Work> {
  readonly program: ThreadProgram;
  /** Max threads; each is started when there is work for it, and restarted after it has ended. */
  readonly threads: number;
  /** Max threads of one owner at a time; by default all but one, so that another owner need not wait. */
  readonly threadsPerOwner?: number;
  /** Max waiting work. */
  readonly maxWaiting: QueueLimits;
  /** Work that never gets the last thread; none by default. */
  readonly slow?: SlowWorkMemory<Work>;
  /** The message of `too-busy`. */
  readonly tooBusy: string;
}

/** Remembers which work was slow recently, and its owner. */
export interface SlowWorkMemory<Work> {
  hasOwner(owner: WorkOwner): boolean;
  /** Work that goes last among the work of its owner. */
  hasWork(work: Work): boolean;
  /** Called with each outcome. @param milliseconds wall-clock time */
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
  /** The time limit, which does not include waiting. */
  readonly milliseconds: number;
}

interface Job<Work, Result> extends WorkOptions {
  readonly work: Work;
  readonly resolve: (outcome: ThreadOutcome<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** A slot for a thread. */
interface Place<Work, Result> {
  /** Accepts no slow work, and no work of owners whose work was slow. */
  readonly isLast: boolean;
  thread?: WorkerThread<Work, Result>;
  job?: Job<Work, Result>;
}

/** Runs plain work in its own threads, so that this thread stays free for requests. */
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
   * Rethrows errors of the work, and an error if the thread ended unexpectedly.
   * @throws {AppError} too-busy if the queue is full or the pool is closed; for `ownWork` only if it is closed
   */
  async run(work: Work, { owner, milliseconds }: WorkOptions): Promise<ThreadOutcome<Result>> {
    if (this.#isClosed || (owner !== ownWork && !this.#waiting.hasRoom(owner))) throw this.#tooBusy();
    return new Promise((resolve, reject) => {
      this.#waiting.add(owner, { work, owner, milliseconds, resolve, reject });
      this.#startNext();
    });
  }

  /** Terminates the threads; waiting and running work is rejected as too busy. */
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
    // A thread may have ended while it was idle.
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
    // Start the thread now, so that the next work does not wait for it.
    if (place.thread.isOver) place.thread = new WorkerThread(program);
    this.#startNext();
  }

  #tooBusy(): AppError {
    return new AppError('too-busy', this.#options.tooBusy);
  }
}
