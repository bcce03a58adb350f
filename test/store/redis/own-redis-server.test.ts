import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectRedis } from '../../../src/store/redis/connect-redis.ts';
import { OwnRedisServer } from '../../../src/store/redis/own-redis-server.ts';
import { readMemoryUse } from '../../../src/store/redis/redis-memory.ts';
import { isReady, temporaryFolder } from '../../support/redis.ts';

test('on Windows, asks for a Redis, and creates nothing', async () => {
  const dataFolder = temporaryFolder();
  const start = OwnRedisServer.start({ dataFolder, report: () => {}, onLost: () => {}, platform: 'win32' });
  await expect(start).rejects.toThrow(/^Flowgate starts its own Redis only on Linux and macOS\. Set REDIS_URL/);
  expect(readdirSync(dataFolder)).toEqual([]);
  rmSync(dataFolder, { recursive: true });
});

test('removes what a Redis that was killed had not finished writing, and nothing else', async () => {
  const dataFolder = temporaryFolder();
  const folder = join(dataFolder, 'redis');
  mkdirSync(folder, { mode: 0o700 });
  const others = ['dump.rdb.bak', 'temp-notes.txt', 'temp-1.aof.bak'];
  for (const name of ['temp-12.rdb', 'temp-rewriteaof-12.aof', 'temp-rewriteaof-bg-12.aof', ...others])
    writeFileSync(join(folder, name), 'x');
  const server = await OwnRedisServer.start({ dataFolder, report: () => {}, onLost: () => {} });
  const left = readdirSync(folder).filter((name) => name.startsWith('temp-') || name.startsWith('dump'));
  await server.stop();
  expect(left.toSorted()).toEqual(others.toSorted());
  rmSync(dataFolder, { recursive: true });
});

test('rejects what needs more memory than it may use, and starts again with it', async () => {
  const dataFolder = temporaryFolder();
  const start = async (maxBytes: number) => {
    const server = await OwnRedisServer.start({ dataFolder, maxBytes, report: () => {}, onLost: () => {} });
    const redis = connectRedis({ socketPath: server.socketPath }, () => undefined);
    await isReady(redis);
    return { redis, stop: () => (redis.disconnect(), server.stop()) };
  };
  const text = 'x'.repeat(1_000_000);
  const full = await start(8_000_000);
  const writes = await Promise.allSettled(Array.from({ length: 8 }, (_, index) => full.redis.set(`${index}`, text)));
  expect(writes.map(({ status }) => status)).toContain('rejected');
  const use = await readMemoryUse(full.redis);
  expect(use).toMatchObject({ limit: 8_000_000, reserve: 1_000_000 });
  expect(use!.used).toBeGreaterThan(8_000_000 - text.length);
  await full.stop();
  const smaller = await start(4_000_000);
  expect(await smaller.redis.get('0')).toBe(text);
  await expect(smaller.redis.set('more', 'x')).rejects.toThrow(/^OOM/);
  await smaller.redis.del('0', '1', '2', '3', '4', '5');
  await smaller.redis.set('more', 'x');
  await smaller.stop();
  rmSync(dataFolder, { recursive: true });
});
