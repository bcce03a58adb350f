import type { RunEnd } from '../../../engines/local/interpreter/flow-run.ts';
import type { ExpectedProblem } from '../../../language/test-files/test-suite.ts';
import type { RunRecord } from './run-record.ts';

/** What happened in a case. */
export type CaseRun =
  | {
      readonly kind: 'ended';
      readonly end: RunEnd;
      readonly record: RunRecord;
      /** The texts of kept files, by path. */
      readonly artifacts: ReadonlyMap<string, string>;
      /** The mocks of tasks that were never reached, by the path of the task. */
      readonly unusedMocks: readonly string[];
    }
  /** A task was reached that must not run; the message is a sentence without a full stop. */
  | { readonly kind: 'not-mocked'; readonly message: string; readonly record: RunRecord }
  | { readonly kind: 'rejected'; readonly reasons: readonly Rejection[] };

/** A reason why nothing runs. */
export interface Rejection {
  readonly of: ExpectedProblem['of'];
  readonly message: string;
}

/** Something that a case expects and that is not so. */
export interface Difference {
  /** The expectation in the test file. */
  readonly path: ExpectedProblem['path'];
  /** What differs: `state`, `task measure`, or a whole sentence. */
  readonly what: string;
  /** Absent if `what` is a sentence. */
  readonly expected?: string;
  readonly found?: string;
}
