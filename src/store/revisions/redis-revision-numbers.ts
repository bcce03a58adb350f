import type { Redis } from 'ioredis';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { redisKey } from '../redis/redis-key.ts';

/** The newest revisions of a flow, in descending order; empty if it does not exist. */
export async function newestRevisions(
  redis: Redis,
  key: FlowKey,
  { limit, before = Infinity }: { readonly limit: number; readonly before?: number },
): Promise<readonly number[]> {
  const { latest, count } = await sizesOf(redis, key);
  const newest = Math.min(latest, before - 1);
  // Without gaps, the numbers follow from the latest one, however many there are.
  if (count === latest) return Array.from({ length: Math.max(0, Math.min(limit, newest)) }, (_, i) => newest - i);
  const numbers = await storedNumbers(redis, key);
  return numbers
    .filter((number) => number <= newest)
    .slice(-limit)
    .toReversed();
}

/** The revisions before the newest ones, in ascending order. */
export async function olderRevisions(redis: Redis, key: FlowKey, keep: number): Promise<readonly number[]> {
  const { latest, count } = await sizesOf(redis, key);
  if (count <= keep) return [];
  return (await storedNumbers(redis, key)).filter((number) => number <= latest - keep);
}

async function sizesOf(redis: Redis, key: FlowKey): Promise<{ readonly latest: number; readonly count: number }> {
  const [latest, count] = await Promise.all([
    redis.hget(redisKey.flow(key), 'revision'),
    redis.hlen(redisKey.revisions(key)),
  ]);
  return { latest: Number(latest), count };
}

async function storedNumbers(redis: Redis, key: FlowKey): Promise<readonly number[]> {
  return (await redis.hkeys(redisKey.revisions(key))).map(Number).toSorted((left, right) => left - right);
}
