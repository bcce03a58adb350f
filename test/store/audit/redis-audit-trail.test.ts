import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AuditEvent } from '../../../src/store/audit/audit-trail.ts';
import { RedisAuditTrail } from '../../../src/store/audit/redis-audit-trail.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

let server: TestRedis;
beforeAll(async () => {
  server = await startTestRedis();
});
beforeEach(() => server.redis.flushall());
afterAll(() => server.stop());

const event = (overrides: Partial<AuditEvent> = {}): AuditEvent => ({
  actor: 'ada',
  action: 'runFlow',
  outcome: 'done',
  status: 202,
  requestId: 'r',
  namespace: 'examples',
  ...overrides,
});
const day = 24 * 60 * 60 * 1000;
const streams = async () => (await server.redis.keys('{flowgate}:audit*')).toSorted();

it('reads a limited number of entries at once, and continues where it stopped', async () => {
  const trail = new RedisAuditTrail(server.redis, 0);
  await trail.append([event({ action: 'createFlow' })]);
  await trail.append(Array.from({ length: 6_000 }, () => event()));
  const first = await trail.list({ action: 'createFlow', limit: 10 });
  expect(first).toMatchObject({ entries: [], next: expect.any(String) });
  const second = await trail.list({ action: 'createFlow', limit: 10, after: first.next });
  expect(second.entries).toMatchObject([{ action: 'createFlow' }]);
  expect(second.next).toBeUndefined();
});

it('writes the events that arrive during a write together', async () => {
  const trail = new RedisAuditTrail(server.redis, 0);
  const send = vi.spyOn(server.redis, 'call');
  const actions = ['a', 'b', 'c', 'd'];
  await Promise.all(actions.map((action) => trail.append([event({ action })])));
  expect(send).toHaveBeenCalledTimes(1);
  const first = trail.append([event({ action: 'e' })]);
  await Promise.resolve(); // the first one is being written
  await Promise.all([first, ...['f', 'g'].map((action) => trail.append([event({ action })]))]);
  expect(send).toHaveBeenCalledTimes(3);
  send.mockRestore();
  const { entries } = await trail.list({ limit: 10 });
  expect(entries.map(({ action }) => action)).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
});

it('reports a failed write to all who wait for it, and goes on', async () => {
  const trail = new RedisAuditTrail(server.redis, 0);
  const failure = vi.spyOn(server.redis, 'call').mockRejectedValueOnce(new Error('The connection is lost'));
  const writes = await Promise.allSettled([trail.append([event()]), trail.append([event()])]);
  expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  failure.mockRestore();
  await trail.append([event()]);
  expect((await trail.list({ limit: 10 })).entries).toHaveLength(1);
});

it('drops old entries and unused indexes', async () => {
  const trail = new RedisAuditTrail(server.redis, 1);
  const old = `${Date.now() - 2 * day}-0`;
  // A whole node of the Redis stream; Redis does not split nodes.
  for (let count = 0; count < 200; count++) {
    await server.redis.xadd(
      '{flowgate}:audit',
      `${Date.now() - 2 * day}-${count}`,
      'event',
      JSON.stringify(event({ actor: 'bob' })),
    );
    await server.redis.xadd('{flowgate}:audit:actor:ada', `${Date.now() - 2 * day}-${count}`, '-', '');
  }
  await trail.append([event()]);
  expect(await server.redis.xlen('{flowgate}:audit')).toBeLessThanOrEqual(101);
  expect(await server.redis.xlen('{flowgate}:audit:actor:ada')).toBeLessThanOrEqual(101);
  expect(await server.redis.pttl('{flowgate}:audit:actor:ada')).toBeGreaterThan(day / 2);
  expect(await server.redis.pttl('{flowgate}:audit')).toBe(-1);
  expect((await trail.list({ actor: 'ada', limit: 500 })).entries.every(({ id }) => id > old)).toBe(true);
});

it('keeps everything for 0 days', async () => {
  await server.redis.xadd('{flowgate}:audit', '1-1', 'event', JSON.stringify(event({ actor: 'eve' })));
  const trail = new RedisAuditTrail(server.redis, 0);
  await trail.append([event({ namespace: undefined, actor: 'a b' })]);
  expect((await trail.list({ limit: 10 })).entries.map(({ actor, at }) => [actor, at.slice(0, 4)])).toEqual([
    ['a b', new Date().toISOString().slice(0, 4)],
    ['eve', '1970'],
  ]);
  expect(await streams()).toEqual(['{flowgate}:audit', '{flowgate}:audit:actor:a b']);
  expect(await server.redis.pttl('{flowgate}:audit:actor:a b')).toBe(-1);
});
