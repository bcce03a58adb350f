import type { CaseResult, SuiteResult } from '../test-result.ts';
import { reportedCases, type ReportedCase } from './reported-case.ts';

/** Results as JUnit XML, as Jenkins, GitLab and others read it: a suite per test file. */
export function junitReport(suites: readonly SuiteResult[], startedAt: Date): string {
  const seen = new Set<string>();
  // Of cases with the same class and name, GitLab keeps only the first.
  const cases = suites.map((suite) =>
    reportedCases(suite).map((each) => {
      const key = `${classOf(suite)}\n${each.name}`;
      if (seen.has(key)) return { ...each, name: `${each.name} (${suite.file})` };
      seen.add(key);
      return each;
    }),
  );
  const all = cases.flat();
  const body = suites.map((suite, index) => suiteXml(suite, cases[index] ?? [], startedAt)).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts(all)}>\n${body}</testsuites>\n`;
}

/** Jenkins makes packages of the parts between dots. */
function classOf({ file, flow }: SuiteResult): string {
  return flow === undefined ? file : `${flow.namespace}.${flow.id}`;
}

function suiteXml(suite: SuiteResult, cases: readonly ReportedCase[], startedAt: Date): string {
  const { file } = suite;
  const classname = classOf(suite);
  const timestamp = startedAt.toISOString().slice(0, 19);
  const body = cases.map((each) => caseXml(each, { classname, file })).join('');
  return `  <testsuite ${attributes({ name: file, timestamp })} ${counts(cases)}>\n${body}  </testsuite>\n`;
}

function caseXml(
  { name, line, seconds, outcome, title, lines, log }: ReportedCase,
  { classname, file }: { readonly classname: string; readonly file: string },
): string {
  const head = `    <testcase ${attributes({ classname, name, file, line, time: seconds.toFixed(3) })}`;
  if (outcome === 'passed') return `${head}/>\n`;
  const element = outcome === 'failed' ? 'failure' : 'error';
  const type = outcome === 'failed' ? 'expectation' : 'unusable';
  const failure = `      <${element} ${attributes({ message: title, type })}>${escaped(lines.join('\n'))}</${element}>\n`;
  const output = log.length === 0 ? '' : `      <system-out>${escaped(log.join('\n'))}</system-out>\n`;
  return `${head}>\n${failure}${output}    </testcase>\n`;
}

function counts(cases: readonly ReportedCase[]): string {
  const count = (outcome: CaseResult['outcome']): number => cases.filter((each) => each.outcome === outcome).length;
  const time = cases.reduce((sum, { seconds }) => sum + seconds, 0);
  return attributes({
    tests: cases.length,
    failures: count('failed'),
    errors: count('error'),
    skipped: 0,
    time: time.toFixed(3),
  });
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replaceAll(/[\n\t]/g, ' ')}"`)
    .join(' ');
}

/** XML 1.0 has no control characters except tab and line break, and no lone surrogates. */
function escaped(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- it removes control characters
      .replaceAll(/\u001b\[[0-9;:]*[A-Za-z]/g, '')
      // oxlint-disable-next-line no-control-regex -- it replaces control characters
      .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}
