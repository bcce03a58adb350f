import { junitReport } from '../../flow-tests/report/junit-report.ts';
import { prettyReport } from '../../flow-tests/report/pretty-report.ts';
import { tapReport } from '../../flow-tests/report/tap-report.ts';
import type { SuiteResult } from '../../flow-tests/test-result.ts';
import type { ReportContext } from '../problems/file-report.ts';
import { githubAnnotations } from '../problems/github-annotations.ts';
import type { TestFormat } from '../reports/report-formats.ts';
import { failedCases } from './failed-cases.ts';

/** How the results of tests are printed. */
export const testFormats = {
  text: (suites) => prettyReport(suites),
  junit: (suites, { startedAt }) => junitReport(suites, startedAt),
  github: (suites, { context }) => githubAnnotations(failedCases(suites), context),
  tap: (suites) => tapReport(suites),
} as const satisfies Record<TestFormat, (suites: readonly SuiteResult[], run: TestRunFacts) => string>;

export interface TestRunFacts {
  readonly startedAt: Date;
  readonly context: ReportContext;
}
