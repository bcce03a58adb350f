import type { ProblemsBySeverity, ReportedProblem } from '../../base/problem/problem.ts';

/** A list of problems that may be incomplete. */
export interface FittedProblems extends ProblemsBySeverity {
  /** The number of omitted problems of both severities; undefined without any. */
  readonly omittedProblems?: number;
}

/** Limits the problems in an answer about many documents. The first error of each document is always included. */
export class ProblemLimiter {
  #left: number;

  constructor(max: number) {
    this.#left = max;
  }

  fit({ errors, warnings }: ProblemsBySeverity): FittedProblems {
    const shownErrors = this.#take(errors, 1);
    const shownWarnings = this.#take(warnings, 0);
    const omitted = errors.length + warnings.length - shownErrors.length - shownWarnings.length;
    return { errors: shownErrors, warnings: shownWarnings, ...(omitted > 0 && { omittedProblems: omitted }) };
  }

  #take(problems: readonly ReportedProblem[], min: number): readonly ReportedProblem[] {
    const taken = problems.slice(0, Math.max(min, this.#left));
    this.#left = Math.max(0, this.#left - taken.length);
    return taken;
  }
}
