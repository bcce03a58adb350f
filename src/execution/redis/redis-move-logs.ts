import type { Redis } from 'ioredis';
import { onRedis } from '../../store/redis/on-redis.ts';
import { globLiteral, scanKeys } from '../../store/redis/scan-keys.ts';
import { LogFolder } from '../logs/log-folder.ts';
import { isFinal, type ExecutionState } from '../record/execution-state.ts';
import { executionHash, logFileHash, logKey } from './redis-execution-keys.ts';
import { flushScript } from './redis-log-scripts.ts';
import { maxBytesInRedis } from './redis-log-store.ts';

/**
 * Moves long logs of ended executions to files: those that an older Flowgate stored, or one that did not know the folder.
 * Several processes may do this at once.
 * @returns how many
 * @throws {AppError} `store-unavailable`; errors of the file system
 */
export async function moveLogsToFiles(redis: Redis, folder: LogFolder): Promise<number> {
  let moved = 0;
  for await (const keys of scanKeys(redis, `${globLiteral(logKey(''))}*`))
    for (const key of keys) if (await moveLog(redis, folder, key.slice(logKey('').length))) moved++;
  return moved;
}

async function moveLog(redis: Redis, folder: LogFolder, id: string): Promise<boolean> {
  const [key, fileHash] = [logKey(id), logFileHash(id)];
  if ((await onRedis(() => redis.strlen(key))) <= maxBytesInRedis) return false;
  // The log of an open execution has a writer.
  const state = await onRedis(() => redis.hget(executionHash(id), 'state'));
  if (state === null || !isFinal(state as ExecutionState)) return false; // the scripts write nothing else
  const [bytes, inFile] = await onRedis(() => Promise.all([redis.getBuffer(key), redis.exists(fileHash)]));
  if (bytes === null || inFile === 1) return false;
  const name = LogFolder.newName(id);
  await folder.write(name, 0, [bytes]);
  const isMoved = (await onRedis(() =>
    flushScript.run(redis, [key, fileHash], [name, 0, bytes.length, bytes.length]),
  )) as number; // the reply of our own script
  if (isMoved !== 1) await folder.remove(name);
  return isMoved === 1;
}
