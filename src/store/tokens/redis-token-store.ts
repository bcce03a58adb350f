import type { Redis } from 'ioredis';
import { defaultSurfaces } from '../../access/surface.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import {
  expiredDays,
  useInterval,
  type ListedToken,
  type StoredToken,
  type TokenLimits,
  type TokenRejection,
  type TokenStore,
} from './token-store.ts';

const createScript = new LuaScript({
  file: 'store/tokens/scripts/create-token.lua',
  keys: ['tokens', 'uses'],
  values: ['id', 'token', 'name', 'creator', 'now', 'unlisted', 'maxOfCreator', 'maxInAll'],
});

const noteUseScript = new LuaScript({
  file: 'store/tokens/scripts/note-use.lua',
  keys: ['tokens', 'uses'],
  values: ['id', 'now', 'earliest'],
});

const removeScript = new LuaScript({
  file: 'store/tokens/scripts/remove-token.lua',
  keys: ['tokens', 'uses'],
  values: ['id'],
});

const keys = { tokens: redisKey.tokens, uses: redisKey.tokenUses } as const;

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** API tokens in Redis. */
export class RedisTokenStore implements TokenStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async create(token: StoredToken, { perCreator, inAll }: TokenLimits): Promise<TokenRejection | undefined> {
    const { id, name, creator, createdAt } = token;
    const reply = await onRedis(() =>
      createScript.run(this.#redis, {
        ...keys,
        id,
        token: JSON.stringify(token),
        name,
        creator: creator.subject,
        now: createdAt,
        unlisted: unlistedAt(new Date(createdAt)),
        maxOfCreator: perCreator,
        maxInAll: inAll,
      }),
    );
    return reply === '' ? undefined : (reply as TokenRejection); // the reply of our own script
  }

  async read(id: string): Promise<StoredToken | undefined> {
    const text = await onRedis(() => this.#redis.hget(keys.tokens, id));
    return text === null ? undefined : tokenOf(text);
  }

  async list(now: Date): Promise<readonly ListedToken[]> {
    const [texts, uses] = await onRedis(() =>
      Promise.all([this.#redis.hvals(keys.tokens), this.#redis.hgetall(keys.uses)]),
    );
    const unlisted = unlistedAt(now);
    return texts
      .map(tokenOf)
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt >= unlisted)
      .map(({ hash: _hash, ...token }) => ({ ...token, lastUsedAt: uses[token.id] }))
      .toSorted((left, right) => (left.createdAt < right.createdAt ? 1 : -1));
  }

  async remove(id: string): Promise<boolean> {
    return (await onRedis(() => removeScript.run(this.#redis, { ...keys, id }))) === 1;
  }

  async noteUse(id: string, now: Date): Promise<void> {
    const earliest = new Date(now.getTime() - useInterval).toISOString();
    await onRedis(() => noteUseScript.run(this.#redis, { ...keys, id, now: now.toISOString(), earliest }));
  }
}

/** A token that expired before this time is no longer listed. */
function unlistedAt(now: Date): string {
  return new Date(now.getTime() - expiredDays * dayMilliseconds).toISOString();
}

function tokenOf(text: string): StoredToken {
  const stored = JSON.parse(text) as Omit<StoredToken, 'surfaces'> & Partial<StoredToken>; // written by the store itself
  // Tokens of earlier versions have no surfaces.
  return { ...stored, surfaces: stored.surfaces ?? defaultSurfaces };
}
