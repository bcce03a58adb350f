import type { FlowKey } from '../language/flow/flow-key.ts';

/** The trigger of a flow that started an execution. */
export interface TriggerOrigin {
  readonly id: string;
  readonly type: 'schedule' | 'webhook';
  /** The tick of a schedule, ISO 8601 in UTC; absent for a run on request, and in older records. */
  readonly at?: string;
}

/** The task of another execution that started an execution of its own. */
export interface ParentOrigin {
  readonly execution: string;
  readonly flow: FlowKey;
  /** The path of the task, without labels. */
  readonly task: string;
  /** The label of the item, in a loop. */
  readonly item?: string;
  /** How many executions are above it, at least 1. */
  readonly depth: number;
}
