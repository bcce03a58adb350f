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
} from './api-token.ts';

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

/**
 * Stores API tokens. Expired tokens count for no limit, and their names are free. Each change is atomic, and the next
 * `read` of any process sees it. All methods throw AppError `store-unavailable` while the store is unreachable.
 */
export class RedisTokenStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** @returns why it was not stored; undefined if it was */
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

  /** @returns the token, even if it has expired */
  async read(id: string): Promise<StoredToken | undefined> {
    const text = await onRedis(() => this.#redis.hget(keys.tokens, id));
    return text === null ? undefined : tokenOf(text);
  }

  /** Every token that has not expired more than `expiredDays` ago, the newest first. */
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

  /** @returns whether it existed */
  async remove(id: string): Promise<boolean> {
    return (await onRedis(() => removeScript.run(this.#redis, { ...keys, id }))) === 1;
  }

  /** Notes a use, unless one was noted within `useInterval`. A token that was removed in the meantime stays removed. */
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
