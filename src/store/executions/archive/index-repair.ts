import { isDamage } from '../../archive/archive-damaged.ts';
import type { RedisArchiveMarks } from '../redis/redis-archive-marks.ts';
import type { ArchiveIndex } from './archive-index.ts';

/** They go into one part. */
const batchSize = 2_000;

/**
 * Adds the archived executions of the store that the index lacks, because a part of it was lost or damaged. What the
 * store no longer has stays lost.
 * @returns how many it added @throws {AppError} `archive-unavailable`, `store-unavailable`
 */
export async function repairIndex(
  { index, marks }: { readonly index: ArchiveIndex; readonly marks: Pick<RedisArchiveMarks, 'archived' | 'summaries'> },
  signal: AbortSignal,
): Promise<number> {
  let count = 0;
  for (let after: string | undefined, isLast = false; !isLast && !signal.aborted;) {
    // Before the snapshot, because an execution is in the index before it is archived in the store.
    const ids = await marks.archived({ limit: batchSize, ...(after !== undefined && { after }) });
    const lost = await idsNotIn(index, ids);
    const summaries = lost.length === 0 ? [] : [...(await marks.summaries(lost)).values()];
    if (summaries.length > 0) await index.add(summaries);
    count += summaries.length;
    after = ids.at(-1);
    isLast = ids.length < batchSize;
  }
  return count;
}

/** @param ids sorted */
async function idsNotIn(index: ArchiveIndex, ids: readonly string[]): Promise<readonly string[]> {
  const [start = '', end = ''] = [ids[0], ids.at(-1)];
  const { parts, removed } = await index.snapshot();
  const known = new Set(removed);
  for (const part of parts) {
    if (part.first > end || part.last < start) continue;
    const records = await index.tryRead(part);
    if (!isDamage(records)) for (const { id } of records) known.add(id);
  }
  return ids.filter((id) => !known.has(id));
}
