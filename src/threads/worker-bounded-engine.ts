import { LRUCache } from 'lru-cache';
import { AppError } from '../problem/app-error.ts';
import { type BoundedEngine, ownWork, type WorkOutcome, type WorkOwner } from '../language/patterns/bounded-engine.ts';
import { BoundedThread } from './bounded-thread.ts';
import type { BoundedWork } from '../language/patterns/bounded-work.ts';
import type { BoundedResult } from '../language/patterns/time-budget.ts';
import { runBounded } from './run-bounded.ts';
import { FairQueue, type QueueLimits } from './fair-queue.ts';

/** What an engine may use; everything has a default. */
export interface EngineOptions {
  /** The limit of one piece of work, in processor time as far as the system tells it. */
  readonly milliseconds: number;
  /** At least 2; one of them is kept for owners whose work is quick. */
  readonly threads: number;
  readonly waiting: QueueLimits;
}

// Compiling the first schema of a thread takes about 20 ms, the largest one 150, everything else that is sound much less.
const defaults: EngineOptions = { milliseconds: 250, threads: 3, waiting: { all: 500, each: 50 } };

// Compiling a schema takes 1 to 10 ms.
const millisecondsHere = 25;

// From then on work counts as slow, and its owner for a while.
const slowMilliseconds = 100;
const slowOwnerMilliseconds = 10_000;

interface Job {
  readonly work: BoundedWork;
  readonly owner: WorkOwner;
  readonly resolve: (outcome: WorkOutcome) => void;
}

interface Place {
  /** Takes no work that was slow before, and none of owners whose work was slow a moment ago. */
  readonly isForQuick: boolean;
  thread?: BoundedThread;
  job?: Job;
}

/**
 * A `BoundedEngine` on a few worker threads, each started with the first work for it. Work that exceeds its time or the
 * memory of its thread ends with the thread, and another one takes its place. So that slow work delays nobody but its
 * owner, an owner has one thread at a time, and neither an owner whose work was slow nor a rule that was slow for anybody
 * ever has the last one. Of the work of one owner, what was slow before comes last.
 */
export class WorkerBoundedEngine implements BoundedEngine {
  readonly #milliseconds: number;
  readonly #places: readonly Place[];
  readonly #queue: FairQueue<Job>;
  readonly #slowOwners = new LRUCache<WorkOwner, true>({ max: 10_000, ttl: slowOwnerMilliseconds });
  readonly #slowRules = new SlowRules();
  #isClosed = false;

  constructor(options: Partial<EngineOptions> = {}) {
    const { milliseconds, threads, waiting } = { ...defaults, ...options };
    this.#milliseconds = milliseconds;
    this.#places = Array.from({ length: threads }, (_, index) => ({ isForQuick: index === threads - 1 }));
    this.#queue = new FairQueue(waiting);
  }

  async run(work: BoundedWork, owner: WorkOwner): Promise<WorkOutcome> {
    if (this.#isClosed) return closed;
    if (owner !== ownWork && !this.#queue.hasRoom(owner)) throw tooBusy();
    return new Promise((resolve) => {
      this.#queue.add(owner, { work, owner, resolve });
      this.#startNext();
    });
  }

  runHere<T>(work: () => T): BoundedResult<T> {
    return runBounded(millisecondsHere, work);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const jobs = [...this.#places.flatMap(({ job }) => job ?? []), ...this.#queue.clear()];
    for (const { resolve } of jobs) resolve(closed);
    await Promise.all(this.#places.map(({ thread }) => thread?.stop()));
  }

  #startNext(): void {
    if (this.#isClosed) return;
    const busy = new Set(this.#places.map(({ job }) => job?.owner));
    for (const place of this.#places.filter(({ job }) => job === undefined)) {
      const isPrompt = ({ work }: Job) => !this.#slowRules.has(work);
      const job = this.#queue.take({
        mayHave: (owner) => !busy.has(owner) && !(place.isForQuick && this.#slowOwners.has(owner)),
        isPrompt,
        ...(place.isForQuick && { isAllowed: isPrompt }),
      });
      if (job === undefined) continue;
      busy.add(job.owner);
      this.#start(place, job);
    }
  }

  #start(place: Place, job: Job): void {
    place.job = job;
    place.thread ??= new BoundedThread();
    place.thread.perform(job.work, this.#milliseconds, (outcome, milliseconds) => {
      if (outcome.kind === 'too-long' || milliseconds >= slowMilliseconds) {
        this.#slowOwners.set(job.owner, true);
        this.#slowRules.add(job.work);
      }
      // The next work is not to wait for the start of a thread.
      if (place.thread?.isOver === true) place.thread = this.#isClosed ? undefined : new BoundedThread();
      place.job = undefined;
      job.resolve(outcome);
      this.#startNext();
    });
  }
}

const closed: WorkOutcome = { kind: 'failed', reason: 'the engine is closed' };

function tooBusy(): AppError {
  return new AppError(
    'too-busy',
    'Too many values wait to be checked against patterns and JSON Schemas that take their time; ask again when Retry-After says.',
  );
}

/** The patterns and schemas whose checks were slow lately. */
class SlowRules {
  readonly #patterns = new LRUCache<string, true>({ max: 1_000 });
  /** By identity: flows that are in use stay in memory. */
  readonly #schemas = new WeakSet<object>();

  has(work: BoundedWork): boolean {
    if (work.kind === 'pattern') return this.#patterns.has(work.pattern);
    return typeof work.schema === 'object' && this.#schemas.has(work.schema);
  }

  add(work: BoundedWork): void {
    if (work.kind === 'pattern') this.#patterns.set(work.pattern, true);
    else if (typeof work.schema === 'object') this.#schemas.add(work.schema);
  }
}
