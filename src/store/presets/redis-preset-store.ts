import type { Redis } from 'ioredis';
import { readJson, writeJson } from '../../base/text/exact-json.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import { maxPresets, type Preset } from './preset.ts';

const writeScript = new LuaScript({
  file: 'store/presets/scripts/write-preset.lua',
  keys: ['flow', 'presets'],
  values: ['name', 'preset'],
  constants: { maxPresets },
});

/**
 * Stores the presets of flows, as Redis hashes. A deleted flow keeps them; they are removed when it is purged. All
 * methods throw AppError `store-unavailable` while the store is unreachable.
 */
export class RedisPresetStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async list(flow: FlowKey): Promise<readonly Preset[]> {
    const texts = await onRedis(() => this.#redis.hvals(redisKey.presets(flow)));
    return texts.map((text) => readJson(text) as unknown as Preset); // written by the store itself
  }

  /** @returns `full` if the flow has `maxPresets` others, `missing` if it does not exist */
  async save(flow: FlowKey, preset: Preset): Promise<'saved' | 'full' | 'missing'> {
    const keys = { flow: redisKey.flow(flow), presets: redisKey.presets(flow) };
    const written = { ...keys, name: preset.name, preset: writeJson(preset) };
    return (await onRedis(() => writeScript.run(this.#redis, written))) as 'saved' | 'full' | 'missing'; // the reply of our own script
  }

  async remove(flow: FlowKey, name: string): Promise<void> {
    await onRedis(() => this.#redis.hdel(redisKey.presets(flow), name));
  }
}
