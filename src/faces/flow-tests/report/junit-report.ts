import type { SuiteResult } from '../test-result.ts';
import { junitXml, type JUnitCase } from './junit-xml.ts';
import { reportedCases, type ReportedCase } from './reported-case.ts';

/** Results as JUnit XML: a suite per test file. */
export function junitReport(suites: readonly SuiteResult[], startedAt: Date): string {
  const seen = new Set<string>();
  return junitXml(
    suites.map((suite) => ({
      name: suite.file,
      startedAt,
      cases: reportedCases(suite).map((each) => {
        const key = `${classOf(suite)}\n${each.name}`;
        // If several cases have the same class and name, GitLab keeps only the first.
        const name = seen.has(key) ? `${each.name} (${suite.file})` : each.name;
        seen.add(key);
        return junitCase({ ...each, name }, suite);
      }),
    })),
  );
}

function classOf({ file, flow }: SuiteResult): string {
  return flow === undefined ? file : `${flow.namespace}.${flow.id}`;
}

function junitCase({ name, line, seconds, outcome, title, lines, log }: ReportedCase, suite: SuiteResult): JUnitCase {
  const common = { classname: classOf(suite), name, file: suite.file, line, seconds };
  if (outcome === 'passed') return common;
  const kind = outcome === 'failed' ? 'failure' : 'error';
  const type = outcome === 'failed' ? 'expectation' : 'unusable';
  return { ...common, failure: { kind, type, message: title, lines }, output: log };
}
