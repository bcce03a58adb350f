import { quoteShort } from '../../problem/describe-value.ts';
import type { SuiteResult } from '../test-result.ts';
import { failureLines, problemLine } from './pretty-report.ts';

interface TestPoint {
  readonly isOk: boolean;
  readonly name: string;
  /** Why it has failed, as lines. */
  readonly lines: readonly string[];
  readonly log: readonly string[];
}

/** Results as TAP 14. */
export function tapReport(suites: readonly SuiteResult[]): string {
  const points = suites.flatMap(testPoints);
  const body = points.map(pointText).join('');
  return `TAP version 14\n1..${points.length}\n${body}`;
}

function testPoints({ file, isUsable, problems, cases }: SuiteResult): readonly TestPoint[] {
  const problemLines = problems.flatMap((each) => each.problems.map((problem) => problemLine(each.file, problem)));
  if (!isUsable) return [{ isOk: false, name: file, lines: problemLines, log: [] }];
  return cases.map(({ name, outcome, failures, log, seed }) => ({
    isOk: outcome === 'passed',
    name: `${file}: ${name}`,
    lines: [
      ...failures.flatMap((failure) => failureLines(file, failure)),
      ...(outcome === 'error' ? problemLines : []),
      ...(seed === undefined ? [] : [`repeat with --seed ${seed}`]),
    ],
    log,
  }));
}

function pointText({ isOk, name, lines, log }: TestPoint, index: number): string {
  const description = oneLine(name).replaceAll('\\', '\\\\').replaceAll('#', '\\#');
  const head = `${isOk ? 'ok' : 'not ok'} ${index + 1} - ${description}\n`;
  if (isOk) return head;
  const logged = log.length === 0 ? [] : ['log: |2-', ...log.map((line) => `  ${plain(line)}`)];
  const block = [
    `message: ${quoteShort(lines[0] ?? '')}`,
    'details: |2-',
    ...lines.map((line) => `  ${plain(line)}`),
    ...logged,
  ];
  return `${head}  ---\n${block.map((line) => `  ${line}\n`).join('')}  ...\n`;
}

function oneLine(text: string): string {
  return plain(text.replaceAll(/[\r\n]+/g, ' '));
}

/** Without characters that YAML cannot contain. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- it replaces control characters
  return text.replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd');
}
