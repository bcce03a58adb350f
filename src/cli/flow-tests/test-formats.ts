import { junitReport } from '../../flow-tests/report/junit-report.ts';
import { prettyReport } from '../../flow-tests/report/pretty-report.ts';
import { tapReport } from '../../flow-tests/report/tap-report.ts';
import type { SuiteResult } from '../../flow-tests/test-result.ts';

/** How results are printed, by the name of the format. */
export const testFormats = {
  pretty: prettyReport,
  junit: junitReport,
  tap: tapReport,
} as const satisfies Record<string, (suites: readonly SuiteResult[], startedAt: Date) => string>;

export type TestFormat = keyof typeof testFormats;
