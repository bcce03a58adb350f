/** The result of work under a time limit: its return value, or that it was stopped. */
export type BoundedResult<T> = { readonly done: true; readonly value: T } | { readonly done: false };

/** The time that checking one document may spend on the patterns and JSON Schemas of its author. */
export interface TimeBudget {
  /**
   * Runs the work. Undefined if the budget is already used up: the check is then left for when the document is used.
   */
  run<T>(work: () => T): BoundedResult<T> | undefined;
}

/** A budget for a page or a command that checks its own user's documents. */
export const unlimitedTime = (): TimeBudget => ({ run: (work) => ({ done: true, value: work() }) });
