import { LRUCache } from 'lru-cache';
import { processModule } from '../../base/config/package-root.ts';
import { AppError } from '../../base/problem/app-error.ts';
import { messageOf } from '../../base/problem/message-of.ts';
import type { BoundedRunner, WorkOutcome, WorkOwner } from '../safe-patterns/bounded-runner.ts';
import type { BoundedWork } from '../safe-patterns/bounded-work.ts';
import type { BoundedResult } from '../safe-patterns/time-budget.ts';
import type { QueueLimits } from './fair-queue.ts';
import { ProcessPool } from './process-pool.ts';
import { maxExtensions } from './processor-time.ts';
import { runBounded } from './run-bounded.ts';
import { SlowOwners, type DoneWork } from './slow-owners.ts';

/** The limits of a runner; all have defaults. */
export interface RunnerOptions {
  /** The limit for one piece of work, in processor time if the system measures it. */
  readonly milliseconds: number;
  /** At least 2; one is reserved for owners whose work is quick. */
  readonly processes: number;
  readonly waiting: QueueLimits;
}

// Compiling a process's first schema takes about 20 ms, the largest one 150 ms, all other well-behaved work much less.
const defaults: RunnerOptions = { milliseconds: 250, processes: 3, waiting: { all: 500, each: 50 } };

// Compiling a schema takes 1 to 10 ms.
const millisecondsHere = 25;

// Patterns and schemas of authors run there, without access to the environment.
const program = {
  module: processModule('src/language/processes/bounded-work-process'),
  memoryMegabytes: 128,
  maxExtensions,
};

const tooBusy =
  'Too many values are waiting to be checked against slow patterns and JSON Schemas. Try again after the time in Retry-After.';

/**
 * A `BoundedRunner` on a few processes. Work that exceeds its time or memory limit ends with its process, and a new
 * process replaces it. So that slow work delays only its owner, an owner has one process at a time, and neither an owner whose work was slow nor a rule that was slow for any owner gets the last one.
 */
export class WorkerBoundedRunner implements BoundedRunner {
  readonly #milliseconds: number;
  readonly #pool: ProcessPool<BoundedWork, WorkOutcome>;
  #isClosed = false;

  constructor(options: Partial<RunnerOptions> = {}) {
    const { milliseconds, processes, waiting } = { ...defaults, ...options };
    this.#milliseconds = milliseconds;
    this.#pool = new ProcessPool({
      program,
      processes,
      processesPerOwner: 1,
      maxWaiting: waiting,
      slow: new SlowWork(),
      tooBusy,
    });
  }

  async run(work: BoundedWork, owner: WorkOwner): Promise<WorkOutcome> {
    try {
      const outcome = await this.#pool.run(work, { owner, milliseconds: this.#milliseconds });
      return outcome.kind === 'done' ? outcome.result : outcome;
    } catch (error) {
      if (this.#isClosed) return { kind: 'failed', reason: 'the runner is closed' };
      if (error instanceof AppError) throw error;
      return { kind: 'failed', reason: messageOf(error) };
    }
  }

  runHere<T>(work: () => T): BoundedResult<T> {
    return runBounded(millisecondsHere, work);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.close();
  }
}

/** Remembers the patterns and schemas that were slow recently, and the owners of slow work. */
class SlowWork extends SlowOwners<BoundedWork> {
  readonly #patterns = new LRUCache<string, true>({ max: 1_000 });
  /** By identity: flows in use stay in memory. */
  readonly #schemas = new WeakSet<object>();

  constructor() {
    super({ over: 100, remembered: 10_000 });
  }

  override hasWork(work: BoundedWork): boolean {
    if (work.kind === 'pattern') return this.#patterns.has(work.pattern);
    return typeof work.schema === 'object' && this.#schemas.has(work.schema);
  }

  override note(done: DoneWork<BoundedWork>): boolean {
    const isSlow = super.note(done);
    if (!isSlow) return false;
    const { work } = done;
    if (work.kind === 'pattern') this.#patterns.set(work.pattern, true);
    else if (typeof work.schema === 'object') this.#schemas.add(work.schema);
    return true;
  }
}
