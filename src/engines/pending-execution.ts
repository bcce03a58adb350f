import { AppError, isStoreFailure } from '../base/problem/app-error.ts';
import { defectReason, segmentNumber, type ExecutionRecord } from '../lifecycle/execution-record.ts';
import type { RedisExecutionStore } from '../store/executions/redis/redis-execution-store.ts';
import { SealError } from '../store/executions/secret-vault.ts';

/**
 * An execution that may start; undefined if it has started or ended, or waits for permits. One that was stopped before its
 * first segment need not wait; later, its final tasks need what it claims.
 */
export async function pendingExecution(
  id: string,
  store: Pick<RedisExecutionStore, 'read'>,
): Promise<ExecutionRecord | undefined> {
  const record = await store.read(id);
  if (record?.phase === 'queued') return record;
  return record?.phase === 'held' && record.stop !== undefined && segmentNumber(record) === 1 ? record : undefined;
}

/** How long an execution waits to start during an outage. */
export const maxRetryMilliseconds = 24 * 60 * 60 * 1000;

/** Why an execution cannot start for now; undefined for a failure that retries do not mend. */
export function startTrouble(error: unknown): string | undefined {
  return error instanceof AppError && error.code === 'secret-unavailable' ? error.message : undefined;
}

/**
 * Why an execution cannot start.
 * @param report called with a defect
 * @throws the error if the store failed: the start is then retried
 */
export function startFailure(error: unknown, report: (defect: unknown) => void): string {
  if (isStoreFailure(error)) throw error;
  if (error instanceof AppError || error instanceof SealError) return error.message;
  report(error);
  return defectReason;
}
