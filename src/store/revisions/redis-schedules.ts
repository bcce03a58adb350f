import type { Redis } from 'ioredis';
import { redisKey } from '../redis/redis-key.ts';
import { flowOfMember } from './flow-index.ts';
import type { FlowSchedule } from './flow-revision.ts';
import type { ScheduledFlow } from './revision-store.ts';

const portionSize = 500;

/** The flows with schedules, from their index. */
export async function readSchedules(redis: Redis): Promise<readonly ScheduledFlow[]> {
  const found: ScheduledFlow[] = [];
  for (let after = '-', more = true; more;) {
    const members = await redis.zrange(redisKey.scheduledFlows, after, '+', 'BYLEX', 'LIMIT', 0, portionSize);
    const flows = members.map((member) => flowOfMember('namespace', member));
    const pipeline = redis.pipeline();
    for (const flow of flows) pipeline.hmget(redisKey.flow(flow), 'schedules', 'deletedAt');
    const replies = flows.length === 0 ? [] : ((await pipeline.exec()) ?? []);
    for (const [index, flow] of flows.entries()) {
      const [error, reply] = replies[index] ?? [new Error('Redis has left out a reply')];
      if (error) throw error;
      const [schedules, deletedAt] = reply as (string | null)[]; // the reply of HMGET
      // The flow may have changed since its index was read.
      if (schedules && !deletedAt) found.push({ flow, schedules: JSON.parse(schedules) as FlowSchedule[] }); // written by the store itself
    }
    after = `(${members.at(-1)}`;
    more = members.length === portionSize;
  }
  return found;
}
