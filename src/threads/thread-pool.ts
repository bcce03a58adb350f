import { ownWork, type WorkOwner } from '../language/patterns/bounded-engine.ts';
import { FairQueue, type QueueLimits } from './fair-queue.ts';
import { AppError } from '../problem/app-error.ts';
import { WorkerThread, type ThreadOutcome, type ThreadProgram } from './worker-thread.ts';

export interface ThreadPoolOptions {
  readonly program: ThreadProgram;
  /** How many threads there are at most; each is started when it is first needed, and again when it ended. */
  readonly threads: number;
  /** How much work may wait. */
  readonly maxWaiting: QueueLimits;
}

export interface WorkOptions {
  /** Owners take turns. */
  readonly owner: WorkOwner;
  /** The time limit, which does not run while the work waits. */
  readonly milliseconds: number;
}

interface Job<Work, Result> extends Pick<WorkOptions, 'milliseconds'> {
  readonly work: Work;
  readonly owner: WorkOwner;
  readonly resolve: (outcome: ThreadOutcome<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does plain work in threads of its own, so that this one stays free for requests. Where there are several, no owner has
 * all of them at a time: whoever comes next need not wait for a large document of another.
 */
export class ThreadPool<Work, Result> {
  readonly #options: ThreadPoolOptions;
  readonly #waiting: FairQueue<Job<Work, Result>>;
  readonly #idle: WorkerThread<Work, Result>[] = [];
  /** With the owners of what they do. */
  readonly #busy = new Map<WorkerThread<Work, Result>, WorkOwner>();
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#waiting = new FairQueue(options.maxWaiting);
  }

  /** What the work throws is thrown. @throws {AppError} too-busy, when too much waits already or the pool is closed; only for the latter where it is `ownWork` */
  async run(work: Work, { owner, milliseconds }: WorkOptions): Promise<ThreadOutcome<Result>> {
    if (this.#isClosed || (owner !== ownWork && !this.#waiting.hasRoom(owner))) throw tooBusy();
    return new Promise((resolve, reject) => {
      this.#waiting.add(owner, { work, owner, milliseconds, resolve, reject });
      this.#startNext();
    });
  }

  /** Ends the threads; work that waits or is under way is rejected as too busy. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.clear()) job.reject(tooBusy());
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((thread) => thread.end()));
  }

  #startNext(): void {
    if (this.#busy.size >= this.#options.threads) return;
    const job = this.#waiting.take({ mayHave: (owner) => this.#mayHaveThread(owner) });
    if (job === undefined) return;
    const thread = this.#takeIdle() ?? new WorkerThread<Work, Result>(this.#options.program);
    this.#busy.set(thread, job.owner);
    void this.#perform(job, thread);
  }

  #mayHaveThread(owner: WorkOwner): boolean {
    const has = [...this.#busy.values()].filter((other) => other === owner).length;
    return has < Math.max(1, this.#options.threads - 1);
  }

  /** One that has not ended while it was idle. */
  #takeIdle(): WorkerThread<Work, Result> | undefined {
    let thread = this.#idle.pop();
    while (thread?.isOver === true) thread = this.#idle.pop();
    return thread;
  }

  async #perform(job: Job<Work, Result>, thread: WorkerThread<Work, Result>): Promise<void> {
    try {
      const outcome = await thread.perform(job.work, job.milliseconds);
      if (this.#isClosed) job.reject(tooBusy());
      else job.resolve(outcome);
    } catch (error) {
      job.reject(error);
    }
    this.#busy.delete(thread);
    if (!thread.isOver) this.#idle.push(thread);
    if (!this.#isClosed) this.#startNext();
  }
}

function tooBusy(): AppError {
  return new AppError('too-busy', 'Too many large documents are being checked at the moment; try again in a second.');
}
