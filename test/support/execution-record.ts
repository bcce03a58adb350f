import { phaseOf } from '../../src/lifecycle/execution-phases.ts';
import {
  inPhase,
  type EndedExecution,
  type ExecutionFields,
  type ExecutionRecord,
} from '../../src/lifecycle/execution-record.ts';

/** A record of what is known of an execution, in the phase that its state shows, without what does not exist in it. */
export function recordOf({
  isHeld = false,
  ...fields
}: Omit<ExecutionFields, 'phase'> & { readonly isHeld?: boolean }): ExecutionRecord {
  return inPhase({ ...fields, phase: phaseOf(fields.state, { isHeld, waits: fields.waitingFor !== undefined }) });
}

/** An execution that has ended, and throws if it has not. */
export function endedRecord(record: ExecutionRecord | undefined): EndedExecution {
  if (record?.phase !== 'ended') throw new Error(`The execution ${record?.id} is ${record?.phase}, and has not ended`);
  return record;
}
