import type { Redis } from 'ioredis';
import { flowOfName, type FlowKey } from '../../language/flow/flow-key.ts';
import { redisKey } from '../redis/redis-key.ts';
import { flowOfMember } from './flow-index.ts';
import { readSummary, summaryFields } from './redis-records.ts';
import type { FlowLinks } from './revision-store.ts';

// A longer list is of no use.
const maxCallers = 1_000;

/** The flows that each of the given ones calls and is called by, in one round trip. */
export async function readLinks(redis: Redis, keys: readonly FlowKey[]): Promise<readonly FlowLinks[]> {
  const pipeline = redis.pipeline();
  for (const key of keys)
    pipeline
      .hmget(redisKey.flow(key), ...summaryFields, 'calls')
      .zrange(redisKey.callers(key), '0', String(maxCallers - 1));
  const replies = ((await pipeline.exec()) ?? []).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
  return keys.map((key, index) => {
    const fields = replies[2 * index] as (string | null)[]; // the reply of HMGET
    const callers = replies[2 * index + 1] as string[]; // the reply of ZRANGE
    const flow = readSummary(key, (field) => fields[summaryFields.indexOf(field)]);
    const calls = flow === undefined || flow.deletion ? [] : (JSON.parse(fields.at(-1) ?? '[]') as string[]); // written by the store itself
    return { flow, calls: calls.map(flowOfName), calledBy: callers.map((member) => flowOfMember('namespace', member)) };
  });
}
