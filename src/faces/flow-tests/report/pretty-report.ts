import { asSentence, quoteShort } from '../../../base/problem/describe-value.ts';
import { problemLine } from '../../../base/problem/problem-line.ts';
import { countCases, type CaseResult, type Failure, type SuiteResult } from '../test-result.ts';

/** The lines of a log that are shown of a case. */
const maxLines = 20;

/** Results for people: each case in a line, and for a failed one what differed and the end of its log. */
export function prettyReport(suites: readonly SuiteResult[]): string {
  return `${suites.map(suiteText).join('\n')}\n${summary(suites)}\n`;
}

function suiteText({ file, problems, cases }: SuiteResult): string {
  const ofFiles = problems.flatMap((each) => each.problems.map((problem) => problemLine(each.file, problem)));
  const lines = [file, ...ofFiles.map((line) => `  ${line}`), ...cases.flatMap((each) => caseLines(file, each))];
  return lines.map((line) => `${line}\n`).join('');
}

const marks = { passed: '✔', failed: '✖', error: '✖' } as const;

function caseLines(file: string, { name, outcome, failures, log, seed }: CaseResult): readonly string[] {
  const shown = log.slice(-maxLines);
  const left = log.length - shown.length;
  return [
    `  ${marks[outcome]} ${name}`,
    ...failures.flatMap((failure) => failureLines(file, failure).map((line) => `      ${line}`)),
    ...(seed === undefined || outcome === 'passed' ? [] : [`      repeat with --seed ${seed}`]),
    ...(shown.length === 0 ? [] : [left === 0 ? '      log:' : `      log, without the first ${left} lines:`]),
    ...shown.map((line) => `        ${line}`),
  ];
}

/** What differed, as lines. */
export function failureLines(file: string, { place, what, expected, found }: Failure): readonly string[] {
  const at = `${file}:${place.line}:${place.column}`;
  if (expected === undefined) return [`${at} ${asSentence(what)}`];
  return [`${at} ${what}`, `  expected  ${expected}`, `  found     ${found ?? quoteShort('')}`];
}

/** The first thing that differed, in one line. */
export function failureTitle(file: string, failures: readonly Failure[]): string | undefined {
  const [first] = failures;
  if (first === undefined) return undefined;
  const { place, what, expected, found = '' } = first;
  const at = `${file}:${place.line}:${place.column}`;
  return expected === undefined ? `${at} ${asSentence(what)}` : `${at} ${what}: expected ${expected}, found ${found}`;
}

function summary(suites: readonly SuiteResult[]): string {
  const { passed, failed, errors } = countCases(suites);
  const unusable = suites.filter(({ isUsable }) => !isUsable).length;
  const total = passed + failed + errors;
  const parts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(errors > 0 ? [`${errors} could not run`] : []),
    ...(unusable > 0 ? [`${unusable} test file${unusable === 1 ? '' : 's'} could not be used`] : []),
  ];
  return `${total} case${total === 1 ? '' : 's'}: ${parts.join(', ')}`;
}
