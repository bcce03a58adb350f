import type { Path } from '../../base/problem/problem.ts';
import type { JsonObject } from '../../base/text/json-value.ts';

/**
 * The tests of one flow, as a `*.test.yaml` declares them (docs/reference/flow-tests.md). Every part that a failure can
 * point at has its path in the document.
 */
export interface TestSuite {
  /** The file of the flow, relative to the test file; undefined for the one next to it. */
  readonly flow: string | undefined;
  /** Files and folders with the flows that it calls, relative to the test file. */
  readonly flows: readonly string[];
  readonly cases: readonly TestCase[];
}

export interface TestCase {
  /** Unique in the suite. */
  readonly name: string;
  readonly path: Path;
  /** The inputs of the suite and of the case. */
  readonly inputs: JsonObject;
  /** The files of file inputs, by input id, relative to the test file. */
  readonly files: Readonly<Record<string, string>>;
  /** The mocks of the case, and those of the suite for other tasks, by the path of the task. */
  readonly mocks: ReadonlyMap<string, Mock>;
  readonly expected: Expectation;
}

/** What happens instead of a task; `build/image` names a task of a subflow. */
export type Mock = MockedTask | RealTask;

export interface MockedTask extends MockOrigin {
  readonly kind: 'mocked';
  /** In order; further attempts are like the last one. */
  readonly attempts: readonly [MockedAttempt, ...MockedAttempt[]];
}

/** A task that runs its script, or a subflow whose tasks all do. */
interface RealTask extends MockOrigin {
  readonly kind: 'real';
}

interface MockOrigin {
  readonly path: Path;
  /** Whether the case fails if the task is not reached. */
  readonly isRequired: boolean;
}

export const mockedStates = ['SUCCESS', 'FAILED', 'KILLED'] as const;

export interface MockedAttempt {
  readonly state: (typeof mockedStates)[number];
  /** What the task returns; undefined if nothing. */
  readonly outputs: JsonObject | undefined;
  /** Lines, without a line break at the end. */
  readonly log: string | undefined;
  /** Virtual time, in milliseconds. */
  readonly takes: number;
  /** The texts of the files that the task keeps, by path. */
  readonly artifacts: Readonly<Record<string, string>>;
}

/** What a case expects. Only what it names is compared. */
export type Expectation = ExpectedRun | ExpectedRejection;

export const expectedStates = ['SUCCESS', 'WARNING', 'FAILED', 'KILLED'] as const;
export const expectedTaskStates = ['SUCCESS', 'FAILED', 'KILLED', 'SKIPPED', 'NOT_RUN'] as const;

export interface ExpectedRun {
  readonly kind: 'run';
  readonly path: Path;
  readonly state: (typeof expectedStates)[number];
  readonly reason: Expected<TextMatch> | undefined;
  /** By the path of the task. */
  readonly tasks: ReadonlyMap<string, ExpectedTask>;
  readonly outputs: JsonObject;
  readonly log: readonly Expected<TextMatch>[];
  readonly artifacts: readonly ExpectedArtifact[];
}

/** The flow or its inputs are rejected, and nothing runs. */
export interface ExpectedRejection {
  readonly kind: 'rejection';
  readonly path: Path;
  readonly problems: readonly ExpectedProblem[];
}

export interface ExpectedTask {
  readonly path: Path;
  readonly state: (typeof expectedTaskStates)[number] | undefined;
  readonly attempts: number | undefined;
  readonly log: readonly Expected<TextMatch>[];
}

export interface ExpectedArtifact {
  readonly path: Path;
  /** The path of the file. */
  readonly name: string;
  /** Undefined if only its existence matters. */
  readonly content: TextMatch | undefined;
}

export interface ExpectedProblem {
  readonly path: Path;
  /** The code of an error of the flow, the id of an invalid input, or a check that rejects the values. */
  readonly of: { readonly kind: 'code' | 'input'; readonly name: string } | { readonly kind: 'check' };
  readonly message: TextMatch | undefined;
}

/** A text that must be equal, or a pattern that must be found in it. */
export type TextMatch =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'pattern'; readonly pattern: string };

/** A value with its place in the document. */
export type Expected<Value> = Value & { readonly path: Path };
