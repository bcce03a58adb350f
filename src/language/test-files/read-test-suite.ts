import { describeValue, quoteShort } from '../../base/problem/describe-value.ts';
import type { Path, Problem, ReportedProblem, SourceRange } from '../../base/problem/problem.ts';
import { isJsonObject, type JsonObject } from '../../base/text/json-value.ts';
import type { PlacedMap } from '../document/entries.ts';
import type { FlowDocument, LocatedProblem } from '../document/flow-document.ts';
import { parseFlowDocument } from '../document/parse-flow-document.ts';
import { PropertyReader } from '../document/property-reader.ts';
import type { Reading } from '../document/reading.ts';
import { reportProblems } from '../document/report-problems.ts';
import { Suggestions } from '../document/suggestions.ts';
import { expectedSuccess } from './expect-section.ts';
import { caseSection, suiteSection } from './suite-section.ts';
import { maxCases, testFileLimits } from './test-limits.ts';
import type { Mock, TestCase, TestSuite } from './test-suite.ts';

/** A test file as far as it could be read. */
export interface ReadTestSuite {
  /** Undefined if the text is not a map. With an error in it, its cases must not run. */
  readonly suite: TestSuite | undefined;
  /** The position of a part of the file. */
  placeOf(path: Path): SourceRange;
  /** The problems of the file in document order, with others that a later check has found. */
  problems(others?: readonly Problem[]): readonly ReportedProblem[];
}

/** Reads the text of a `*.test.yaml`, and finds all its problems at once. */
export function readTestSuite(text: string): ReadTestSuite {
  const parsed = parseFlowDocument({ text, format: 'yaml', noun: 'test file' }, testFileLimits);
  const found: Problem[] = [];
  const { document } = parsed;
  const suite = document === undefined ? undefined : readDocument(document, found);
  const located = (problem: Problem): LocatedProblem => ({
    problem,
    source: document?.locate(problem) ?? { start: 0, end: 0 },
  });
  return {
    suite,
    placeOf: (path) => document?.sourceRange(document.locate({ path })) ?? firstCharacter,
    problems: (others = []) =>
      reportProblems([...parsed.problems, ...[...found, ...others].map(located)], parsed.sourceRange),
  };
}

const firstCharacter: SourceRange = { line: 1, column: 1, endLine: 1, endColumn: 1 };

function readDocument({ value, sourceText }: FlowDocument, problems: Problem[]): TestSuite | undefined {
  if (!isJsonObject(value)) {
    const message = `A test file must be a map with cases; found ${describeValue(value)}.`;
    problems.push({ code: 'not-a-mapping', message, path: [] });
    return undefined;
  }
  const reading: Reading = { sourceText, suggestions: new Suggestions(), problems };
  const {
    flow,
    flows = [],
    inputs = {},
    mocks,
    cases,
  } = suiteSection.read(new PropertyReader({ map: value, path: [] }, reading));
  const optional = new Map([...mocks].map(([task, mock]) => [task, { ...mock, isRequired: false }]));
  if (cases.length > maxCases) {
    const message = `The file has ${cases.length} cases; the maximum is ${maxCases}.`;
    problems.push({ code: 'invalid-value', message, path: ['cases'], at: 'key' });
  }
  const read = cases.maps(maxCases).map((placed) => readCase(placed, { inputs, mocks: optional }, reading));
  reportEqualNames(read, problems);
  return { flow, flows, cases: read };
}

interface SuiteDefaults {
  readonly inputs: JsonObject;
  readonly mocks: ReadonlyMap<string, Mock>;
}

function readCase(placed: PlacedMap, defaults: SuiteDefaults, reading: Reading): TestCase {
  const { name = '', inputs = {}, files = {}, mocks, expect } = caseSection.read(new PropertyReader(placed, reading));
  const { path } = placed;
  return {
    name,
    path,
    inputs: { ...defaults.inputs, ...inputs },
    files,
    mocks: new Map([...defaults.mocks, ...mocks]),
    expected: expect ?? expectedSuccess(path),
  };
}

function reportEqualNames(cases: readonly TestCase[], problems: Problem[]): void {
  const seen = new Set<string>();
  for (const { name, path } of cases) {
    if (name === '') continue;
    if (seen.has(name)) {
      const message = `Another case already has the name ${quoteShort(name)}; names must be unique.`;
      problems.push({ code: 'duplicate-id', message, path: [...path, 'name'] });
    }
    seen.add(name);
  }
}
