import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { StoredToken } from '../../../src/store/tokens/api-token.ts';
import { RedisTokenStore } from '../../../src/store/tokens/redis-token-store.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

let test: TestRedis;
let store: RedisTokenStore;
beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisTokenStore(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

const limits = { perCreator: 3, inAll: 5 };
const day = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-01-02T03:04:05.678Z');
const after = (milliseconds: number) => new Date(start + milliseconds);

function token(name: string, more: Partial<StoredToken> & { readonly subject?: string } = {}): StoredToken {
  const { subject = 'ada', ...rest } = more;
  return {
    id: `id-${name}`,
    name,
    namespaces: ['robotics', 'robotics.*'],
    rights: ['read'],
    surfaces: ['http'],
    creator: { subject, groups: ['team'] },
    createdAt: after(0).toISOString(),
    hash: 'the hash',
    ...rest,
  };
}

it('reads what was stored, and lists it without the hash', async () => {
  const ci = token('ci', { expiresAt: after(day).toISOString() });
  expect(await store.create(ci, limits)).toBeUndefined();
  expect(await store.create(token('later', { createdAt: after(1).toISOString() }), limits)).toBeUndefined();
  expect(await store.read('id-ci')).toEqual(ci);
  expect(await store.read('other')).toBeUndefined();
  const { hash: _hash, ...shown } = ci;
  expect(await store.list(after(0))).toEqual([expect.objectContaining({ name: 'later' }), shown]);
});

it('reads tokens of earlier versions as those for the API', async () => {
  const { surfaces: _surfaces, ...earlier } = token('earlier');
  await test.redis.hset('{flowgate}:tokens', earlier.id, JSON.stringify(earlier));
  expect(await store.read(earlier.id)).toEqual(token('earlier'));
});

it('keeps names unique, until the token is removed or has expired', async () => {
  await store.create(token('ci', { expiresAt: after(day).toISOString() }), limits);
  const again = (milliseconds: number) => {
    const createdAt = after(milliseconds).toISOString();
    return store.create(token('ci', { id: `id-${milliseconds}`, createdAt }), limits);
  };
  expect(await again(day - 1)).toBe('name-taken');
  expect(await again(day)).toBeUndefined();
  expect(await again(day + 1)).toBe('name-taken');
  expect(await store.remove(`id-${day}`)).toBe(true);
  expect(await store.remove(`id-${day}`)).toBe(false);
  expect(await again(day + 2)).toBeUndefined();
});

it('limits the tokens of a user and of all, and not those that have expired', async () => {
  const expiresAt = after(day).toISOString();
  for (const name of ['a', 'b', 'c']) expect(await store.create(token(name, { expiresAt }), limits)).toBeUndefined();
  expect(await store.create(token('d'), limits)).toBe('too-many-of-creator');
  for (const name of ['d', 'e']) expect(await store.create(token(name, { subject: 'bob' }), limits)).toBeUndefined();
  expect(await store.create(token('f', { subject: 'eve' }), limits)).toBe('too-many-in-all');
  expect(await store.create(token('f', { createdAt: expiresAt }), limits)).toBeUndefined();
  // The expired ones made room.
  expect(await test.redis.hlen('{flowgate}:tokens')).toBe(3);
});

it('forgets a token a month after it has expired', async () => {
  await store.create(token('old', { expiresAt: after(day).toISOString() }), limits);
  await store.noteUse('id-old', after(0));
  expect(await store.list(after(31 * day))).toHaveLength(1);
  expect(await store.list(after(31 * day + 1))).toEqual([]);
  await store.create(token('new', { createdAt: after(31 * day + 1).toISOString() }), limits);
  expect(await test.redis.hkeys('{flowgate}:tokens')).toEqual(['id-new']);
  expect(await test.redis.hlen('{flowgate}:token-uses')).toBe(0);
});

it('notes uses by the minute, and none of a token that was removed', async () => {
  await store.create(token('ci'), limits);
  const used = async (milliseconds: number) => {
    await store.noteUse('id-ci', after(milliseconds));
    return (await store.list(after(0)))[0]?.lastUsedAt;
  };
  expect(await used(0)).toBe(after(0).toISOString());
  expect(await used(59_000)).toBe(after(0).toISOString());
  expect(await used(61_000)).toBe(after(61_000).toISOString());
  await store.remove('id-ci');
  await store.noteUse('id-ci', after(0));
  expect(await test.redis.exists('{flowgate}:token-uses', '{flowgate}:tokens')).toBe(0);
});
