import type { Redis } from 'ioredis';
import { LuaScript } from './lua-script.ts';
import { onRedis } from './on-redis.ts';
import { redisKey } from './redis-key.ts';

const reservePart = 1 / 8;
const maxReserve = 256 * 1024 * 1024;

/** The memory of Redis, in bytes. */
export interface MemoryUse {
  readonly used: number;
  /** Its `maxmemory`. */
  readonly limit: number;
  /** How much of the limit new data must leave free: running executions go on and end with it. */
  readonly reserve: number;
}

const readMemoryScript = new LuaScript({ file: 'store/redis/scripts/read-memory.lua', keys: ['anyKey'] });

/**
 * @returns undefined if Redis has no limit, or does not allow INFO
 * @throws {AppError} store-unavailable
 */
export async function readMemoryUse(redis: Redis): Promise<MemoryUse | undefined> {
  const text = String(
    await onRedis(() => readMemoryScript.run(redis, { anyKey: redisKey.nothing }).catch(unlessDenied)),
  );
  const value = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1] ?? NaN);
  const limit = value('maxmemory');
  // The buffers of connections do not count towards the limit.
  const used = value('used_memory') - (value('mem_not_counted_for_evict') || 0);
  const reserve = Math.min(Math.floor(limit * reservePart), maxReserve);
  return limit > 0 && !Number.isNaN(used) ? { used, limit, reserve } : undefined;
}

/** Nothing, if the command is denied. Without any answer, the limit is unknown, and nothing may be accepted. */
function unlessDenied(error: Error): string {
  if (error.name === 'ReplyError') return '';
  throw error;
}
