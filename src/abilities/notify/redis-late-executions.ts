import type { Redis } from 'ioredis';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';

/** When executions are late for someone. Methods throw AppError `store-unavailable`. */
export class RedisLateExecutions {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async add(late: LateExecution, due: Date): Promise<void> {
    await onRedis(() => this.#redis.zadd(redisKey.lateExecutions, due.getTime(), memberOf(late)));
  }

  /** The executions that are due, the first ones first. */
  async due(now: Date, limit: number): Promise<readonly LateExecution[]> {
    const members = await onRedis(() =>
      this.#redis.zrangebyscore(redisKey.lateExecutions, '-inf', now.getTime(), 'LIMIT', 0, limit),
    );
    return members.map((member) => {
      const [executionId = '', seconds] = member.split(' ');
      return { executionId, seconds: Number(seconds) };
    });
  }

  async remove(late: LateExecution): Promise<void> {
    await onRedis(() => this.#redis.zrem(redisKey.lateExecutions, memberOf(late)));
  }
}

function memberOf({ executionId, seconds }: LateExecution): string {
  return `${executionId} ${seconds}`;
}

interface LateExecution {
  readonly executionId: string;
  /** The `after` of a rule, in seconds. */
  readonly seconds: number;
}
