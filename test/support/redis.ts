import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { connectRedis } from '../../src/store/redis/connect-redis.ts';
import { OwnRedisServer } from '../../src/store/redis/own-redis-server.ts';

export interface TestRedis {
  readonly redis: Redis;
  readonly server: OwnRedisServer;
  stop(): Promise<void>;
}

/** A real Redis for one test file, on its own socket; it is removed with its data when the file is done. */
export async function startTestRedis(): Promise<TestRedis> {
  const dataFolder = temporaryFolder();
  const server = await OwnRedisServer.start({
    dataFolder,
    report: () => undefined,
    onLost: (error) => {
      throw error;
    },
  });
  const redis = connectRedis({ socketPath: server.socketPath }, () => undefined);
  await isReady(redis);
  return {
    redis,
    server,
    stop: async () => {
      redis.disconnect();
      await server.stop();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'flowgate-test-'));
}

export function isReady(redis: Redis): Promise<void> {
  return redis.status === 'ready' ? Promise.resolve() : new Promise((resolve) => redis.once('ready', () => resolve()));
}

/** Closes the connection; before that is done, it cannot connect again. */
export async function disconnect(redis: Redis): Promise<void> {
  const ended = once(redis, 'end');
  redis.disconnect();
  await ended;
}
