import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../../base/config/configuration.ts';
import { isOperatorError } from '../../base/problem/operator-error.ts';
import { sleep } from '../../base/timers/timers.ts';
import { askRedis } from '../redis/ask-redis.ts';
import { connectRedisOnce, untilUsable, type RedisAddress, type RedisConnection } from '../redis/connect-redis.ts';
import { isUnableReply } from '../redis/on-redis.ts';
import { OwnRedisServer, ownSocketPath } from '../redis/own-redis-server.ts';
import { BackupError } from './backup-file.ts';
import { IncompleteRestore } from './restore-backup.ts';

// A Redis that does not answer for so long is unavailable.
const maxConnect = 10_000;

/**
 * Connects to the store; starts Flowgate's own Redis for as long as the step takes if it does not run.
 * @throws {BackupError | OwnRedisError} if Redis is unavailable, or was lost or failed in the meantime; errors of the step
 */
export async function withStore(
  { redisUrl, dataFolder }: Pick<Configuration, 'redisUrl' | 'dataFolder'>,
  { mayBeRunning }: { readonly mayBeRunning: boolean },
  step: (redis: RedisConnection) => Promise<void>,
): Promise<void> {
  const { address, stop } =
    redisUrl === undefined ? await ownRedis(dataFolder, mayBeRunning) : { address: { url: redisUrl }, stop: undefined };
  const redis = connectRedisOnce(address);
  let reason = 'The connection was closed';
  redis.on('error', (error: Error) => (reason = error.message));
  try {
    await untilUsable(redis, maxConnect);
    if (redis.status !== 'ready') throw new BackupError(`Redis is unavailable. ${reason}`);
    await step(redis);
  } catch (error) {
    const told = (raw: unknown) => describedFailure(raw, { isLost: redis.status !== 'ready', reason });
    throw error instanceof IncompleteRestore ? new IncompleteRestore(told(error.cause)) : told(error);
  } finally {
    redis.disconnect();
    await stop?.();
  }
}

/** Converts an error of Redis, or of a lost connection, to a message for the operator. */
function describedFailure(
  error: unknown,
  { isLost, reason }: { readonly isLost: boolean; readonly reason: string },
): unknown {
  if (!(error instanceof Error)) return error;
  if (isUnableReply(error)) return new BackupError(`Redis rejects commands: ${error.message}`, { cause: error });
  return isLost && !isOperatorError(error)
    ? new BackupError(`The connection to Redis was lost: ${reason}`, { cause: error })
    : error;
}

async function ownRedis(
  dataFolder: string,
  mayBeRunning: boolean,
): Promise<{ readonly address: RedisAddress; readonly stop?: () => Promise<void> }> {
  if (mayBeRunning && !existsSync(join(dataFolder, 'redis')))
    throw new BackupError(
      `The data folder ${dataFolder} has no store. Run this command with the settings of the server: FLOWGATE_DATA, or REDIS_URL`,
    );
  const socketPath = ownSocketPath(dataFolder);
  if (mayBeRunning && (await isAnswering(socketPath))) return { address: { socketPath } };
  const onLost = () => undefined; // the connection is lost as well
  const server = await OwnRedisServer.start({ dataFolder, report: () => undefined, onLost });
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
