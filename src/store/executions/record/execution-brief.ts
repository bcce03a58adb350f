import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';

/** The part of an execution that other lists show. */
export interface ExecutionBrief extends Pick<
  ExecutionRecord,
  'id' | 'flow' | 'number' | 'state' | 'history' | 'waitingFor'
> {
  /** Why it has not succeeded; undefined for others. */
  readonly failure?: ExecutionFailure;
}

interface ExecutionFailure extends Pick<ExecutionRecord, 'reason' | 'failedTask'> {
  /** Of the flows that it calls; undefined if they are unknown, as in records without a number. */
  readonly calledNamespaces?: readonly string[];
}
