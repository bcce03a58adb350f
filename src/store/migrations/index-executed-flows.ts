import type { RedisConnection } from '../redis/connect-redis.ts';
import { redisKey } from '../redis/redis-key.ts';
import { globLiteral, scanKeys } from '../redis/scan-keys.ts';

/**
 * Lists the flows that have executions by their id. One whose last execution is removed meanwhile stays listed, which
 * costs a look at an empty index. @returns how many flows it added
 */
export async function indexExecutedFlows(redis: RedisConnection): Promise<number> {
  const prefix = redisKey.executionIndex('flow:');
  let added = 0;
  for await (const keys of scanKeys(redis, `${globLiteral(prefix)}*`)) {
    const members = keys.flatMap((key) => {
      const [namespace, id] = key.slice(prefix.length).split('/');
      return [0, `${id}/${namespace}`];
    });
    added += await redis.zadd(redisKey.executedFlows, ...members);
  }
  return added;
}
