import type { FilePorts } from '../abilities/parts/parts.ts';
import type { Configuration } from '../base/config/configuration.ts';
import { sleep } from '../base/timers/timers.ts';
import { filesInUse } from '../store/executions/iterate-executions.ts';
import type { LogSweeper } from '../store/executions/logs/log-sweeper.ts';
import type { RedisExecutionStore } from '../store/executions/redis/redis-execution-store.ts';
import { FileContents } from '../store/files/file-contents.ts';
import { FileFolder } from '../store/files/file-folder.ts';
import { sweepFiles } from '../store/files/file-sweeper.ts';
import { RedisContentIndex } from '../store/files/redis-content-index.ts';
import { RedisUploadLedger } from '../store/files/redis-upload-ledger.ts';
import { RedisUploadRegister } from '../store/files/redis-upload-register.ts';
import { freeSpace as freeSpaceOf } from '../store/files/space-guard.ts';
import { UploadRooms, type UploadLimits } from '../store/files/upload-room.ts';
import type { RedisConnection } from '../store/redis/connect-redis.ts';

/** What files need from the disk and from Redis. */
export interface FileStore {
  readonly ports: FilePorts;
  readonly sweep: () => Promise<void>;
}

export interface FileOptions {
  readonly now?: () => Date;
  /** Returns how many bytes can still be written to the folder's disk; queries the file system by default. */
  readonly freeSpace?: () => Promise<number>;
}

export function openFileStore(
  { filesFolder, limits }: { readonly filesFolder: string; readonly limits: { readonly uploads: UploadLimits } },
  redis: RedisConnection,
  store: RedisExecutionStore,
  { now = () => new Date(), freeSpace = () => freeSpaceOf(filesFolder) }: FileOptions = {},
): FileStore {
  const folder = new FileFolder(filesFolder);
  const index = new RedisContentIndex(redis);
  const contents = new FileContents({ folder, index, now });
  return {
    ports: {
      contents,
      uploads: new RedisUploadRegister(redis),
      rooms: new UploadRooms({ ledger: new RedisUploadLedger(redis), limits: limits.uploads, freeSpace, now }),
    },
    sweep: () => sweepFiles({ folder, index, contents, inUse: () => filesInUse(store), now }),
  };
}

const sweepMilliseconds = 5 * 60 * 1000;

/**
 * Sweeps the folders periodically until stopped. A process that is only a worker leaves that to the gateways.
 * @param report called with each error; the sweep is retried later
 * @param logs undefined if logs are not in files
 */
export function startSweeping(
  { role }: Pick<Configuration, 'role'>,
  files: FileStore,
  report: (error: unknown, what: string) => void,
  logs?: LogSweeper,
): () => Promise<void> {
  if (role === 'worker') return async () => undefined;
  const stopped = new AbortController();
  const sweep = async () => {
    await files.sweep().catch((error: unknown) => report(error, 'sweep files'));
    await logs?.sweep().catch((error: unknown) => report(error, 'sweep logs'));
  };
  const pause = () => sleep(sweepMilliseconds, undefined, { signal: stopped.signal }).catch(() => undefined); // rejects when stopped
  const work = (async () => {
    for (await pause(); !stopped.signal.aborted; await pause()) await sweep();
  })();
  return async () => {
    stopped.abort();
    await work;
  };
}
