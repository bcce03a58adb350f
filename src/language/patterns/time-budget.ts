/** The result of work under a time limit: what it returned, or that it took too long and was stopped. */
export type BoundedResult<T> = { readonly done: true; readonly value: T } | { readonly done: false };

/** The time that checking one document may take for what its author brought along: patterns and JSON Schemas. */
export interface TimeBudget {
  /**
   * Runs the work. Undefined when the budget is used up already: then nothing is known about the work, and what it would
   * have found has to be found when the document is used.
   */
  run<T>(work: () => T): BoundedResult<T> | undefined;
}

/** For a page or a command that checks the documents of its own user. */
export const unlimitedTime = (): TimeBudget => ({ run: (work) => ({ done: true, value: work() }) });
