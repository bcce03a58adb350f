import { readdirSync, rmSync } from 'node:fs';
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
