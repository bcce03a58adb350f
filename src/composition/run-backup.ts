import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { backupFormat, type BackupHeader, type BackupRecord } from '../backup/backup-record.ts';
import { BackupError, writeBackup } from '../backup/backup-file.ts';
import { readContents } from '../backup/read-contents.ts';
import { RedisBackupTarget } from '../backup/redis-backup-target.ts';
import { readStore } from '../backup/redis-backup-source.ts';
import { checkBackup, restoreBackup, type BackupCounts } from '../backup/restore-backup.ts';
import type { Configuration } from '../config/configuration.ts';
import { packageVersion } from '../config/package-root.ts';
import { ExecutionFolders } from '../execution/local/execution-folders.ts';
import { RedisExecutionStore } from '../execution/redis/redis-execution-store.ts';
import { askRedis } from '../store/redis/ask-redis.ts';
import {
  connectWaitingRedis,
  untilUsable,
  type RedisAddress,
  type RedisConnection,
} from '../store/redis/connect-redis.ts';
import { RedisAuditTrail } from '../store/audit/redis-audit-trail.ts';
import { OwnRedisServer, ownSocketPath } from '../store/redis/own-redis-server.ts';
import { FileFolder } from '../store/files/file-folder.ts';
import { RedisContentIndex } from '../store/files/redis-content-index.ts';
import { knownInstallationKey } from '../store/secrets/installation-key.ts';
import { SecretBox } from '../store/secrets/secret-box.ts';
import { openStoreFormat, storeFormat } from '../store-format/redis-store-format.ts';

type BackupConfiguration = Pick<Configuration, 'redisUrl' | 'dataFolder' | 'filesFolder' | 'key' | 'auditDays'>;

// A Redis that does not answer for so long is unavailable.
const maxConnect = 10_000;

/**
 * Writes everything that the store, the files and the artifacts hold to a file that only its owner can read. It appears
 * once it is complete.
 * @param path `-` for standard output
 * @throws {BackupError | OwnRedisError | StoreFormatError} with a message for the operator
 */
export async function backup(configuration: BackupConfiguration, path: string, now: Date): Promise<void> {
  await withStore(configuration, { mayBeRunning: true }, async (redis) => {
    const version = packageVersion();
    await openStoreFormat(redis, { version, report: () => undefined });
    const header: BackupHeader = {
      flowgateBackup: backupFormat,
      createdAt: now.toISOString(),
      flowgate: version,
      storeFormat,
      keyFingerprint: keyFingerprint(configuration),
    };
    const records = everything(configuration, redis);
    if (path === '-') return writeBackup(createWriteStream('', { fd: 1, autoClose: false }), header, records);
    const part = `${path}.part`;
    try {
      await rm(part, { force: true });
      await writeBackup(createWriteStream(part, { mode: 0o600, flags: 'wx', flush: true }), header, records);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  });
}

async function* everything(configuration: BackupConfiguration, redis: RedisConnection): AsyncGenerator<BackupRecord> {
  yield* readStore(redis);
  yield* readContents(contentParts(configuration, redis));
}

export interface RestoreChoices {
  /** Removes what the store holds. */
  readonly replaces: boolean;
  /** Restores also with another key, without what is sealed with the key of the backup. */
  readonly acceptsOtherKey: boolean;
}

/**
 * Restores a backup to the store, which no Flowgate may use meanwhile.
 * @throws {BackupError | OwnRedisError | StoreFormatError} with a message for the operator; nothing was changed if the
 * backup is damaged
 */
export async function restore(
  configuration: BackupConfiguration,
  path: string,
  { replaces, acceptsOtherKey }: RestoreChoices,
): Promise<BackupCounts> {
  const { header, counts } = await checkBackup(path);
  const hasOtherKey = header.keyFingerprint !== undefined && header.keyFingerprint !== keyFingerprint(configuration);
  if (hasOtherKey && !acceptsOtherKey)
    throw new BackupError(
      `The backup was made with another key. Set FLOWGATE_KEY to that key, or copy the file key of its data folder to ${configuration.dataFolder}; or add --other-key to restore without the keys of webhooks, which callers then have to get anew`,
    );
  await withStore(configuration, { mayBeRunning: false }, (redis) =>
    restoreBackup({
      ...contentParts(configuration, redis),
      path,
      header,
      redis,
      replaces,
      target: new RedisBackupTarget({
        redis,
        audit: new RedisAuditTrail(redis, configuration.auditDays),
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
    folders: new ExecutionFolders(join(dataFolder, 'executions')),
    store: new RedisExecutionStore(redis),
  };
}

function keyFingerprint({ key, redisUrl, dataFolder }: BackupConfiguration): string | undefined {
  const sealingKey = key ?? (redisUrl === undefined ? knownInstallationKey(dataFolder) : undefined);
  return sealingKey === undefined ? undefined : new SecretBox(sealingKey).digest('flowgate backup').slice(0, 32);
}

/** Connects to the store; starts Flowgate's own Redis for as long as the step takes if it does not run. */
async function withStore(
  { redisUrl, dataFolder }: BackupConfiguration,
  { mayBeRunning }: { readonly mayBeRunning: boolean },
  step: (redis: RedisConnection) => Promise<void>,
): Promise<void> {
  const { address, stop } =
    redisUrl === undefined ? await ownRedis(dataFolder, mayBeRunning) : { address: { url: redisUrl }, stop: undefined };
  const redis = connectWaitingRedis(address);
  let reason = '';
  redis.on('error', (error: Error) => (reason = error.message));
  try {
    await untilUsable(redis, maxConnect);
    if (redis.status !== 'ready') throw new BackupError(`Redis is unavailable. ${reason}`);
    await step(redis);
  } finally {
    redis.disconnect();
    await stop?.();
  }
}

async function ownRedis(
  dataFolder: string,
  mayBeRunning: boolean,
): Promise<{ readonly address: RedisAddress; readonly stop?: () => Promise<void> }> {
  const socketPath = ownSocketPath(dataFolder);
  if (mayBeRunning && (await isAnswering(socketPath))) return { address: { socketPath } };
  const lost = (error: Error) => {
    throw error;
  };
  const server = await OwnRedisServer.start({ dataFolder, report: () => undefined, onLost: lost });
  return { address: { socketPath: server.socketPath }, stop: () => server.stop() };
}

/** Whether a Flowgate runs on the folder; its Redis may be loading its data. */
async function isAnswering(socketPath: string): Promise<boolean> {
  for (const start = Date.now(); ; await sleep(100)) {
    const answer = await askRedis(socketPath, (redis) => redis.ping());
    if (answer === 'absent' || Date.now() - start > maxConnect) return false;
    if ('value' in answer) return true;
  }
}
