import { oldestFormat } from '../migrations/migrations.ts';
import { beginRestore, endRestore, setFormat, storeFormat, storeState } from '../migrations/redis-store-format.ts';
import { withStoreLock, type StoreLock } from '../migrations/redis-store-lock.ts';
import { storeUsers } from '../migrations/redis-store-users.ts';
import type { RedisConnection } from '../redis/connect-redis.ts';
import { holdsData, removeData } from '../redis/stored-data.ts';
import { BackupCounter, type BackupCounts } from './backup-counts.ts';
import { BackupError, readBackup } from './backup-file.ts';
import type { BackupInput } from './backup-input.ts';
import type { BackupHeader } from './backup-record.ts';
import type { RedisBackupTarget } from './redis-backup-target.ts';
import { ContentsTarget, type ContentsTargetDeps } from './write-contents.ts';

/**
 * Reads a whole backup to find out whether it can be restored.
 * @throws {BackupError} if it cannot
 */
export async function checkBackup(
  input: BackupInput,
): Promise<{ readonly header: BackupHeader; readonly counts: BackupCounts }> {
  const { name } = input;
  let header: BackupHeader | undefined;
  const counter = new BackupCounter();
  for await (const record of readBackup(input, (first) => (header = first))) counter.add(record);
  if (header === undefined) throw new BackupError(`${name} is empty`);
  if (header.storeFormat > storeFormat)
    throw new BackupError(
      `${name} contains data from Flowgate ${header.flowgate} in the store format ${header.storeFormat}; this Flowgate reads formats up to ${storeFormat}. Use Flowgate ${header.flowgate} or newer`,
    );
  if (header.storeFormat < oldestFormat)
    throw new BackupError(
      `${name} contains data in the store format ${header.storeFormat}, written by a build from before the release of Flowgate 0.2.0; this Flowgate reads formats from ${oldestFormat}`,
    );
  return { header, counts: counter.counts };
}

export interface RestoreOptions extends ContentsTargetDeps {
  readonly input: BackupInput;
  readonly header: BackupHeader;
  readonly redis: RedisConnection;
  /** Removes the content of the store; otherwise, it must be empty. */
  readonly replaces: boolean;
  readonly target: RedisBackupTarget;
  readonly now: () => Date;
  /** Interrupts it. */
  readonly signal?: AbortSignal;
}

/** A restore failed in the middle: the store is incomplete. The cause is the reason. */
export class IncompleteRestore extends Error {
  override readonly name = 'IncompleteRestore';

  constructor(cause: unknown) {
    super('The store is now incomplete, and Flowgate does not start on it. Run flowgate restore again', { cause });
  }
}

/**
 * Restores a checked backup. Until it has ended, no Flowgate starts on the store, also after a crash; it can be repeated
 * then.
 * @throws {BackupError | StoreFormatError} if the store is in use, or not empty; {IncompleteRestore} if it fails later
 */
export async function restoreBackup(options: RestoreOptions): Promise<void> {
  const { header, redis, replaces, now } = options;
  await requireUnused(redis, now());
  await withStoreLock(redis, async (lock) => {
    const isRepeated = (await storeState(redis)) === 'restoring';
    if (!replaces && !isRepeated && (await holdsData(redis)))
      throw new BackupError('The store is not empty. To replace its content with the backup, add --replace');
    await beginRestore(redis, now());
    // A Flowgate that starts notes itself before it looks for this mark, so one of the two sees the other.
    await requireUnused(redis, now()).catch(async (error: unknown) => {
      if (!isRepeated) await endRestore(redis, lock);
      throw error;
    });
    try {
      await removeData(redis);
      await setFormat(redis, header);
      await writeRecords(options, lock);
      await endRestore(redis, lock);
    } catch (error) {
      throw new IncompleteRestore(error);
    }
  });
}

async function writeRecords(options: RestoreOptions, lock: StoreLock): Promise<void> {
  const { input, target, signal } = options;
  const contents = new ContentsTarget(options);
  for await (const record of readBackup(input)) {
    signal?.throwIfAborted();
    lock.requireHeld();
    if ('file' in record || 'artifact' in record || 'isLast' in record) await contents.write(record);
    else await target.write(record);
  }
  await target.finish();
}

async function requireUnused(redis: RedisConnection, now: Date): Promise<void> {
  const users = await storeUsers(redis, now);
  if (users.length > 0)
    throw new BackupError(
      `The store is in use by ${users.join(', ')} (host, process and a random part). Stop every Flowgate that uses it; one that was killed counts for another 15 seconds`,
    );
}
