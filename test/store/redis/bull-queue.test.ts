import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BullQueue } from '../../../src/store/redis/bull-queue.ts';
import { connectRedis } from '../../../src/store/redis/connect-redis.ts';
import { isReady, startTestRedis, temporaryFolder, type TestRedis } from '../../support/redis.ts';

let running: TestRedis;
beforeAll(async () => {
  running = await startTestRedis();
});
afterAll(() => running.stop());

test('a queue whose first calls fail works as soon as Redis is available', async () => {
  const folder = temporaryFolder();
  const socketPath = join(folder, 'redis.sock');
  const redis = connectRedis({ socketPath }, () => undefined);
  const queue = new BullQueue<{ readonly number: number }>('late', redis);
  const count = () => queue.do((opened) => opened.getJobCountByTypes('waiting'));
  const early = await Promise.allSettled([count(), count()]);
  expect(early).toMatchObject([{ reason: { code: 'store-unavailable' } }, { reason: { code: 'store-unavailable' } }]);
  symlinkSync(running.server.socketPath, socketPath);
  await isReady(redis);
  expect(await count()).toBe(0);
  await queue.do((opened) => opened.add('entry', { number: 1 }));
  expect(await count()).toBe(1);
  await queue.close();
  expect(await redis.ping()).toBe('PONG');
  redis.disconnect();
  rmSync(folder, { recursive: true });
});
