import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { flowHash, hookKeysHash } from '../revisions/redis-keys.ts';
import type { TriggerKey } from './trigger-key.ts';
import type { SealedWebhookKey, WebhookKeyStore } from './webhook-keys.ts';

/** KEYS: flow, keys of its webhooks. ARGV: trigger id, key. Returns whether the flow exists. */
const writeScript = new LuaScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
return 1
`);

// As long as a real key.
const decoy: SealedWebhookKey = { createdAt: new Date(0).toISOString(), createdBy: 'nobody', sealed: 'x'.repeat(96) };

/**
 * KEYS: keys of a flow's webhooks. ARGV: trigger id. Returns 1 and the key, or 0 and a decoy: the time it takes to send
 * and parse a reply must not reveal whether there is a key.
 */
const readScript = new LuaScript(`
local key = redis.call('HGET', KEYS[1], ARGV[1])
return { key and 1 or 0, key or '${JSON.stringify(decoy)}' }
`);

/** The keys of webhooks as Redis hashes. */
export class RedisWebhookKeyStore implements WebhookKeyStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async read({ flow, triggerId }: TriggerKey): Promise<SealedWebhookKey | undefined> {
    const [isKnown, text] = (await onRedis(() => readScript.run(this.#redis, [hookKeysHash(flow)], [triggerId]))) as [
      number,
      string,
    ]; // the reply of our own script
    const key = keyOf(text);
    return isKnown === 1 ? key : undefined;
  }

  async list(flow: FlowKey): Promise<ReadonlyMap<string, SealedWebhookKey>> {
    const texts = await onRedis(() => this.#redis.hgetall(hookKeysHash(flow)));
    return new Map(Object.entries(texts).map(([triggerId, text]) => [triggerId, keyOf(text)]));
  }

  async write({ flow, triggerId }: TriggerKey, key: SealedWebhookKey): Promise<boolean> {
    return (
      Number(
        await onRedis(() =>
          writeScript.run(this.#redis, [flowHash(flow), hookKeysHash(flow)], [triggerId, JSON.stringify(key)]),
        ),
      ) === 1
    );
  }

  async remove({ flow, triggerId }: TriggerKey): Promise<void> {
    await onRedis(() => this.#redis.hdel(hookKeysHash(flow), triggerId));
  }
}

function keyOf(text: string): SealedWebhookKey {
  return JSON.parse(text) as SealedWebhookKey; // written by the store itself
}
