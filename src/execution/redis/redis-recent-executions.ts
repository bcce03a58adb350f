import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { redisKey } from '../../store/redis/redis-key.ts';
import { flowScope, type ExecutionBrief } from '../record/execution-store.ts';
import { briefFields, readBrief } from './redis-execution-fields.ts';

/** For each flow, its latest executions: two round trips, however many flows. */
export async function recentExecutions(
  redis: Redis,
  flows: readonly FlowKey[],
  limit: number,
): Promise<readonly (readonly ExecutionBrief[])[]> {
  const indexes = redis.pipeline();
  for (const flow of flows)
    indexes.zrange(redisKey.executionIndex(flowScope(flow)), '+', '-', 'BYLEX', 'REV', 'LIMIT', 0, limit);
  const found = (await repliesOf(indexes)) as string[][]; // the replies of ZRANGE
  const hashes = redis.pipeline();
  for (const id of found.flat()) hashes.hmget(redisKey.execution(id), ...briefFields);
  const values = (await repliesOf(hashes)) as (string | null)[][]; // the replies of HMGET
  const briefs = found.flat().map((id, index) => readBrief(id, values[index] ?? []));
  let start = 0;
  return found.map((ids) => {
    const ofFlow = briefs.slice(start, (start += ids.length));
    return ofFlow.flatMap((brief) => brief ?? []);
  });
}

async function repliesOf(pipeline: ReturnType<Redis['pipeline']>): Promise<readonly unknown[]> {
  if (pipeline.length === 0) return [];
  return ((await pipeline.exec()) ?? []).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}
