import { failureTitle } from '../../flow-tests/report/pretty-report.ts';
import type { SuiteResult } from '../../flow-tests/test-result.ts';
import type { FileReport } from '../problems/file-report.ts';

/** What is wrong in files, as problems: cases that have not passed, and problems of test files and flows. */
export function failedCases(suites: readonly SuiteResult[]): readonly FileReport[] {
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
