import { AppError } from '../../problem/app-error.ts';
import { problemsBySeverity, type ReportedProblem } from '../../problem/problem.ts';

/** The rejection of a document that has errors; carries all its problems. */
export function invalidFlow(problems: readonly ReportedProblem[]): AppError {
  const { errors, warnings } = problemsBySeverity(problems);
  const [first] = errors;
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new AppError(
    'flow-invalid',
    `The flow has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}: ${first?.message ?? ''}${others}`,
    {
      errors: errors.map((problem) => ({ ...problem })),
      warnings: warnings.map((problem) => ({ ...problem })),
    },
  );
}
