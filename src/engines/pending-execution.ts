import { AppError, isOutage, isStoreFailure, isTemporary } from '../base/problem/app-error.ts';
import { defectReason, mayStart, type ExecutionRecord } from '../lifecycle/execution-record.ts';
import type { RedisExecutionStore } from '../store/executions/redis/redis-execution-store.ts';
import { SealError } from '../store/executions/secret-vault.ts';

/** An execution that `mayStart`; undefined for any other. */
export async function pendingExecution(
  id: string,
  store: Pick<RedisExecutionStore, 'read'>,
): Promise<ExecutionRecord | undefined> {
  const record = await store.read(id);
  return record !== undefined && mayStart(record) ? record : undefined;
}

/** How long an execution waits to start or to go on during an outage. */
export const maxRetryMilliseconds = 24 * 60 * 60 * 1000;

/** Why an execution cannot go on for now; undefined for a failure that retries do not mend. */
export function startTrouble(error: unknown): string | undefined {
  return isOutage(error) ? error.message : undefined;
}

/** Whether an execution cannot go on because of an error: no retry mends it, or the retries have taken a day. */
export function isLasting(
  error: unknown,
  { trouble, troubleSince }: ExecutionRecord,
  now: Date,
): error is AppError | SealError {
  if (error instanceof SealError) return true;
  if (!(error instanceof AppError)) return false;
  if (!isTemporary(error)) return true;
  return trouble === error.message && now.getTime() - Date.parse(troubleSince ?? '') > maxRetryMilliseconds;
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
