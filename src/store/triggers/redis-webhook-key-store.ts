import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import type { TriggerKey } from './trigger-key.ts';
import type { SealedWebhookKey, WebhookKeyStore } from './webhook-keys.ts';

const writeScript = new LuaScript({
  file: 'store/triggers/scripts/write-webhook-key.lua',
  keys: ['flow', 'webhookKeys'],
  values: ['triggerId', 'key'],
});

// As long as a real key.
const decoy: SealedWebhookKey = { createdAt: new Date(0).toISOString(), createdBy: 'nobody', sealed: 'x'.repeat(96) };

const readScript = new LuaScript({
  file: 'store/triggers/scripts/read-webhook-key.lua',
  keys: ['webhookKeys'],
  values: ['triggerId'],
  constants: { decoy: JSON.stringify(decoy) },
});

/** The keys of webhooks as Redis hashes. */
export class RedisWebhookKeyStore implements WebhookKeyStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async read({ flow, triggerId }: TriggerKey): Promise<SealedWebhookKey | undefined> {
    const reply = await onRedis(() =>
      readScript.run(this.#redis, { webhookKeys: redisKey.webhookKeys(flow), triggerId }),
    );
    const [isKnown, text] = reply as [number, string]; // the reply of our own script
    const key = keyOf(text);
    return isKnown === 1 ? key : undefined;
  }

  async list(flow: FlowKey): Promise<ReadonlyMap<string, SealedWebhookKey>> {
    const texts = await onRedis(() => this.#redis.hgetall(redisKey.webhookKeys(flow)));
    return new Map(Object.entries(texts).map(([triggerId, text]) => [triggerId, keyOf(text)]));
  }

  async write({ flow, triggerId }: TriggerKey, key: SealedWebhookKey): Promise<boolean> {
    const keys = { flow: redisKey.flow(flow), webhookKeys: redisKey.webhookKeys(flow) };
    const reply = await onRedis(() => writeScript.run(this.#redis, { ...keys, triggerId, key: JSON.stringify(key) }));
    return reply === 1;
  }

  async remove({ flow, triggerId }: TriggerKey): Promise<void> {
    await onRedis(() => this.#redis.hdel(redisKey.webhookKeys(flow), triggerId));
  }
}

function keyOf(text: string): SealedWebhookKey {
  return JSON.parse(text) as SealedWebhookKey; // written by the store itself
}
