import { problemsOf } from '../flow/check-flow.ts';
import type { Finding, Problem } from '../problem/problem.ts';
import type { CheckedSource } from './flow-checker.ts';

/** What the check of a document found together with what a later stage found in its flow, in document order. */
export function mergeProblems(findings: readonly Finding[], { check, parse }: CheckedSource): readonly Problem[] {
  const document = findings.length === 0 ? undefined : parse();
  if (document === undefined) return check.problems;
  return [...check.problems, ...problemsOf(findings, document)].toSorted(byPlace);
}

/** Problems without a place, those of JSON, stay where they are. */
function byPlace(left: Problem, right: Problem): number {
  if (left.line === undefined || right.line === undefined) return 0;
  return left.line - right.line || (left.column ?? 0) - (right.column ?? 0);
}
