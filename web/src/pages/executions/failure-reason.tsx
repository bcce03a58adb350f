import type { ExecutionBrief } from '../../api/execution-queries.ts';

interface FailureReasonProps {
  readonly execution: Pick<ExecutionBrief, 'failedTask' | 'reason'>;
}

/** Why an execution did not succeed, in one line, with the task that failed first. */
export function FailureReason({ execution: { failedTask, reason } }: FailureReasonProps) {
  return (
    <span title={reason}>
      {failedTask !== undefined && reason?.includes(failedTask) !== true && <code>{failedTask} </code>}
      <span className="muted">{reason}</span>
    </span>
  );
}
