import type { SourceRange } from '../../base/problem/problem.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { FileProblems } from '../offline-flows/prepare-flow.ts';

/** The results of one test file. */
export interface SuiteResult {
  /** The test file, as messages name it. */
  readonly file: string;
  /** Undefined if it is not known. */
  readonly flow: FlowKey | undefined;
  /** Why cases cannot run, or warnings about the test file, by file. */
  readonly problems: readonly FileProblems[];
  /** Whether the file could be used at all. */
  readonly isUsable: boolean;
  /** In the order of the file. */
  readonly cases: readonly CaseResult[];
  /** Absolute paths of the files that the results depend on. */
  readonly paths: readonly string[];
}

export interface CaseResult {
  readonly name: string;
  readonly place: Position;
  /** `error`: the case could not run. */
  readonly outcome: 'passed' | 'failed' | 'error';
  /** Why it has not passed. */
  readonly failures: readonly Failure[];
  /** The lines of the log, if it has not passed. */
  readonly log: readonly string[];
  /** Real time. */
  readonly seconds: number;
  /** With which the case can be repeated; undefined if nothing in it was random. */
  readonly seed: number | undefined;
}

type Position = Pick<SourceRange, 'line' | 'column'>;

export interface Failure {
  readonly place: Position;
  /** `state`, `task measure`, or a whole sentence. */
  readonly what: string;
  /** Absent if `what` is a sentence. */
  readonly expected?: string;
  readonly found?: string;
}

/** How many cases of each outcome. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
}

export function countCases(suites: readonly SuiteResult[]): TestCounts {
  const outcomes = suites.flatMap(({ cases }) => cases.map(({ outcome }) => outcome));
  const count = (each: CaseResult['outcome']): number => outcomes.filter((outcome) => outcome === each).length;
  return { passed: count('passed'), failed: count('failed'), errors: count('error') };
}
