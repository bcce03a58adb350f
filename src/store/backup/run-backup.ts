import type { Readable, Writable } from 'node:stream';
import type { Configuration } from '../../base/config/configuration.ts';
import { packageVersion } from '../../base/config/package-root.ts';
import { RedisAuditTrail } from '../audit/redis-audit-trail.ts';
import { ArtifactFolder } from '../executions/artifacts/artifact-folder.ts';
import { LogFolder } from '../executions/logs/log-folder.ts';
import { RedisExecutionStore } from '../executions/redis/redis-execution-store.ts';
import { RedisLogStore } from '../executions/redis/redis-log-store.ts';
import { FileFolder } from '../files/file-folder.ts';
import { RedisContentIndex } from '../files/redis-content-index.ts';
import { requireStoreFormat, storeFormat, storeState, unknownFormat } from '../migrations/redis-store-format.ts';
import type { RedisConnection } from '../redis/connect-redis.ts';
import { holdsData } from '../redis/stored-data.ts';
import { knownInstallationKey } from '../secrets/installation-key.ts';
import { SecretBox } from '../secrets/secret-box.ts';
import { BackupCounter, type BackupCounts } from './backup-counts.ts';
import { BackupError, writeBackup } from './backup-file.ts';
import { openBackup, type BackupInput } from './backup-input.ts';
import { writeWholeFile } from './backup-output.ts';
import { backupFormat, type BackupHeader, type BackupRecord } from './backup-record.ts';
import { withStore } from './open-stopped-store.ts';
import { readContents } from './read-contents.ts';
import { readStore } from './redis-backup-source.ts';
import { RedisBackupTarget } from './redis-backup-target.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';

type BackupConfiguration = Pick<
  Configuration,
  'redisUrl' | 'dataFolder' | 'filesFolder' | 'logFolder' | 'key' | 'auditDays'
>;

export interface BackupOptions {
  /** An absolute path, or a stream that is not ended. */
  readonly output: string | Writable;
  readonly now: Date;
  /** Interrupts it. */
  readonly signal?: AbortSignal;
}

/**
 * Writes everything that the store, the files and the artifacts hold. A file can be read by its owner alone, and appears
 * once it is complete.
 * @throws {BackupError | OwnRedisError | StoreFormatError} with a message for the operator; errors of the file system
 */
export async function backup(configuration: BackupConfiguration, options: BackupOptions): Promise<BackupCounts> {
  const { output, now, signal } = options;
  const counter = new BackupCounter();
  await withStore(configuration, { mayBeRunning: true }, async (redis) => {
    const version = packageVersion();
    await requireBackupFormat(redis, version);
    const header: BackupHeader = {
      flowgateBackup: backupFormat,
      createdAt: now.toISOString(),
      flowgate: version,
      storeFormat,
      keyFingerprint: keyFingerprint(configuration),
    };
    const records = counted(everything(configuration, redis), counter);
    const write = (target: Writable) => writeBackup(target, header, records, signal);
    await (typeof output === 'string' ? writeWholeFile(output, write) : write(output));
  });
  return counter.counts;
}

/** A backup must not migrate the store under an older Flowgate that runs, nor be empty because a setting is wrong. */
async function requireBackupFormat(redis: RedisConnection, version: string): Promise<void> {
  await requireStoreFormat(redis, version);
  const state = await storeState(redis);
  if (state === 'current') return;
  if (!(await holdsData(redis)))
    throw new BackupError(
      'The store contains no Flowgate data. Run this command with the settings of the server: REDIS_URL, or FLOWGATE_DATA',
    );
  if (state === 'unknown') throw unknownFormat(version);
  throw new BackupError(
    `The store contains data of a Flowgate older than ${version}. Make the backup with the running version, or start this version, which migrates the data`,
  );
}

async function* everything(configuration: BackupConfiguration, redis: RedisConnection): AsyncGenerator<BackupRecord> {
  yield* readStore(redis, logStore(configuration, redis));
  yield* readContents(contentParts(configuration, redis));
}

async function* counted(records: AsyncIterable<BackupRecord>, counter: BackupCounter): AsyncGenerator<BackupRecord> {
  for await (const record of records) {
    counter.add(record);
    yield record;
  }
}

export interface RestoreChoices {
  /** Removes the content of the store. */
  readonly replaces: boolean;
  /** Also restores with another key, without the data that the backup's key seals. */
  readonly acceptsOtherKey: boolean;
  /** Interrupts it. */
  readonly signal?: AbortSignal;
}

/**
 * Restores a backup to the store, which must not be in use.
 * @param source an absolute path, or a stream
 * @throws {BackupError | OwnRedisError | StoreFormatError} with a message for the operator; nothing was changed if the
 * backup is damaged; {IncompleteRestore} if it failed after that; errors of the file system
 */
export async function restore(
  configuration: BackupConfiguration,
  source: string | Readable,
  choices: RestoreChoices,
): Promise<BackupCounts> {
  const input = await openBackup(source, configuration.dataFolder);
  try {
    return await restoreInput(configuration, input, choices);
  } finally {
    await input.close();
  }
}

async function restoreInput(
  configuration: BackupConfiguration,
  input: BackupInput,
  { replaces, acceptsOtherKey, signal }: RestoreChoices,
): Promise<BackupCounts> {
  const { header, counts } = await checkBackup(input);
  signal?.throwIfAborted();
  const hasOtherKey = header.keyFingerprint !== undefined && header.keyFingerprint !== keyFingerprint(configuration);
  if (hasOtherKey && !acceptsOtherKey)
    throw new BackupError(
      `The backup was made with another key. Set FLOWGATE_KEY to that key, or copy the file key of its data folder to ${configuration.dataFolder}; or add --other-key to restore without the webhook keys, which must then be created again`,
    );
  await withStore(configuration, { mayBeRunning: false }, (redis) =>
    restoreBackup({
      ...contentParts(configuration, redis),
      input,
      header,
      redis,
      replaces,
      signal,
      target: new RedisBackupTarget({
        redis,
        audit: new RedisAuditTrail(redis, configuration.auditDays),
        logs: logStore(configuration, redis),
        madeAt: new Date(header.createdAt),
        leavesOutSealed: hasOtherKey,
      }),
      now: () => new Date(),
    }),
  );
  return counts;
}

function contentParts({ filesFolder, dataFolder }: BackupConfiguration, redis: RedisConnection) {
  return {
    folder: new FileFolder(filesFolder),
    index: new RedisContentIndex(redis),
    artifacts: new ArtifactFolder(dataFolder),
    store: new RedisExecutionStore(redis),
  };
}

function logStore({ logFolder }: BackupConfiguration, redis: RedisConnection): RedisLogStore {
  return new RedisLogStore(redis, {
    folder: logFolder === undefined ? undefined : new LogFolder(logFolder),
    report: (error) => {
      throw error; // a backup is restored as a whole
    },
  });
}

function keyFingerprint({ key, redisUrl, dataFolder }: BackupConfiguration): string | undefined {
  const sealingKey = key ?? (redisUrl === undefined ? knownInstallationKey(dataFolder) : undefined);
  return sealingKey === undefined ? undefined : new SecretBox(sealingKey).digest('flowgate backup').slice(0, 32);
}
