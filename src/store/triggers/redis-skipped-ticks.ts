import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { LuaScript } from '../redis/lua-script.ts';
import { onRedis } from '../redis/on-redis.ts';
import { shortened } from '../../problem/describe-value.ts';
import { flowHash, skippedTicksHash } from '../revisions/redis-keys.ts';
import type { SkippedTick, SkippedTicks } from './skipped-ticks.ts';
import type { TriggerKey } from './trigger-key.ts';

// Long enough to be seen; the IDs of removed triggers do not accumulate.
const lifetimeSeconds = 30 * 24 * 60 * 60;
// A condition can be longer than is useful to show.
const maxReason = 500;

/** KEYS: flow, its skipped ticks. ARGV: trigger id, time and reason with a space between them, lifetime in seconds. */
const noteScript = new LuaScript(`
if redis.call('EXISTS', KEYS[1]) == 0 then return end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[3])
`);

/** Skipped ticks as Redis hashes, which are removed with their flow. */
export class RedisSkippedTicks implements SkippedTicks {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async note({ flow, triggerId }: TriggerKey, { at, reason }: SkippedTick): Promise<void> {
    await onRedis(() =>
      noteScript.run(
        this.#redis,
        [flowHash(flow), skippedTicksHash(flow)],
        [triggerId, `${at.toISOString()} ${shortened(reason, maxReason)}`, lifetimeSeconds],
      ),
    );
  }

  async latest(flow: FlowKey): Promise<ReadonlyMap<string, SkippedTick>> {
    const ticks = await onRedis(() => this.#redis.hgetall(skippedTicksHash(flow)));
    return new Map(Object.entries(ticks).map(([triggerId, text]) => [triggerId, readTick(text)]));
  }
}

function readTick(text: string): SkippedTick {
  const [time = '', ...words] = text.split(' ');
  return { at: new Date(time), reason: words.join(' ') };
}
