import type { Execution, ExecutionBrief } from '../../api/execution-queries.ts';
import { ExecutionText } from './execution-text.tsx';

type Reasons = Pick<ExecutionBrief, 'failedTask' | 'reason'> & Partial<Pick<Execution, 'trouble'>>;

/** Why an execution did not succeed, with the task that failed first, or what delays it, in one line. */
export function FailureReason({ execution }: { readonly execution: Reasons }) {
  const { failedTask, reason, trouble } = execution;
  return (
    <span title={reason}>
      {failedTask !== undefined && reason?.includes(failedTask) !== true && <code>{failedTask} </code>}
      <span className="muted">{reason ?? (trouble !== undefined && <ExecutionText text={trouble} />)}</span>
    </span>
  );
}
