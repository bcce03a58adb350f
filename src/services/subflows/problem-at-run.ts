import type { Problem, ReportedProblem } from '../../problem/problem.ts';

/** A missing subflow may still be created before the flow runs, but not while it runs. */
export function problemAtRun(problem: ReportedProblem): ReportedProblem {
  const missing: Problem['code'] = 'subflow-not-found';
  return problem.code === missing ? { ...problem, severity: 'error' } : problem;
}
