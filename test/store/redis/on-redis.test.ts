import { afterAll, beforeAll, expect, it } from 'vitest';
import { onRedis } from '../../../src/store/redis/on-redis.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

let test: TestRedis;
beforeAll(async () => {
  test = await startTestRedis();
});
afterAll(() => test.stop());

it.each([
  ['a command', () => test.redis.set('key', 'value')],
  ['a transaction', () => test.redis.multi().set('key', 'value').set('other', 'value').exec()],
  ['a script', () => test.redis.eval("return redis.call('SET', KEYS[1], 'value')", 1, 'key')],
])('tells that the memory of Redis is full: %s', async (_what, step) => {
  await test.redis.config('SET', 'maxmemory', '1');
  await expect(onRedis(step)).rejects.toMatchObject({
    code: 'insufficient-storage',
    message: expect.stringContaining('memory'),
  });
  await test.redis.config('SET', 'maxmemory', '0');
  await expect(onRedis(step)).resolves.toBeDefined();
});

it('does not convert an error caused by our own mistake', async () => {
  await test.redis.set('text', 'value');
  await expect(onRedis(() => test.redis.sadd('text', 'value'))).rejects.toThrow(/^WRONGTYPE/);
  await expect(onRedis(() => test.redis.multi().call('SETT', 'text').exec())).rejects.toThrow(/^EXECABORT/);
});

it.each([
  [
    'MISCONF Errors writing to the AOF file: No space left on device',
    { code: 'insufficient-storage', message: expect.stringContaining('disk of the store is full') },
  ],
  [
    'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
    { code: 'store-unavailable', message: expect.stringContaining('cannot write to its disk') },
  ],
  [
    'READONLY You cannot write against a read only replica.',
    { code: 'store-unavailable', message: expect.stringContaining('The store is unavailable') },
  ],
])('converts the error %s', async (reply, error) => {
  const failing = () => test.redis.eval('return redis.error_reply(ARGV[1])', 0, reply);
  await expect(onRedis(failing)).rejects.toMatchObject(error);
  await test.redis.ping();
});
