import { expect, test } from 'vitest';
import { ProblemLimiter } from '../../../src/abilities/flows/problem-limiter.ts';
import type { ReportedProblem } from '../../../src/base/problem/problem.ts';

const problems = (count: number, severity: ReportedProblem['severity']): ReportedProblem[] =>
  Array.from({ length: count }, (_, index) => ({
    code: 'invalid-value',
    severity,
    message: `${severity} ${index}`,
    path: '',
  }));

test('problems beyond the limit are left out, but never the first error of a document', () => {
  const limiter = new ProblemLimiter(4);
  const fit = (errors: number, warnings: number) => {
    const fitted = limiter.fit({ errors: problems(errors, 'error'), warnings: problems(warnings, 'warning') });
    return [fitted.errors.length, fitted.warnings.length, fitted.omittedProblems];
  };
  expect(fit(2, 1)).toEqual([2, 1, undefined]);
  expect(fit(0, 3)).toEqual([0, 1, 2]);
  expect(fit(3, 1)).toEqual([1, 0, 3]);
  expect(fit(1, 0)).toEqual([1, 0, undefined]);
});
