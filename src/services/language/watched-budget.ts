import type { BoundedResult } from '../../language/patterns/time-budget.ts';
import { ProcessorTimeBudget } from '../../threads/run-bounded.ts';

/** A time budget that knows whether something was not finished in it. */
export class WatchedBudget extends ProcessorTimeBudget {
  isSpent = false;

  override run<T>(work: () => T): BoundedResult<T> | undefined {
    const result = super.run(work);
    this.isSpent ||= result?.done !== true;
    return result;
  }
}
