import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RedisContentIndex } from '../../../src/store/files/redis-content-index.ts';
import { RedisUploadLedger } from '../../../src/store/files/redis-upload-ledger.ts';
import type { ReservationOutcome, UploadQuotas } from '../../../src/store/files/upload-ledger.ts';
import { connectRedis } from '../../../src/store/redis/connect-redis.ts';
import { isReady, startTestRedis, type TestRedis } from '../../support/redis.ts';

const now = new Date('2026-11-22T12:00:00Z');
const later = new Date('2026-11-22T12:05:00Z');
const unlimited: UploadQuotas = { perActor: Infinity, inAll: Infinity };
const sha256 = 'a'.repeat(64);

let redis: TestRedis;
let ledger: RedisUploadLedger;
let index: RedisContentIndex;
beforeAll(async () => {
  redis = await startTestRedis();
  ledger = new RedisUploadLedger(redis.redis);
  index = new RedisContentIndex(redis.redis);
});
beforeEach(() => redis.redis.flushall());
afterAll(() => redis.stop());

interface Change {
  readonly actor?: string;
  readonly preferred?: number;
  readonly quotas?: Partial<UploadQuotas>;
  readonly at?: Date;
}

function reserve(
  id: string,
  needed: number,
  { actor = 'ada', preferred = needed, quotas, at = now }: Change = {},
): Promise<ReservationOutcome> {
  return ledger.reserve({ id, actor, needed, preferred, until: later }, { ...unlimited, ...quotas }, at);
}

describe('a reservation', () => {
  it('grows up to the quota of its actor and the total quota', async () => {
    expect(await reserve('one', 60, { quotas: { perActor: 100 } })).toEqual({ held: 60 });
    expect(await reserve('one', 100, { quotas: { perActor: 100 } })).toEqual({ held: 100 });
    expect(await reserve('one', 101, { quotas: { perActor: 100 } })).toEqual({ exceeded: 'perActor', used: 100 });
    expect(await reserve('two', 1, { quotas: { perActor: 100 } })).toEqual({ exceeded: 'perActor', used: 100 });
    expect(await reserve('two', 50, { actor: 'bob', quotas: { perActor: 100, inAll: 150 } })).toEqual({ held: 50 });
    expect(await reserve('two', 51, { actor: 'bob', quotas: { perActor: 100, inAll: 150 } })).toEqual({
      exceeded: 'inAll',
      used: 150,
    });
    expect(await ledger.used(now)).toBe(150);
  });

  it('gets what it wants only if there is plenty left, and always what it needs', async () => {
    expect(await reserve('one', 1, { preferred: 1000, quotas: { inAll: 2 ** 40 } })).toEqual({ held: 1000 });
    expect(await reserve('two', 1, { preferred: 1000, quotas: { inAll: 1161 } })).toEqual({ held: 11 });
    expect(await reserve('two', 161, { preferred: 1000, quotas: { inAll: 1161 } })).toEqual({ held: 161 });
  });

  it('is renewed even if it exceeds a reduced quota', async () => {
    await reserve('one', 100);
    expect(await reserve('one', 50, { quotas: { perActor: 10 } })).toEqual({ held: 100 });
  });

  it('is returned once when it is released', async () => {
    await reserve('one', 100);
    await reserve('two', 7);
    for (let times = 0; times < 2; times++) await ledger.release({ id: 'one', actor: 'ada' });
    expect(await ledger.used(now)).toBe(7);
    expect(await reserve('three', 3, { quotas: { perActor: 10 } })).toEqual({ held: 3 });
  });

  it('of a gateway that died expires', async () => {
    await reserve('one', 100);
    expect(await reserve('two', 1, { quotas: { perActor: 100 } })).toMatchObject({ exceeded: 'perActor' });
    expect(await reserve('two', 100, { quotas: { perActor: 100 }, at: later })).toEqual({ held: 100 });
    expect(await ledger.used(new Date(later.getTime() + 1))).toBe(0);
    expect(await redis.redis.keys('*')).toEqual([]);
  });

  it('accepts any actor name', async () => {
    for (const actor of ['12 34', ' ', 'a\nb', 'all']) await reserve(`of ${actor}`, 5, { actor });
    expect(await ledger.used(now)).toBe(20);
    for (const actor of ['12 34', ' ', 'a\nb', 'all']) await ledger.release({ id: `of ${actor}`, actor });
    expect(await redis.redis.keys('*')).toEqual([]);
  });

  it('never exceeds the quota, however many gateways compete for the last bytes', async () => {
    const connections = Array.from({ length: 4 }, () =>
      connectRedis({ socketPath: redis.server.socketPath }, () => undefined),
    );
    await Promise.all(connections.map(isReady));
    const ledgers = connections.map((connection) => new RedisUploadLedger(connection));
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, number) =>
        ledgers[number % 4]!.reserve(
          { id: `r${number}`, actor: `actor ${number % 3}`, needed: 10, preferred: 10, until: later },
          { perActor: 400, inAll: 1005 },
          now,
        ),
      ),
    );
    expect(outcomes.filter((outcome) => 'held' in outcome)).toHaveLength(100);
    expect(await ledger.used(now)).toBe(1000);
    for (const connection of connections) connection.disconnect();
  });
});

describe('a content', () => {
  const adopt = (id: string, actor = 'ada', name = id) =>
    index.adopt(sha256, name, later, { size: 30, reservation: { id, actor } });

  it('takes its bytes from the reservation, counts once in total and once per actor, and returns them', async () => {
    await reserve('one', 40);
    await adopt('one');
    expect(await ledger.used(now)).toBe(40);
    await ledger.release({ id: 'one', actor: 'ada' });
    expect(await ledger.used(now)).toBe(30);
    for (const [id, actor] of [
      ['two', 'ada'],
      ['three', 'bob'],
    ] as const) {
      await reserve(id, 30, { actor });
      await adopt(id, actor);
      await ledger.release({ id, actor });
    }
    expect(await ledger.used(now)).toBe(30);
    for (const actor of ['ada', 'bob'])
      expect(await reserve(`more of ${actor}`, 1, { actor, quotas: { perActor: 30 } })).toEqual({
        exceeded: 'perActor',
        used: 30,
      });
    expect(await index.forget(sha256, now)).toBeUndefined();
    expect(await index.forget(sha256, later)).toBe('three');
    expect(await ledger.used(now)).toBe(0);
    expect(await redis.redis.keys('*')).toEqual([]);
  });

  it('counts even if its reservation has expired', async () => {
    await reserve('one', 30);
    await ledger.used(later);
    await adopt('one');
    expect(await ledger.used(later)).toBe(30);
  });

  it('that was stored before counting existed is removed completely', async () => {
    await redis.redis.zadd('{flowgate}:file-contents', now.getTime(), sha256);
    await redis.redis.hset('{flowgate}:file-names', sha256, 'old');
    expect(await index.forget(sha256, now)).toBe('old');
    expect(await redis.redis.keys('*')).toEqual([]);
  });
});
