import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { RedisRevisionStore } from '../../../src/store/revisions/redis-revision-store.ts';
import { RedisWebhookKeyStore } from '../../../src/store/triggers/redis-webhook-key-store.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { revisionWrite } from '../../support/revision-writes.ts';

const flow = { namespace: 'examples', id: 'hello' };
const key = { createdAt: '2026-01-02T03:04:05.678Z', createdBy: 'ada', sealed: 'sealed' };
let test: TestRedis;
let store: RedisWebhookKeyStore;

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisWebhookKeyStore(test.redis);
  await new RedisRevisionStore(test.redis).create(revisionWrite({ key: flow }));
  await store.write({ flow, triggerId: 'pushed' }, key);
});
afterAll(() => test.stop());

it('reads what was written', async () => {
  expect(await store.read({ flow, triggerId: 'pushed' })).toEqual(key);
  expect(await store.list(flow)).toEqual(new Map([['pushed', key]]));
  expect(await store.write({ flow: { ...flow, id: 'none' }, triggerId: 'pushed' }, key)).toBe(false);
  await store.write({ flow, triggerId: 'brief' }, key);
  await store.remove({ flow, triggerId: 'brief' });
  expect(await store.read({ flow, triggerId: 'brief' })).toBeUndefined();
});

it('sends Redis the same command and parses a reply, whether or not there is a key', async () => {
  const [send, parse] = [vi.spyOn(test.redis, 'sendCommand'), vi.spyOn(JSON, 'parse')];
  const workOf = async (webhook: Parameters<typeof store.read>[0]) => {
    send.mockClear();
    parse.mockClear();
    const found = await store.read(webhook);
    return { found, sent: send.mock.calls.map(([{ name }]) => name), parsed: parse.mock.calls.length };
  };
  const work = { sent: ['EVALSHA'], parsed: 1 };
  expect(await workOf({ flow, triggerId: 'pushed' })).toEqual({ found: key, ...work });
  expect(await workOf({ flow, triggerId: 'none' })).toEqual({ found: undefined, ...work });
  expect(await workOf({ flow: { ...flow, id: 'none' }, triggerId: 'pushed' })).toEqual({ found: undefined, ...work });
  vi.restoreAllMocks();
});
