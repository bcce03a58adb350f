import type { Span } from './groovy/syntax.ts';

/** What became of a statement: the three words of every report. */
export type Outcome = 'mapped' | 'approximated' | 'by hand';

/** A mark for each outcome, so that colours are not needed. */
export const outcomeMarks: Readonly<Record<Outcome, string>> = { mapped: '=', approximated: '~', 'by hand': '!' };

/** The order of outcomes, the worst last. */
export const severity: Readonly<Record<Outcome, number>> = { mapped: 0, approximated: 1, 'by hand': 2 };

/**
 * One statement of the source and what became of it. A statement is what a reader would count: a step, an option, a
 * parameter, a condition, a directive with a value. Blocks count as one, and each statement inside counts too.
 */
export interface Finding extends Span {
  /** What it is, in Jenkins' words: `sh`, `script block`, `option timeout`, `parameter choice`, `when branch`. */
  readonly construct: string;
  readonly outcome: Outcome;
  /**
   * For `approximated`: what differs. For `by hand`: why. For `mapped`: optionally what to know. A clause without a
   * full stop.
   */
  readonly message?: string;
  /** The id of the task, input, variable or trigger that it became. */
  readonly target?: string;
}
