import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { readJson, writeJson } from '../../text/exact-json.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import { maxPresets, type Preset, type PresetStore } from './preset-store.ts';

const writeScript = new LuaScript({
  file: 'store/presets/scripts/write-preset.lua',
  keys: ['flow', 'presets'],
  values: ['name', 'preset'],
  constants: { maxPresets },
});

/** Presets as Redis hashes. */
export class RedisPresetStore implements PresetStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async list(flow: FlowKey): Promise<readonly Preset[]> {
    const texts = await onRedis(() => this.#redis.hvals(redisKey.presets(flow)));
    return texts.map((text) => readJson(text) as unknown as Preset); // written by the store itself
  }

  async save(flow: FlowKey, preset: Preset): Promise<'saved' | 'full' | 'missing'> {
    const keys = { flow: redisKey.flow(flow), presets: redisKey.presets(flow) };
    const written = { ...keys, name: preset.name, preset: writeJson(preset) };
    return (await onRedis(() => writeScript.run(this.#redis, written))) as 'saved' | 'full' | 'missing'; // the reply of our own script
  }

  async remove(flow: FlowKey, name: string): Promise<void> {
    await onRedis(() => this.#redis.hdel(redisKey.presets(flow), name));
  }
}
