import { junitReport } from '../../flow-tests/report/junit-report.ts';
import { failureTitle, prettyReport } from '../../flow-tests/report/pretty-report.ts';
import { tapReport } from '../../flow-tests/report/tap-report.ts';
import type { SuiteResult } from '../../flow-tests/test-result.ts';
import type { FileReport } from '../problems/file-report.ts';
import { githubAnnotations } from '../problems/github-annotations.ts';
import type { ReportContext } from '../problems/report-context.ts';
import type { TestFormat } from '../problems/report-formats.ts';
import { styled } from '../problems/styles.ts';
import { visibleText } from '../terminal-text.ts';

/** The results of tests in each format. */
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

/** Cases that have not passed, and problems of test files and flows, as problems of files. */
function failedCases(suites: readonly SuiteResult[]): readonly FileReport[] {
  return suites.flatMap(({ file, problems, cases }) => [
    ...problems,
    {
      file,
      problems: cases
        .filter(({ outcome }) => outcome !== 'passed')
        .map(({ name, outcome, place, failures }) => ({
          code: outcome === 'failed' ? 'test-failed' : 'test-unusable',
          severity: 'error' as const,
          message: `${name}: ${failureTitle(file, failures) ?? outcome}`,
          path: '',
          ...(failures[0]?.place ?? place),
        })),
    },
  ]);
}

/** A text report with coloured marks, for `Printer.writeLog`. Everything else in it is harmless for a terminal. */
export function colouredReport(text: string): string {
  return visibleText(text)
    .replaceAll(/^ {2}✔/gm, () => `  ${styled('good', '✔')}`)
    .replaceAll(/^ {2}✖/gm, () => `  ${styled('error', '✖')}`)
    .replace(/^\d+ cases?: .*\n$/m, (summary) => {
      const isGood = /: \d+ passed\n$/.test(summary);
      return `${styled(isGood ? 'good' : 'error', summary.trimEnd())}\n`;
    });
}
