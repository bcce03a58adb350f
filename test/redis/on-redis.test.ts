import { afterAll, beforeAll, expect, it } from 'vitest';
import { onRedis } from '../../src/redis/on-redis.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';

let test: TestRedis;
beforeAll(async () => {
  test = await startTestRedis();
});
afterAll(() => test.stop());

it.each([
  ['a command', () => test.redis.set('key', 'value')],
  ['a transaction', () => test.redis.multi().set('key', 'value').set('other', 'value').exec()],
  ['a script', () => test.redis.eval("return redis.call('SET', KEYS[1], 'value')", 1, 'key')],
])('takes a Redis whose memory is full for one that is away: %s', async (_what, step) => {
  await test.redis.config('SET', 'maxmemory', '1');
  await expect(onRedis(step)).rejects.toMatchObject({ code: 'store-unavailable' });
  await test.redis.config('SET', 'maxmemory', '0');
  await expect(onRedis(step)).resolves.toBeDefined();
});

it('leaves a mistake of ours what it is', async () => {
  await test.redis.set('text', 'value');
  await expect(onRedis(() => test.redis.sadd('text', 'value'))).rejects.toThrow(/^WRONGTYPE/);
  await expect(onRedis(() => test.redis.multi().call('SETT', 'text').exec())).rejects.toThrow(/^EXECABORT/);
});
