import type { BoundedRunner, WorkOutcome } from '../safe-patterns/bounded-runner.ts';
import { failureOf, performWork, type BoundedWork } from '../safe-patterns/bounded-work.ts';
import type { BoundedResult } from '../safe-patterns/time-budget.ts';
import { runBounded } from './run-bounded.ts';

// Milliseconds of processor time; the same as for values that a gateway checks.
const milliseconds = 250;

/** A `BoundedRunner` in this thread, for a process that serves one user: its work delays no other user. */
export class InThreadRunner implements BoundedRunner {
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
