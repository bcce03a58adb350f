import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import { isDamage } from '../../archive/archive-damaged.ts';
import type { Archive } from '../../archive/archive.ts';
import { folderOf, tombstone } from '../record/archived-execution.ts';
import { timePrefix } from '../record/execution-id.ts';
import type { ArchiveIndex } from './archive-index.ts';
import type { IndexPart } from './index-part.ts';

export interface IndexUpkeepDeps {
  readonly archive: Archive;
  readonly index: ArchiveIndex;
  /** The time before which some archived execution may no longer be kept; undefined if all are kept forever. */
  readonly oldest: () => Date | undefined;
}

/** Executions of a part that is not merged with others. */
const fullPart = 2_000;
/** So many small parts are merged, in all. */
const maxSmall = 16;

/**
 * Removes archived executions that were deleted or kept long enough, and merges small parts of the index. A new part is
 * complete before those that it replaces are removed, so a crash leaves every execution in at least one. Damaged parts
 * stay as they are.
 * @returns how many executions it removed @throws {AppError} `archive-unavailable`
 */
export async function maintainIndex({ archive, index, oldest }: IndexUpkeepDeps, signal: AbortSignal): Promise<number> {
  const { parts, removed } = await index.snapshot();
  const limit = oldest();
  const isOld = ({ first }: IndexPart) => limit !== undefined && first < timePrefix(limit);
  const hasRemoved = ({ first, last }: IndexPart) => [...removed].some((id) => id >= first && id <= last);
  let count = 0;
  const left: IndexPart[] = [];
  for (const part of parts) {
    if (signal.aborted) return count;
    if (!isOld(part) && !hasRemoved(part)) {
      left.push(part);
      continue;
    }
    const records = await index.tryRead(part);
    if (isDamage(records)) continue;
    const gone = records.filter((record) => removed.has(record.id) || index.isExpired(record));
    for (const { id } of gone) await archive.removeAll(folderOf(id));
    const kept = records.filter((record) => !gone.includes(record));
    if (gone.length > 0) {
      if (kept.length > 0) await index.add(kept);
      await archive.remove([part.name]);
    }
    count += gone.length;
  }
  for (const id of removed) {
    if (signal.aborted) return count;
    await archive.removeAll(folderOf(id));
  }
  await archive.remove([...removed].map((id) => tombstone(id)));
  await mergeSmall(left, { archive, index }, signal);
  return count;
}

async function mergeSmall(
  parts: readonly IndexPart[],
  { archive, index }: Pick<IndexUpkeepDeps, 'archive' | 'index'>,
  signal: AbortSignal,
): Promise<void> {
  const small = parts
    .filter(({ count }) => count < fullPart)
    .toSorted((one, other) => (one.first < other.first ? -1 : 1));
  if (small.length <= maxSmall) return;
  let group: IndexPart[] = [];
  for (const [number, part] of small.entries()) {
    if (signal.aborted) return;
    group.push(part);
    const size = group.reduce((sum, { count }) => sum + count, 0);
    if (size < fullPart && number < small.length - 1) continue;
    if (group.length > 1) {
      const records = new Map<string, EndedExecution>();
      const merged: string[] = [];
      for (const each of group) {
        const found = await index.tryRead(each);
        if (isDamage(found)) continue;
        for (const record of found) records.set(record.id, record);
        merged.push(each.name);
      }
      if (merged.length > 0) await index.add([...records.values()]);
      await archive.remove(merged);
    }
    group = [];
  }
}
