import type { Redis } from 'ioredis';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import type { StateEvent, StateEvents } from '../record/state-events.ts';

/** The list that the scripts of the execution store write. */
export class RedisStateEvents implements StateEvents {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async first(count: number): Promise<readonly StateEvent[]> {
    return (await onRedis(() => this.#redis.lrange(redisKey.stateEvents, 0, count - 1))).map(readEvent);
  }

  async remove(events: readonly StateEvent[]): Promise<void> {
    if (events.length === 0) return;
    const steps = this.#redis.multi();
    // Another process may have removed some of them.
    for (const event of events) steps.lrem(redisKey.stateEvents, 1, entryOf(event));
    await onRedis(() => steps.exec());
  }

  async lost(): Promise<number> {
    return Number(await onRedis(() => this.#redis.get(redisKey.stateEventsLost)));
  }

  async countLost(events: number): Promise<void> {
    if (events > 0) await onRedis(() => this.#redis.incrby(redisKey.stateEventsLost, events));
  }
}

/** As in `scripts/executions.lua`. */
function entryOf({ executionId, number, state, namespace }: StateEvent): string {
  return `${executionId} ${number} ${state} ${namespace}`;
}

function readEvent(entry: string): StateEvent {
  const [executionId = '', number, state, namespace = ''] = entry.split(' ');
  return { executionId, number: Number(number), state: state as StateEvent['state'], namespace }; // the scripts write nothing else
}
