import type { Redis } from 'ioredis';
import { redisKey } from '../../redis/redis-key.ts';
import {
  countedStates,
  type CountedExecutions,
  type DayCounts,
  type ExecutionOverview,
  type OverviewQuery,
} from '../record/execution-overview.ts';
import { readBriefs, repliesOf } from './redis-recent-executions.ts';

/** As in `scripts/executions.lua`. */
const everyNamespace = '*';

/** The overview, from counters and indexes: two round trips, whose cost depends on the number of namespaces. */
export async function readOverview(redis: Redis, query: OverviewQuery): Promise<ExecutionOverview> {
  const { namespaces, isOfAll, since, days, limit } = query;
  const scopes = isOfAll ? [everyNamespace] : namespaces;
  const from = `[${since.toISOString()}`;
  const pipeline = redis.pipeline();
  const counted = [...new Set([...scopes, ...namespaces])];
  for (const scope of counted) pipeline.zlexcount(redisKey.failedExecutions(scope), from, '+').zcard(runningKey(scope));
  for (const scope of scopes)
    pipeline
      .zrange(redisKey.failedExecutions(scope), '+', from, 'BYLEX', 'REV', 'LIMIT', 0, limit)
      .zrange(runningKey(scope), '+', '-', 'BYLEX', 'REV', 'LIMIT', 0, limit);
  const fields = scopes.flatMap((scope) => countedStates.map((state) => `${scope} ${state}`));
  if (fields.length > 0) for (const day of days) pipeline.hmget(redisKey.executionDays(day), ...fields);
  const replies = [...(await repliesOf(pipeline))];
  const numbers = new Map(
    counted.map((scope) => {
      const [failed, running] = replies.splice(0, 2) as number[]; // the replies of the counts
      return [scope, { failed: failed ?? 0, running: running ?? 0 }];
    }),
  );
  const lists = scopes.map(() => replies.splice(0, 2) as string[][]); // the replies of ZRANGE
  const newest = (index: number) =>
    lists
      .flatMap((list) => list[index] ?? [])
      .toSorted()
      .toReversed()
      .slice(0, limit);
  const failedIds = newest(0).map((member) => member.split(' ')[1] ?? '');
  const [failed = [], running = []] = await readBriefs(redis, [failedIds, newest(1)]);
  const total = (kind: 'failed' | 'running'): number =>
    scopes.reduce((sum, scope) => sum + (numbers.get(scope)?.[kind] ?? 0), 0);
  const listOf = (kind: 'failed' | 'running', executions: CountedExecutions['executions']) => ({
    count: total(kind),
    executions,
  });
  return {
    failed: listOf('failed', failed),
    running: listOf('running', running),
    days: days.map((_, index) => sumOf((replies[index] ?? []) as (string | null)[])), // the replies of HMGET
    namespaces: new Map(namespaces.flatMap((name) => (numbers.has(name) ? [[name, numbers.get(name)!]] : []))),
  };
}

function runningKey(scope: string): string {
  return scope === everyNamespace ? redisKey.executionIndex('state:RUNNING') : redisKey.runningExecutions(scope);
}

/** @param values of each state, again for each namespace */
function sumOf(values: readonly (string | null)[]): DayCounts {
  const sum = { SUCCESS: 0, WARNING: 0, FAILED: 0, KILLED: 0 };
  for (const [index, value] of values.entries()) sum[countedStates[index % countedStates.length]!] += Number(value);
  return sum;
}
