import { useMemo, useSyncExternalStore } from 'react';
import { followedLog, type LogKey, type LogStatus } from './followed-log.ts';
import type { LogLines } from './log-lines.ts';

/** Follows the log of an execution, or of one of its tasks. */
export function useFollowedLog({ executionId, task }: LogKey): LogStatus & { readonly lines: LogLines } {
  const log = useMemo(() => followedLog({ executionId, ...(task !== undefined && { task }) }), [executionId, task]);
  const status = useSyncExternalStore(log.subscribe, log.status);
  return { ...status, lines: log.lines };
}

/** How many lines a log has, as it grows. */
export function useLineCount(lines: LogLines): number {
  return useSyncExternalStore(lines.subscribe, () => lines.count);
}

/** Whether no line follows. */
export function useIsComplete(lines: LogLines): boolean {
  return useSyncExternalStore(lines.subscribe, () => lines.isComplete);
}
