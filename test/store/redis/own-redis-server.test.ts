import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OwnRedisServer } from '../../../src/store/redis/own-redis-server.ts';
import { temporaryFolder } from '../../support/redis.ts';

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
