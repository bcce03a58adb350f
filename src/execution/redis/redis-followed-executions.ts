import type { Redis } from 'ioredis';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';
import { controllerOf, defaultController, type ExecutionRecord } from '../record/execution-record.ts';
import { readPage } from './redis-execution-list.ts';

const pageSize = 500;

/** As `ExecutionStore.followed`. Records that name no controller are in no index of one: they are what is left of all. */
export async function* readFollowed(
  redis: Redis,
  controller: string,
  others: readonly string[],
): AsyncGenerator<ExecutionRecord> {
  let ids = await onRedis(() => followedIds(redis, controller, others));
  while (ids.length > 0) {
    const page = await onRedis(() => readPage(redis, ids.slice(0, pageSize), pageSize));
    for (const record of page.executions) if (controllerOf(record) === controller) yield record;
    // Large records can fill a page before its end.
    const last = page.next ?? ids[Math.min(pageSize, ids.length) - 1] ?? '';
    ids = ids.slice(ids.indexOf(last) + 1);
  }
}

async function followedIds(redis: Redis, controller: string, others: readonly string[]): Promise<readonly string[]> {
  if (controller !== defaultController) return redis.zrange(redisKey.followedExecutions(controller), '-', '+', 'BYLEX');
  const states = ['QUEUED', 'RUNNING'].map((state) => redisKey.executionIndex(`state:${state}`));
  const foreign = others.map((other) => redisKey.followedExecutions(other));
  const ids = await Promise.all(
    states.map((index) =>
      foreign.length === 0
        ? redis.zrange(index, '-', '+', 'BYLEX')
        : redis.zdiff(foreign.length + 1, index, ...foreign),
    ),
  );
  return ids.flat();
}
