import { isDeepStrictEqual } from 'node:util';
import { enumerate, quoteShort, shortened } from '../../../base/problem/describe-value.ts';
import { readJson, writeJson } from '../../../base/text/exact-json.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import { ComparableNumbers } from '../../../language/safe-patterns/comparable-numbers.ts';
import type {
  ExpectedArtifact,
  ExpectedProblem,
  ExpectedRejection,
  ExpectedRun,
  ExpectedTask,
  TestCase,
} from '../../../language/test-files/test-suite.ts';
import type { CaseRun, Difference, Rejection } from './case-run.ts';
import { describeMatch, isInLines, isMatch } from './text-match.ts';

/** The differences between the expected and the actual run; empty if the case passes. */
export function compareRun({ expected, mocks, path }: TestCase, run: CaseRun): readonly Difference[] {
  if (run.kind === 'not-mocked') return notMocked(run, [...path, 'name']);
  if (expected.kind === 'rejection') return compareRejection(expected, run);
  if (run.kind === 'rejected') {
    const reasons = run.reasons.map(({ of, message }) => (of.kind === 'check' ? message : `${of.name}: ${message}`));
    return [
      {
        path: [...expected.path, 'state'],
        what: 'state',
        expected: expected.state,
        found: `rejected: ${reasons.join('; ')}`,
      },
    ];
  }
  return [...compareEnd(expected, run), ...unusedMocks(run.unusedMocks, mocks)];
}

/** An earlier failure is often why the task was reached. */
function notMocked(
  { message, record }: Extract<CaseRun, { readonly kind: 'not-mocked' }>,
  path: Difference['path'],
): readonly Difference[] {
  return [message, ...record.failures.map((reason) => `Before it: ${reason}`)].map((what) => ({ path, what }));
}

/** What a case expects of a rejection and what is not so. Further reasons are not compared. */
function compareRejection(
  { problems }: ExpectedRejection,
  run: Exclude<CaseRun, { readonly kind: 'not-mocked' }>,
): readonly Difference[] {
  const reasons = run.kind === 'rejected' ? run.reasons : [];
  return problems.flatMap((problem): Difference[] => {
    const ofIt = reasons.filter(({ of }) => isSame(of, problem.of));
    const { message, path } = problem;
    if (ofIt.some((reason) => message === undefined || isMatch(message, reason.message))) return [];
    const what = describeKind(problem.of);
    const expected = message === undefined ? 'rejected' : describeMatch(message);
    return [{ path, what, expected, found: foundReasons(run, ofIt.length > 0 ? ofIt : reasons) }];
  });
}

function isSame(left: ExpectedProblem['of'], right: ExpectedProblem['of']): boolean {
  if (left.kind === 'check' || right.kind === 'check') return left.kind === right.kind;
  return left.kind === right.kind && left.name === right.name;
}

function describeKind(of: ExpectedProblem['of']): string {
  if (of.kind === 'check') return 'check';
  return of.kind === 'input' ? `input ${of.name}` : `problem ${of.name}`;
}

function foundReasons(run: CaseRun, reasons: readonly Rejection[]): string {
  if (run.kind !== 'rejected') return 'the flow ran';
  return reasons.map(({ of, message }) => `${describeKind(of)}: ${quoteShort(message)}`).join('; ');
}

type EndedRun = Extract<CaseRun, { readonly kind: 'ended' }>;

function compareEnd(expected: ExpectedRun, run: EndedRun): readonly Difference[] {
  const { end, record, artifacts } = run;
  const at = (name: string): Difference['path'] => [...expected.path, name];
  const differences: Difference[] = [];
  if (end.state !== expected.state) {
    const found = end.reason === undefined ? end.state : `${end.state}: ${end.reason}`;
    differences.push({ path: at('state'), what: 'state', expected: expected.state, found });
  }
  const { reason } = expected;
  if (reason !== undefined && !isMatch(reason, end.reason ?? '')) {
    const found = end.reason === undefined ? 'no reason' : quoteShort(end.reason);
    differences.push({ path: reason.path, what: 'reason', expected: describeMatch(reason), found });
  }
  for (const [task, of] of expected.tasks) differences.push(...compareTask(task, of, run));
  differences.push(...compareOutputs(expected, run));
  for (const match of expected.log)
    if (!isInLines(match, record.lines()))
      differences.push({ path: match.path, what: 'log', expected: describeMatch(match), found: 'no such line' });
  for (const artifact of expected.artifacts) differences.push(...compareArtifact(artifact, artifacts));
  return differences;
}

function compareTask(task: string, expected: ExpectedTask, { record }: EndedRun): readonly Difference[] {
  const { path, state, attempts, log } = expected;
  const what = `task ${task}`;
  const differences: Difference[] = [];
  const found = record.stateOf(task) ?? 'NOT_RUN';
  if (state !== undefined && found !== state) differences.push({ path, what, expected: state, found });
  const counted = record.attemptsOf(task);
  if (attempts !== undefined && counted !== attempts)
    differences.push({
      path: [...path, 'attempts'],
      what: `attempts of ${task}`,
      expected: `${attempts}`,
      found: `${counted}`,
    });
  const lines = record.lines(task);
  for (const match of log.filter((each) => !isInLines(each, lines))) {
    const said = lines.length === 0 ? 'an empty log' : linesFound(lines);
    differences.push({ path: match.path, what: `log of ${task}`, expected: describeMatch(match), found: said });
  }
  return differences;
}

/** The last lines of a task. */
function linesFound(lines: readonly string[]): string {
  const shown = lines.slice(-3).map((line) => quoteShort(line));
  return lines.length > shown.length ? `... ${shown.join(', ')}` : shown.join(', ');
}

function compareOutputs({ outputs, path }: ExpectedRun, { end }: EndedRun): readonly Difference[] {
  return Object.entries(outputs).flatMap(([id, expected]) => {
    const json = end.outputs.get(id);
    const found = json === undefined ? undefined : readJson(json);
    if (found !== undefined && isSameJson(found, expected)) return [];
    return [
      {
        path: [...path, 'outputs', id],
        what: `output ${id}`,
        expected: shortJson(expected),
        found: found === undefined ? 'no value' : shortJson(found),
      },
    ];
  });
}

/** Numbers are compared by their digits, and `1.0` is 1. */
function isSameJson(found: JsonValue, expected: JsonValue): boolean {
  const numbers = new ComparableNumbers([found, expected]);
  return isDeepStrictEqual(numbers.in(found), numbers.in(expected));
}

function shortJson(value: JsonValue): string {
  return shortened(writeJson(value), 200);
}

function compareArtifact(
  { path, name, content }: ExpectedArtifact,
  artifacts: ReadonlyMap<string, string>,
): readonly Difference[] {
  const text = artifacts.get(name);
  const what = `artifact ${name}`;
  if (text === undefined) {
    const found = artifacts.size === 0 ? 'no artifacts' : `only ${enumerate([...artifacts.keys()])}`;
    return [{ path, what, expected: 'a file', found }];
  }
  if (content === undefined || isMatch(content, text)) return [];
  return [{ path: [...path, 'content'], what, expected: describeMatch(content), found: quoteShort(text) }];
}

function unusedMocks(unused: readonly string[], mocks: TestCase['mocks']): readonly Difference[] {
  return unused.map((task) => ({
    path: mocks.get(task)?.path ?? [],
    what: `The task ${task} was never reached, so its mock was not used; remove it, or add "optional: true"`,
  }));
}
