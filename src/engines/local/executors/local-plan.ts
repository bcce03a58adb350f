import type { Readable } from 'node:stream';
import type { PassedValues } from '../interpreter/read-values.ts';
import type { SearchRunner } from '../../../language/expressions/pattern-searches.ts';
import type { FlowPlan } from '../../../execution-plan/flow-plan.ts';
import type { ExecutionRecord } from '../../../execution/record/execution-record.ts';

/** Everything that this machine needs to run an execution. */
export interface LocalPlan {
  readonly plan: FlowPlan;
  /** Complete and checked, with defaults. */
  readonly passed: PassedValues;
  /** The values to mask. */
  readonly secrets: readonly string[];
  readonly searches: SearchRunner;
  /** The content of a file by its id. */
  readonly openFile: (id: string) => Promise<Readable>;
}

/** Creates the plan of an accepted execution. */
export interface LocalPlanner {
  /** @throws {AppError} with the reason if the flow can no longer be run; `store-unavailable` */
  planLocally(record: ExecutionRecord): Promise<LocalPlan>;
}
