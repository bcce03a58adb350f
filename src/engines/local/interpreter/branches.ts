import type { Clock } from './run-ports.ts';
import { RunFailure, Stopped, type StopBranches, type StopControl } from './stop-control.ts';

export interface BranchesOptions {
  /** How many branches there are; they start in order. */
  readonly count: number;
  /** How many of them run at the same time. */
  readonly concurrency: number;
  /** Whether a failure stops the others, and keeps further ones from starting. */
  readonly failFast: boolean;
  readonly clock: Clock;
  /** Whether no branch may start any more; undefined if they always may. */
  readonly isClosed?: () => boolean;
  /** Runs a branch. @param stops only for it */
  readonly run: (index: number, stops: StopControl) => Promise<void>;
}

/** Runs branches, a few at a time. @returns the indexes of those that failed, in order @throws {Stopped} */
export async function runBranches(stops: StopControl, options: BranchesOptions): Promise<readonly number[]> {
  return stops.duringBranches((branches) => new Branches(branches, options).run());
}

class Branches {
  readonly #stops: StopBranches;
  readonly #options: BranchesOptions;
  readonly #failed: number[] = [];
  #next = 0;
  /** Whether no further branch may start. */
  #isOver = false;
  #defect: { readonly error: unknown } | undefined;

  constructor(stops: StopBranches, options: BranchesOptions) {
    this.#stops = stops;
    this.#options = options;
  }

  async run(): Promise<readonly number[]> {
    const { count, concurrency, clock } = this.#options;
    const workers = Array.from({ length: Math.min(count, Math.max(1, concurrency)) }, () => () => this.#work());
    await (clock.together?.(workers) ?? Promise.all(workers.map((work) => work())));
    if (this.#defect !== undefined) throw this.#defect.error;
    return this.#failed.toSorted((left, right) => left - right);
  }

  /** Runs one branch after another. */
  async #work(): Promise<void> {
    while (this.#mayStart) await this.#runOne(this.#next++);
  }

  get #mayStart(): boolean {
    const { count, isClosed } = this.#options;
    return !this.#isOver && !this.#stops.isRequested && isClosed?.() !== true && this.#next < count;
  }

  async #runOne(index: number): Promise<void> {
    const stops = this.#stops.open();
    try {
      await this.#options.run(index, stops);
    } catch (error) {
      this.#end(error, index, stops);
    } finally {
      this.#stops.close(stops);
    }
  }

  #end(error: unknown, index: number, stops: StopControl): void {
    if (error instanceof RunFailure) {
      this.#failed.push(index);
      if (this.#options.failFast) this.#endOthers(stops);
    } else if (!(error instanceof Stopped)) {
      // The others must have ended before it is thrown.
      this.#defect ??= { error };
      this.#endOthers(stops);
    } else if (!this.#isOver && !this.#stops.isRequested) {
      // Also a mock can stop the execution.
      this.#stops.requestAfterFinals();
    }
  }

  #endOthers(stops: StopControl): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stops.endOthers(stops);
  }
}
