import { shortened } from '../../../base/problem/describe-value.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';

/** What a commit shows, before a forge has its own words for it. */
export type CommitState = 'pending' | 'running' | 'success' | 'failure' | 'error';

export interface ShownStatus {
  readonly state: CommitState;
  /** Unique for a flow. */
  readonly context: string;
  readonly description: string;
  /** Undefined without a public URL. */
  readonly url: string | undefined;
}

// GitHub's limit is the smallest: https://docs.github.com/en/rest/commits/statuses
const maxDescription = 140;

/** @param record what everyone who sees the commit may know of the execution */
export function statusOf(record: ExecutionRecord, publicUrl: string | undefined): ShownStatus {
  const [state, description] = describe(record);
  return {
    state,
    context: `flowgate/${flowName(record.flow)}`,
    description: shortened(description.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim(), maxDescription - 1),
    url: publicUrl === undefined ? undefined : `${publicUrl}/ui/executions/${record.id}`,
  };
}

function describe({ state, waitingFor, reason, failedTask }: ExecutionRecord): readonly [CommitState, string] {
  switch (state) {
    case 'SUCCESS':
      return ['success', 'Succeeded'];
    case 'WARNING':
      return ['success', 'Ended with a warning'];
    case 'FAILED':
      return ['failure', reason ?? (failedTask === undefined ? 'Failed' : `Failed in ${failedTask}`)];
    case 'KILLED':
      return ['error', reason ?? 'Stopped'];
    case 'RUNNING':
      return ['running', waitingFor?.kind === 'approval' ? 'Waits for an approval' : 'Runs'];
    default:
      return ['pending', 'Queued'];
  }
}
