import type { Redis } from 'ioredis';
import { keyRoot } from '../redis/key-root.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import {
  expiredDays,
  useInterval,
  type ListedToken,
  type StoredToken,
  type TokenLimits,
  type TokenRejection,
  type TokenStore,
} from './token-store.ts';

/** A hash from id to the token as JSON. */
const tokensKey = `${keyRoot}:tokens`;
/** A hash from id to the time of the last use. */
const usesKey = `${keyRoot}:token-uses`;

/**
 * KEYS: tokens, uses. ARGV: id, token, name, creator, now, when a token that is no longer listed has expired, max
 * tokens of a creator and in all. Reads every token: there are few, and creating one is rare. Removes those that are no
 * longer listed, and all expired ones if there would be too many.
 */
const createScript = new LuaScript(`
local id, text, name, creator, now, unlisted = ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local own, valid, old, expired = 0, 0, {}, {}
for _, json in ipairs(redis.call('HVALS', KEYS[1])) do
  local token = cjson.decode(json)
  if token.expiresAt == nil or token.expiresAt > now then
    if token.name == name then return 'name-taken' end
    valid = valid + 1
    if token.creator.subject == creator then own = own + 1 end
  else
    table.insert(token.expiresAt < unlisted and old or expired, token.id)
  end
end
if own >= tonumber(ARGV[7]) then return 'too-many-of-creator' end
if valid >= tonumber(ARGV[8]) then return 'too-many-in-all' end
local function remove(ids)
  for _, other in ipairs(ids) do
    redis.call('HDEL', KEYS[1], other)
    redis.call('HDEL', KEYS[2], other)
  end
end
remove(old)
if valid + #expired >= tonumber(ARGV[8]) then remove(expired) end
redis.call('HSET', KEYS[1], id, text)
return ''
`);

/** KEYS: tokens, uses. ARGV: id, now, and the time before which a use is replaced. */
const noteUseScript = new LuaScript(`
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return end
local last = redis.call('HGET', KEYS[2], ARGV[1])
if not last or last < ARGV[3] then redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end
`);

/** KEYS: tokens, uses. ARGV: id. Returns whether it existed. */
const removeScript = new LuaScript(`
redis.call('HDEL', KEYS[2], ARGV[1])
return redis.call('HDEL', KEYS[1], ARGV[1])
`);

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** API tokens in Redis. All times have the same length, so that Lua can compare them as strings. */
export class RedisTokenStore implements TokenStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async create(token: StoredToken, { perCreator, inAll }: TokenLimits): Promise<TokenRejection | undefined> {
    const { id, name, creator, createdAt } = token;
    const values = [id, JSON.stringify(token), name, creator.subject, createdAt, unlistedAt(new Date(createdAt))];
    const reply = await onRedis(() =>
      createScript.run(this.#redis, [tokensKey, usesKey], [...values, perCreator, inAll]),
    );
    return reply === '' ? undefined : (reply as TokenRejection); // the reply of our own script
  }

  async read(id: string): Promise<StoredToken | undefined> {
    const text = await onRedis(() => this.#redis.hget(tokensKey, id));
    return text === null ? undefined : tokenOf(text);
  }

  async list(now: Date): Promise<readonly ListedToken[]> {
    const [texts, uses] = await onRedis(() =>
      Promise.all([this.#redis.hvals(tokensKey), this.#redis.hgetall(usesKey)]),
    );
    const unlisted = unlistedAt(now);
    return texts
      .map(tokenOf)
      .filter(({ expiresAt }) => expiresAt === undefined || expiresAt >= unlisted)
      .map(({ hash: _hash, ...token }) => ({ ...token, lastUsedAt: uses[token.id] }))
      .toSorted((left, right) => (left.createdAt < right.createdAt ? 1 : -1));
  }

  async remove(id: string): Promise<boolean> {
    return (await onRedis(() => removeScript.run(this.#redis, [tokensKey, usesKey], [id]))) === 1;
  }

  async noteUse(id: string, now: Date): Promise<void> {
    const values = [id, now.toISOString(), new Date(now.getTime() - useInterval).toISOString()];
    await onRedis(() => noteUseScript.run(this.#redis, [tokensKey, usesKey], values));
  }
}

/** A token that expired before this time is no longer listed. */
function unlistedAt(now: Date): string {
  return new Date(now.getTime() - expiredDays * dayMilliseconds).toISOString();
}

function tokenOf(text: string): StoredToken {
  return JSON.parse(text) as StoredToken; // written by the store itself
}
