import type { BoundedEngine, WorkOutcome } from '../language/safe-patterns/bounded-engine.ts';
import { failureOf, performWork, type BoundedWork } from '../language/safe-patterns/bounded-work.ts';
import type { BoundedResult } from '../language/safe-patterns/time-budget.ts';
import { runBounded } from './run-bounded.ts';

// Of processor time; the same as for values that a gateway checks.
const milliseconds = 250;

/** A `BoundedEngine` in this thread, for a process that serves one user: work holds up nobody else. */
export class InThreadEngine implements BoundedEngine {
  async run(work: BoundedWork): Promise<WorkOutcome> {
    try {
      const result = runBounded(milliseconds, () => performWork(work));
      return result.done ? { kind: 'done', messages: result.value } : { kind: 'too-long' };
    } catch (error) {
      return { kind: 'failed', reason: failureOf(error) };
    }
  }

  runHere<T>(work: () => T): BoundedResult<T> {
    return runBounded(milliseconds, work);
  }

  async close(): Promise<void> {}
}
