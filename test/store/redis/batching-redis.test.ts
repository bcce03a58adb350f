import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectRedis } from '../../../src/store/redis/connect-redis.ts';
import { isReady, startTestRedis, type TestRedis } from '../../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startTestRedis();
});
afterAll(() => server.stop());

it('writes the commands of one moment to the socket together', async () => {
  const { path } = server.redis.options;
  const redis = connectRedis({ socketPath: path ?? '' }, () => undefined);
  await isReady(redis);
  const writes = vi.spyOn(redis.stream, '_writev' as never);
  const set = async (key: string): Promise<string | null> => {
    await redis.set(key, key);
    return redis.get(key);
  };
  expect(await Promise.all(['a', 'b', 'c'].map(set))).toEqual(['a', 'b', 'c']);
  expect(writes).toHaveBeenCalledTimes(2);
  redis.disconnect();
});
