import type { FileContents } from './file-contents.ts';
import { hashInName, type FileFolder } from './file-folder.ts';
import type { RedisContentIndex } from './redis-content-index.ts';

export interface FileSweeperDeps {
  readonly folder: FileFolder;
  readonly index: RedisContentIndex;
  readonly contents: FileContents;
  /** The SHA-256 digests of all files that an execution may still download. */
  readonly inUse: () => Promise<ReadonlySet<string>>;
  readonly now: () => Date;
}

// Longer than any request may take, so that no file is removed while its request is running.
const oldestOrphan = 8 * 60 * 60 * 1000;

/**
 * Removes unused files, and files that a crash left in the folder. Several processes may sweep at
 * once.
 * @throws {AppError} `store-unavailable`; errors of the file system
 */
export async function sweepFiles(deps: FileSweeperDeps): Promise<void> {
  await sweepContents(deps);
  await sweepOrphans(deps);
}

async function sweepContents({ index, folder, contents, inUse, now }: FileSweeperDeps): Promise<void> {
  const time = now();
  const due = await index.due(time);
  if (due.length === 0) return;
  const used = await inUse();
  for (const sha256 of due) {
    if (used.has(sha256)) {
      await contents.hold(sha256);
      continue;
    }
    const name = await index.forget(sha256, time);
    if (name !== undefined) await folder.remove(name);
  }
}

/** Received files that were never kept, and contents whose name is not in the index. */
async function sweepOrphans({ index, folder, now }: FileSweeperDeps): Promise<void> {
  for (const { name, isTemporary, modifiedAt } of await folder.list()) {
    if (now().getTime() - modifiedAt.getTime() < oldestOrphan) continue;
    if (isTemporary || (await index.nameOf(hashInName(name))) !== name) await folder.remove(name);
  }
}
