import type { RedisConnection } from '../store/redis/connect-redis.ts';
import { BackupError, readBackup } from './backup-file.ts';
import type { BackupHeader } from './backup-record.ts';
import { holdsData, removeData } from './redis-key-kinds.ts';
import type { RedisBackupTarget } from './redis-backup-target.ts';
import {
  beginRestore,
  endRestore,
  storeFormat,
  storeState,
  withStoreLock,
} from '../store-format/redis-store-format.ts';
import { storeUsers } from '../store-format/redis-store-users.ts';
import { ContentsTarget, type ContentsTargetDeps } from './write-contents.ts';

/** How many of each were in a backup. */
export interface BackupCounts {
  readonly flows: number;
  readonly revisions: number;
  readonly executions: number;
  readonly files: number;
}

/**
 * Reads a whole backup to find out whether it can be restored.
 * @throws {BackupError} if it cannot
 */
export async function checkBackup(
  path: string,
): Promise<{ readonly header: BackupHeader; readonly counts: BackupCounts }> {
  let header: BackupHeader | undefined;
  const counts = { flows: 0, revisions: 0, executions: 0, files: 0 };
  for await (const record of readBackup(path, (first) => (header = first))) {
    if ('flow' in record) counts.flows += 1;
    if ('revisions' in record) counts.revisions += record.revisions.entries.length;
    if ('execution' in record) counts.executions += 1;
    if ('file' in record || 'artifact' in record) counts.files += 1;
  }
  if (header === undefined) throw new BackupError(`${path} is empty`);
  if (header.storeFormat > storeFormat)
    throw new BackupError(
      `${path} has data of Flowgate ${header.flowgate} in the store format ${header.storeFormat}; this Flowgate reads formats up to ${storeFormat}. Use Flowgate ${header.flowgate} or newer`,
    );
  return { header, counts };
}

export interface RestoreOptions extends ContentsTargetDeps {
  readonly path: string;
  readonly header: BackupHeader;
  readonly redis: RedisConnection;
  /** Removes what the store holds; otherwise it must be empty. */
  readonly replaces: boolean;
  readonly target: RedisBackupTarget;
  readonly now: () => Date;
}

/**
 * Restores a checked backup. Until it has ended, Flowgate refuses to start on the store, also after a crash; it can be
 * repeated then.
 * @throws {BackupError | StoreFormatError} if the store is in use, or not empty
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { path, header, redis, target, replaces, now } = options;
  const users = await storeUsers(redis, now());
  if (users.length > 0)
    throw new BackupError(
      `The store is in use by ${users.join(', ')} (host, process and a random part). Stop every Flowgate that uses it; one that was killed counts for another 15 seconds`,
    );
  await withStoreLock(redis, async () => {
    const isRepeated = (await storeState(redis)) === 'restoring';
    if (!replaces && !isRepeated && (await holdsData(redis)))
      throw new BackupError('The store is not empty. To replace everything in it by the backup, add --replace');
    await beginRestore(redis, now(), header);
    await removeData(redis);
    const contents = new ContentsTarget(options);
    for await (const record of readBackup(path)) {
      if ('file' in record || 'artifact' in record || 'isLast' in record) await contents.write(record);
      else await target.write(record);
    }
    await target.finish();
    await endRestore(redis);
  });
}
