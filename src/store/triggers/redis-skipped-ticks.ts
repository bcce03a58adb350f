import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { shortened } from '../../problem/describe-value.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import type { SkippedTick, SkippedTicks } from './skipped-ticks.ts';
import type { TriggerKey } from './trigger-key.ts';

// Long enough to be seen; the IDs of removed triggers do not accumulate.
const lifetimeSeconds = 30 * 24 * 60 * 60;
// A condition can be longer than is useful to show.
const maxReason = 500;

const noteScript = new LuaScript({
  file: 'store/triggers/scripts/note-skipped-tick.lua',
  keys: ['flow', 'skippedTicks'],
  values: ['triggerId', 'tick'],
  constants: { lifetimeSeconds },
});

/** Skipped ticks as Redis hashes, which are removed with their flow. */
export class RedisSkippedTicks implements SkippedTicks {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async note({ flow, triggerId }: TriggerKey, { at, reason }: SkippedTick): Promise<void> {
    await onRedis(() =>
      noteScript.run(this.#redis, {
        flow: redisKey.flow(flow),
        skippedTicks: redisKey.skippedTicks(flow),
        triggerId,
        tick: `${at.toISOString()} ${shortened(reason, maxReason)}`,
      }),
    );
  }

  async latest(flow: FlowKey): Promise<ReadonlyMap<string, SkippedTick>> {
    const ticks = await onRedis(() => this.#redis.hgetall(redisKey.skippedTicks(flow)));
    return new Map(Object.entries(ticks).map(([triggerId, text]) => [triggerId, readTick(text)]));
  }
}

function readTick(text: string): SkippedTick {
  const [time = '', ...words] = text.split(' ');
  return { at: new Date(time), reason: words.join(' ') };
}
