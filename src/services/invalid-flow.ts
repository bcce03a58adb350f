import { AppError } from '../problem/app-error.ts';
import type { Problem } from '../problem/problem.ts';

export interface ProblemsBySeverity {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** Keeps the order within each severity. */
export function problemsBySeverity(problems: readonly Problem[]): ProblemsBySeverity {
  return {
    errors: problems.filter(({ severity }) => severity === 'error'),
    warnings: problems.filter(({ severity }) => severity === 'warning'),
  };
}

/** The refusal of a document that has errors; carries all its problems. */
export function invalidFlow(problems: readonly Problem[]): AppError {
  const { errors, warnings } = problemsBySeverity(problems);
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new AppError('flow-invalid', `The flow has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}: ${first?.message ?? ''}${others}`, {
    errors: errors.map((problem) => ({ ...problem })),
    warnings: warnings.map((problem) => ({ ...problem })),
  });
}
