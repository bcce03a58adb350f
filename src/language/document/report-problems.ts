import { severityOf } from '../../base/problem/problem-catalogue.ts';
import type { ReportedProblem } from '../../base/problem/problem.ts';
import { jsonPointer } from '../../base/text/json-pointer.ts';
import type { FlowDocument, LocatedProblem } from './flow-document.ts';

// More would not help and would bloat the response. Errors have a separate limit, so that warnings cannot hide them.
const maxPerSeverity = 1000;
const maxPathCharacters = 500_000;

/** Sorts by position in the text, looks up lines and columns, and keeps the first thousand of each severity. */
export function reportProblems(
  located: readonly LocatedProblem[],
  sourceRange: FlowDocument['sourceRange'],
): readonly ReportedProblem[] {
  const problems: ReportedProblem[] = [];
  const room = {
    error: { problems: maxPerSeverity, path: maxPathCharacters },
    warning: { problems: maxPerSeverity, path: maxPathCharacters },
  };
  for (const { problem, source } of located.toSorted((left, right) => left.source.start - right.source.start)) {
    const { code, message } = problem;
    const severity = severityOf(problem);
    const left = room[severity];
    if (left.problems <= 0 || left.path <= 0) continue;
    const path = jsonPointer(problem.path);
    left.problems -= 1;
    left.path -= path.length;
    problems.push({ code, severity, message, path, ...sourceRange(source) });
  }
  return problems;
}
