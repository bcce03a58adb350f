import type { Redis } from 'ioredis';
import { isFinal, type ExecutionState } from '../../../lifecycle/execution-state.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { keyGlob, keyWords, redisKey } from '../../redis/redis-key.ts';
import { scanKeys } from '../../redis/scan-keys.ts';
import { LogFolder } from '../logs/log-folder.ts';
import { flushScript } from './redis-log-scripts.ts';
import { maxBytesInRedis } from './redis-log-store.ts';

/**
 * Moves long logs of ended executions to files, if a process without the folder stored them.
 * Several processes may do this at once.
 * @returns how many
 * @throws {AppError} `store-unavailable`; errors of the file system
 */
export async function moveLogsToFiles(redis: Redis, folder: LogFolder): Promise<number> {
  let moved = 0;
  for await (const keys of scanKeys(redis, keyGlob('executionLog')))
    for (const key of keys) if (await moveLog(redis, folder, keyWords('executionLog', key).join())) moved++;
  return moved;
}

async function moveLog(redis: Redis, folder: LogFolder, id: string): Promise<boolean> {
  const [log, logFile] = [redisKey.executionLog(id), redisKey.executionLogFile(id)];
  if ((await onRedis(() => redis.strlen(log))) <= maxBytesInRedis) return false;
  // The log of an open execution has a writer.
  const state = await onRedis(() => redis.hget(redisKey.execution(id), 'state'));
  if (state === null || !isFinal(state as ExecutionState)) return false; // the scripts write nothing else
  const [bytes, inFile] = await onRedis(() => Promise.all([redis.getBuffer(log), redis.exists(logFile)]));
  if (bytes === null || inFile === 1) return false;
  const name = LogFolder.newName(id);
  await folder.write(name, 0, [bytes]);
  const isMoved = (await onRedis(() =>
    flushScript.run(redis, { log, logFile, name, sizeBefore: 0, size: bytes.length, bytesInRedis: bytes.length }),
  )) as number; // the reply of our own script
  if (isMoved !== 1) await folder.remove(name);
  return isMoved === 1;
}
