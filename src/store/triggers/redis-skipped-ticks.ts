import type { Redis } from 'ioredis';
import { shortened } from '../../base/problem/describe-value.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
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

/**
 * Records the latest skipped tick of each schedule: a condition was not met, or too many of its executions were
 * pending. The Redis hashes are removed with their flow. All methods throw AppError `store-unavailable` while the store
 * is unreachable.
 */
export class RedisSkippedTicks {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Nothing is recorded for a flow that is not stored. */
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

  /** The skipped ticks of one flow, by trigger ID. */
  async latest(flow: FlowKey): Promise<ReadonlyMap<string, SkippedTick>> {
    const ticks = await onRedis(() => this.#redis.hgetall(redisKey.skippedTicks(flow)));
    return new Map(Object.entries(ticks).map(([triggerId, text]) => [triggerId, readTick(text)]));
  }
}

function readTick(text: string): SkippedTick {
  const [time = '', ...words] = text.split(' ');
  return { at: new Date(time), reason: words.join(' ') };
}

/** A tick that started nothing, and the reason. */
export interface SkippedTick {
  readonly at: Date;
  /** A sentence for users. */
  readonly reason: string;
}
