import type { Redis } from 'ioredis';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { calledNamespaces, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { isUnsuccessful } from '../../../lifecycle/execution-state.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { triggerName, type TriggerKey } from '../../triggers/trigger-key.ts';
import type { ExecutionBrief } from '../record/execution-brief.ts';
import { flowScope } from '../record/execution-store.ts';
import { readSummaries } from './redis-archive-marks.ts';
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
  return readBriefs(redis, (await repliesOf(indexes)) as string[][]); // the replies of ZRANGE
}

/** For each trigger, its latest executions, newest first. */
export async function latestOfTriggers(
  redis: Redis,
  triggers: readonly TriggerKey[],
): Promise<readonly (readonly ExecutionBrief[])[]> {
  const lists = redis.pipeline();
  for (const trigger of triggers) lists.lrange(redisKey.triggerLatest(triggerName(trigger)), 0, -1);
  return readBriefs(redis, (await repliesOf(lists)) as string[][]); // the replies of LRANGE
}

/** The executions of the ticks before `to`, by the milliseconds of the tick. */
export async function executionsOfTicks(
  redis: Redis,
  trigger: TriggerKey,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<number, ExecutionBrief>> {
  const key = redisKey.triggerTicks(triggerName(trigger));
  const found = await redis.zrangebyscore(key, from.getTime(), `(${to.getTime()}`, 'WITHSCORES');
  const ids = found.filter((_, index) => index % 2 === 0);
  const tickOf = new Map(ids.map((id, index) => [id, Number(found[index * 2 + 1])]));
  const [briefs = []] = await readBriefs(redis, [ids]);
  return new Map(briefs.map((brief) => [tickOf.get(brief.id) ?? NaN, brief]));
}

/** The briefs of lists of ids, without executions that no longer exist. */
export async function readBriefs(
  redis: Redis,
  found: readonly (readonly string[])[],
): Promise<readonly (readonly ExecutionBrief[])[]> {
  const hashes = redis.pipeline();
  for (const id of found.flat()) hashes.hmget(redisKey.execution(id), ...briefFields);
  const values = (await repliesOf(hashes)) as (string | null)[][]; // the replies of HMGET
  const stored = found.flat().map((id, index) => readBrief(id, values[index] ?? []));
  const archived = await readSummaries(
    redis,
    found.flat().filter((_, index) => stored[index] === undefined),
  );
  const briefs = found.flat().map((id, index) => stored[index] ?? briefOf(archived.get(id)?.record));
  let start = 0;
  return found.map((ids) => {
    const ofFlow = briefs.slice(start, (start += ids.length));
    return ofFlow.flatMap((brief) => brief ?? []);
  });
}

function briefOf(record: ExecutionRecord | undefined): ExecutionBrief | undefined {
  if (record === undefined) return undefined;
  const { id, flow, number, state, history, reason, failedTask } = record;
  const failure = { reason, failedTask, calledNamespaces: calledNamespaces(record) };
  return { id, flow, number, state, history, ...(isUnsuccessful(state) && { failure }) };
}

export async function repliesOf(pipeline: ReturnType<Redis['pipeline']>): Promise<readonly unknown[]> {
  if (pipeline.length === 0) return [];
  return ((await pipeline.exec()) ?? []).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}
