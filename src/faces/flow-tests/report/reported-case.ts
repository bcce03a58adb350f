import { problemLine } from '../../../base/problem/problem-line.ts';
import type { CaseResult, SuiteResult } from '../test-result.ts';
import { failureLines, failureTitle } from './pretty-report.ts';

/** A case in a report for programs. */
export interface ReportedCase {
  readonly name: string;
  readonly line: number;
  readonly seconds: number;
  readonly outcome: CaseResult['outcome'];
  /** Why it has not passed, in one line. */
  readonly title: string;
  /** The same in full, as lines. */
  readonly lines: readonly string[];
  readonly log: readonly string[];
}

/** The cases of a test file; a file that cannot be used counts as one that could not run. */
export function reportedCases({ file, cases, isUsable, problems }: SuiteResult): readonly ReportedCase[] {
  const ofFiles = problems.flatMap((each) => each.problems.map((problem) => problemLine(each.file, problem)));
  if (!isUsable) {
    const [title = ''] = ofFiles;
    return [{ name: 'the test file', line: 1, seconds: 0, outcome: 'error', title, lines: ofFiles, log: [] }];
  }
  return cases.map(({ name, place, seconds, outcome, failures, log, seed }) => ({
    name,
    line: place.line,
    seconds,
    outcome,
    title: failureTitle(file, failures) ?? '',
    lines: [
      ...failures.flatMap((failure) => failureLines(file, failure)),
      ...(outcome === 'error' ? ofFiles : []),
      ...(seed === undefined || outcome === 'passed' ? [] : [`repeat with --seed ${seed}`]),
    ],
    log,
  }));
}
