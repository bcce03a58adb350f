import type { Redis } from 'ioredis';
import { waitKinds } from '../../../language/flow/wait.ts';
import { controllerOf, defaultController, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { readPage } from './redis-execution-list.ts';

const pageSize = 500;

/** As `RedisExecutionStore.followed`. Records that name no controller are in no index of one: they are what is left of all. */
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

/** As `RedisExecutionStore.countOn`. */
export async function countOn(
  redis: Redis,
  controller: string,
  others: readonly string[],
): Promise<{ readonly open: number; readonly followed: number }> {
  const countOf = async (names: readonly string[], key: (name: string) => string) =>
    (await Promise.all(names.map((name) => redis.zcard(key(name))))).reduce((sum, count) => sum + count, 0);
  const [open, followed] = await Promise.all(
    [redisKey.controllerExecutions, redisKey.followedExecutions].map((key) =>
      countOf(controller === defaultController ? others : [controller], key),
    ),
  );
  if (controller !== defaultController) return { open: open ?? 0, followed: followed ?? 0 };
  const [started, waiting, local] = await Promise.all([
    countOf(startedScopes, redisKey.executionIndex),
    countOf(waitingScopes, redisKey.executionIndex),
    redis.scard(redisKey.gatewayExecutions),
  ]);
  const own = started - local - (followed ?? 0);
  return { open: Math.max(0, own + waiting - ((open ?? 0) - (followed ?? 0))), followed: Math.max(0, own) };
}

/** As `RedisExecutionStore.openOn`. */
export async function openIds(redis: Redis, controller: string, others: readonly string[]): Promise<readonly string[]> {
  if (controller !== defaultController)
    return redis.zrange(redisKey.controllerExecutions(controller), '-', '+', 'BYLEX');
  const foreign = [...others.map((other) => redisKey.controllerExecutions(other)), redisKey.gatewayExecutions];
  return restOf(redis, [...startedScopes, ...waitingScopes], foreign);
}

async function followedIds(redis: Redis, controller: string, others: readonly string[]): Promise<readonly string[]> {
  if (controller !== defaultController) return redis.zrange(redisKey.followedExecutions(controller), '-', '+', 'BYLEX');
  return restOf(
    redis,
    startedScopes,
    others.map((other) => redisKey.followedExecutions(other)),
  );
}

const startedScopes = ['state:QUEUED', 'state:RUNNING'];
const waitingScopes = ['state:CREATED', 'held:CREATED', 'held:QUEUED', ...waitKinds.map((kind) => `waits:${kind}`)];

/** The ids in indexes that are in no foreign one. */
async function restOf(redis: Redis, scopes: readonly string[], foreign: readonly string[]): Promise<readonly string[]> {
  const ids = await Promise.all(
    scopes
      .map((scope) => redisKey.executionIndex(scope))
      .map((index) =>
        foreign.length === 0
          ? redis.zrange(index, '-', '+', 'BYLEX')
          : redis.zdiff(foreign.length + 1, index, ...foreign),
      ),
  );
  return ids.flat();
}
