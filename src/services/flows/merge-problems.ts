import type { WorkOwner } from '../../language/patterns/bounded-engine.ts';
import type { Problem, ReportedProblem } from '../../problem/problem.ts';
import type { CheckedSource } from './flow-checker.ts';

/** What the check of a document found together with what a later stage found in its flow, in document order. */
export async function mergeProblems(
  found: readonly Problem[],
  { check, locate }: CheckedSource,
  owner: WorkOwner,
): Promise<readonly ReportedProblem[]> {
  const problems = await locate(found, owner);
  return problems.length === 0 ? check.problems : [...check.problems, ...problems].toSorted(byPlace);
}

/** Problems without a place, those of JSON, stay where they are. */
function byPlace(left: ReportedProblem, right: ReportedProblem): number {
  if (left.line === undefined || right.line === undefined) return 0;
  return left.line - right.line || (left.column ?? 0) - (right.column ?? 0);
}
