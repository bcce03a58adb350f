import type { SuiteResult } from '../test-result.ts';
import { reportedCases, type ReportedCase } from './reported-case.ts';

/** Results as TAP 14. */
export function tapReport(suites: readonly SuiteResult[]): string {
  const points = suites.flatMap((suite) =>
    reportedCases(suite).map((each) => ({
      ...each,
      name: suite.isUsable ? `${suite.file}: ${each.name}` : suite.file,
    })),
  );
  const body = points.map(pointText).join('');
  return `TAP version 14\n1..${points.length}\n${body}`;
}

function pointText({ name, outcome, title, lines, log }: ReportedCase, index: number): string {
  const isOk = outcome === 'passed';
  const description = oneLine(name).replaceAll('\\', '\\\\').replaceAll('#', '\\#');
  const head = `${isOk ? 'ok' : 'not ok'} ${index + 1} - ${description}\n`;
  if (isOk) return head;
  const logged = log.length === 0 ? [] : ['log: |2-', ...log.map((line) => `  ${plain(line)}`)];
  const block = [
    `message: ${JSON.stringify(plain(title))}`,
    'details: |2-',
    ...lines.map((line) => `  ${plain(line)}`),
    ...logged,
  ];
  return `${head}  ---\n${block.map((line) => `  ${line}\n`).join('')}  ...\n`;
}

function oneLine(text: string): string {
  return plain(text.replaceAll(/[\r\n]+/g, ' '));
}

/** A text without characters that YAML cannot contain. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- it replaces control characters
  return text.replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd');
}
