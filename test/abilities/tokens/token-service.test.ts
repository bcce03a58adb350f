import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TokenService, type NewToken } from '../../../src/abilities/tokens/token-service.ts';
import { AccessPolicy } from '../../../src/access/access-policy.ts';
import { Caller } from '../../../src/access/caller.ts';
import { AppError } from '../../../src/base/problem/app-error.ts';
import { connectRedis } from '../../../src/store/redis/connect-redis.ts';
import { RedisTokenStore } from '../../../src/store/tokens/redis-token-store.ts';
import { formatToken, newTokenText, parseToken } from '../../../src/store/tokens/token-text.ts';
import { isReady, startTestRedis, type TestRedis } from '../../support/redis.ts';

let test: TestRedis;
let otherConnection: Redis;
let tokens: TokenService;
/** The tokens as another gateway sees them. */
let elsewhere: TokenService;
let now = new Date();

beforeAll(async () => {
  test = await startTestRedis();
  otherConnection = connectRedis({ socketPath: test.server.socketPath }, () => undefined);
  await isReady(otherConnection);
  const parts = { maxDays: 0, now: () => now, limits: { perCreator: 2, inAll: 3 } };
  tokens = new TokenService({ ...parts, store: new RedisTokenStore(test.redis) });
  elsewhere = new TokenService({ ...parts, store: new RedisTokenStore(otherConnection) });
});
beforeEach(async () => {
  now = new Date('2026-01-02T03:04:05.678Z');
  await test.redis.flushall();
});
afterAll(async () => {
  otherConnection.disconnect();
  await test.stop();
});

const day = 24 * 60 * 60 * 1000;
const daysAhead = (days: number) => new Date(now.getTime() + days * day);
const ci: NewToken = { name: 'ci', namespaces: ['robotics'], rights: ['execute'] };
const user = (subject: string, policy?: AccessPolicy) => Caller.of({ subject, groups: ['team'] }, policy);
const ada = user('ada');
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('a token', () => {
  it('is a caller with its scope, and with its creator', async () => {
    const { token, text } = await tokens.create(ci, ada);
    expect(await elsewhere.authenticate(text)).toEqual({
      subject: 'token:ci',
      groups: [],
      expiresAt: new Date(token.expiresAt ?? 0),
      token: {
        id: token.id,
        namespaces: ['robotics'],
        rights: ['execute'],
        surfaces: ['http'],
        creator: { subject: 'ada', groups: ['team'] },
      },
    });
  });

  it('is stored as a hash', async () => {
    const { text } = await tokens.create(ci, ada);
    const stored = JSON.stringify(await test.redis.hgetall('{flowgate}:tokens'));
    expect(stored).toContain(parseToken(text)?.id);
    expect(stored).not.toContain(parseToken(text)?.secret);
  });

  it('is rejected on every gateway as soon as it is revoked on one', async () => {
    const { token, text } = await tokens.create(ci, ada);
    for (let round = 0; round < 3; round++) expect(await elsewhere.authenticate(text)).toHaveProperty('subject');
    await tokens.revoke(token.id, ada);
    expect(await elsewhere.authenticate(text)).toEqual({ rejected: expect.stringContaining('was revoked') });
  });

  it('is rejected with the same words and the same work, whether it is unknown or its secret is wrong', async () => {
    const { token } = await tokens.create(ci, ada);
    const send = vi.spyOn(test.redis, 'sendCommand');
    const tried = async (text: string) => {
      send.mockClear();
      return { found: await tokens.authenticate(text), sent: send.mock.calls.map(([{ name }]) => name) };
    };
    const unknown = await tried(formatToken(newTokenText()));
    expect(await tried(formatToken({ ...newTokenText(), id: token.id }))).toEqual(unknown);
    expect(await tried('fgt_typo')).toEqual({ found: { rejected: expect.stringContaining('mistyped') }, sent: [] });
    send.mockRestore();
    expect((await tokens.list(ada))[0]?.lastUsedAt).toBeUndefined();
  });

  it('expires when it says, and tells only its holder', async () => {
    const { token, text } = await tokens.create({ ...ci, expiresAt: daysAhead(1) }, ada);
    now = new Date(now.getTime() + day - 1);
    expect(await tokens.authenticate(text)).toHaveProperty('subject');
    now = new Date(now.getTime() + 1);
    expect(await tokens.authenticate(text)).toMatchObject({
      hasExpired: true,
      rejected: expect.stringContaining(token.expiresAt ?? '?'),
    });
    expect(await tokens.authenticate(formatToken({ ...newTokenText(), id: token.id }))).toEqual({
      rejected: expect.stringContaining('never existed'),
    });
  });

  it('expires after 90 days by default, or never, and not later than the installation allows', async () => {
    const expiryOf = async (name: string, expiresAt?: Date | null) =>
      (await tokens.create({ ...ci, name, expiresAt }, user(name))).token.expiresAt;
    expect(await expiryOf('usual')).toBe(daysAhead(90).toISOString());
    expect(await expiryOf('lasting', null)).toBeUndefined();
    expect(await code(expiryOf('past', now))).toBe('invalid-request');
    expect(await code(expiryOf('far', new Date('+012026-01-01T00:00:00Z')))).toBe('invalid-request');
    const strict = new TokenService({ store: new RedisTokenStore(test.redis), maxDays: 30, now: () => now });
    const strictly = (name: string, expiresAt?: Date | null) => strict.create({ ...ci, name, expiresAt }, user(name));
    expect((await strictly('short')).token.expiresAt).toBe(daysAhead(30).toISOString());
    expect(await code(strictly('month', daysAhead(30)))).toBe('done');
    expect(await code(strictly('longer', daysAhead(31)))).toBe('invalid-request');
    expect(await code(strictly('ever', null))).toBe('invalid-request');
  });

  it('shows when it was last used', async () => {
    const { text } = await tokens.create(ci, ada);
    await tokens.authenticate(text);
    await vi.waitFor(async () => expect((await tokens.list(ada))[0]?.lastUsedAt).toBe(now.toISOString()));
  });
});

describe('a user', () => {
  const policy = new AccessPolicy([
    { subjects: ['ada'], groups: [], namespaces: ['robotics', 'robotics.*'], rights: ['execute', 'write'] },
    { subjects: ['bob'], groups: [], namespaces: ['robotics'], rights: ['execute', 'write'] },
    { subjects: ['root'], groups: [], namespaces: ['*'], rights: ['read', 'write', 'execute'] },
  ]);

  it('gives only rights that they have', async () => {
    const made = (namespaces: readonly string[], rights = ci.rights) =>
      code(
        tokens.create(
          { ...ci, name: `${namespaces.join()}-${rights.join()}`, namespaces, rights },
          user('ada', policy),
        ),
      );
    expect(await made(['robotics', 'robotics.arm.*'])).toBe('done');
    for (const namespaces of [['*'], ['other'], ['robotics', 'other'], ['robotic.*']])
      expect(await made(namespaces)).toBe('forbidden');
    expect(await made(['robotics'], ['execute', 'read'])).toBe('forbidden');
  });

  it('lists and revokes own tokens, and those with only namespaces where they write', async () => {
    await tokens.create(ci, user('ada', policy));
    const { token } = await tokens.create(
      { ...ci, name: 'wide', namespaces: ['robotics', 'robotics.*'] },
      user('ada', policy),
    );
    const names = async (caller: Caller) => (await tokens.list(caller)).map(({ name }) => name).toSorted();
    expect(await names(user('ada', policy))).toEqual(['ci', 'wide']);
    expect(await names(user('bob', policy))).toEqual(['ci']);
    expect(await names(user('eve', policy))).toEqual([]);
    expect(await names(user('root', policy))).toEqual(['ci', 'wide']);
    expect(await code(tokens.revoke(token.id, user('bob', policy)))).toBe('token-not-found');
    expect(await code(tokens.revoke('unknown', user('bob', policy)))).toBe('token-not-found');
    expect(await code(tokens.revoke(token.id, user('root', policy)))).toBe('done');
    expect(await code(tokens.revoke(token.id, user('root', policy)))).toBe('token-not-found');
  });

  it('has a limited number of tokens, with unique names', async () => {
    await tokens.create(ci, ada);
    expect(await code(tokens.create(ci, user('bob')))).toBe('token-exists');
    await tokens.create({ ...ci, name: 'cd' }, ada);
    expect(await code(tokens.create({ ...ci, name: 'more' }, ada))).toBe('too-many-tokens');
    await tokens.create({ ...ci, name: 'more' }, user('bob'));
    expect(await code(tokens.create({ ...ci, name: 'last' }, user('eve')))).toBe('too-many-tokens');
  });

  it('is none: a token, an unknown caller, and Flowgate itself', async () => {
    const { text, token } = await tokens.create(
      { ...ci, namespaces: ['*'], rights: ['read', 'write', 'execute'] },
      ada,
    );
    const found = await tokens.authenticate(text);
    if ('rejected' in found) throw new Error(found.rejected);
    for (const caller of [
      Caller.of(found, undefined),
      Caller.unknown({ address: '::1' }),
      Caller.trusted('webhook:pushed', 'robotics'),
    ]) {
      expect(await code(tokens.create({ ...ci, name: 'more' }, caller))).toBe('forbidden');
      expect(await code(tokens.list(caller))).toBe('forbidden');
      expect(await code(tokens.revoke(token.id, caller))).toBe('forbidden');
    }
  });
});
