import type { EndedExecution } from '../../lifecycle/execution-record.ts';
import type { ArtifactFolder } from '../../store/executions/artifacts/artifact-folder.ts';
import type { RedisExecutionStore } from '../../store/executions/redis/redis-execution-store.ts';
import type { RedisLogStore } from '../../store/executions/redis/redis-log-store.ts';

export interface RetainedBytesDeps {
  readonly store: Pick<RedisExecutionStore, 'list'>;
  readonly logs: Pick<RedisLogStore, 'sizes'>;
  readonly artifacts: Pick<ArtifactFolder, 'bytes'>;
  /** Frees the bytes of an ended execution. @returns false if it stays for now */
  readonly free: (record: EndedExecution) => Promise<boolean>;
}

const pageSize = 100;

/**
 * Removes the oldest ended executions until the logs and artifacts of the others have at most this many bytes.
 * Executions without either stay, because removing them frees nothing. Ends early when the signal aborts.
 * @returns how many were removed, and the bytes of those that stay; undefined if it ended early
 */
export async function removeBeyondBytes(
  maxBytes: number,
  { store, logs, artifacts, free }: RetainedBytesDeps,
  signal: AbortSignal,
): Promise<{ readonly removed: number; readonly bytes: number } | undefined> {
  let [bytes, removed] = [0, 0];
  let isFull = false;
  let after: string | undefined;
  do {
    const page = await store.list({ states: [], labels: [], after, limit: pageSize });
    const logSizes = await logs.sizes(page.executions.map(({ id }) => id));
    for (const [index, record] of page.executions.entries()) {
      if (signal.aborted) return undefined;
      const size = (logSizes[index] ?? 0) + (await artifacts.bytes(record.id));
      // The list begins with the newest: the first one that does not fit is removed, and so are all older ones.
      isFull ||= bytes + size > maxBytes;
      if (isFull && size > 0 && record.phase === 'ended' && (await free(record))) removed += 1;
      else bytes += size;
    }
    after = page.next;
  } while (after !== undefined);
  return { removed, bytes };
}
