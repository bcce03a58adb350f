import type { Redis } from 'ioredis';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import {
  callName,
  type ChildCallDue,
  type ChildCancellation,
  type ChildStore,
  type ChildWait,
  type ChildWork,
  type WorkQuery,
} from '../record/child-store.ts';
import { cancelScript, repeatScript, settleScript, takeWorkScript } from './redis-child-scripts.ts';

/** How many calls a parent handles before it looks again. */
const maxCalls = 100;
// If the process that does the work dies, another one goes on after this.
const busyMilliseconds = 10_000;
const resultsAtOnce = 1_000;

/** The child store on Redis; see `key-table.ts` for the keys. */
export class RedisChildStore implements ChildStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async take(
    { id, version }: ChildWait,
    { total, kept, maxOpen, deadline, now }: WorkQuery,
  ): Promise<ChildWork | undefined> {
    const reply = await onRedis(() =>
      takeWorkScript.run(this.#redis, {
        execution: redisKey.execution(id),
        id,
        version,
        now: now.getTime(),
        deadline: deadline?.getTime() ?? '+inf',
        busyUntil: now.getTime() + busyMilliseconds,
        total,
        kept,
        maxOpen,
        limit: maxCalls,
      }),
    );
    const [next, cancel, open, succeeded, failed, left, ...calls] = reply as string[]; // the reply of our own script, with numbers
    if (next === undefined) return undefined;
    return {
      next: Number(next),
      cancel: cancel ? (JSON.parse(cancel) as ChildCancellation) : undefined, // written by `cancel`
      open: Number(open),
      succeeded: Number(succeeded),
      failed: Number(failed),
      left: Number(left),
      calls: callsOf(calls),
    };
  }

  async settle(
    { id, version }: ChildWait,
    { call, json, isSuccess, bytes: size }: Parameters<ChildStore['settle']>[1],
  ): Promise<number | undefined> {
    const bytes = await onRedis(() =>
      settleScript.run(this.#redis, {
        execution: redisKey.execution(id),
        id,
        version,
        index: call.index,
        call: callName(call),
        result: json,
        size,
        outcome: isSuccess ? 'childrenSucceeded' : 'childrenFailed',
      }),
    );
    return bytes === null ? undefined : Number(bytes);
  }

  async repeat({ id, version }: ChildWait, call: ChildCallDue, at: Date): Promise<void> {
    const following = callName({ ...call, attempt: call.attempt + 1 });
    await onRedis(() =>
      repeatScript.run(this.#redis, {
        anyKey: redisKey.execution(id),
        id,
        version,
        call: callName(call),
        following,
        at: at.getTime(),
      }),
    );
  }

  async cancel({ id, version }: ChildWait, reason: ChildCancellation): Promise<void> {
    const given = { anyKey: redisKey.execution(id), id, version, reason: JSON.stringify(reason) };
    await onRedis(() => cancelScript.run(this.#redis, given));
  }

  async later(id: string, at: Date): Promise<void> {
    await onRedis(() => this.#redis.zadd(redisKey.dueWaits, 'XX', 'LT', at.getTime(), id));
  }

  async results(id: string, total: number): Promise<readonly (string | undefined)[]> {
    const found: (string | undefined)[] = [];
    while (found.length < total) {
      const size = Math.min(resultsAtOnce, total - found.length);
      const fields = Array.from({ length: size }, (_, index) => `result/${found.length + index}`);
      const values = await onRedis(() => this.#redis.hmget(redisKey.executionChildren(id), ...fields));
      found.push(...values.map((value) => value ?? undefined));
    }
    return found;
  }
}

/** @param pairs a call, and the id of its child or '' */
function callsOf(pairs: readonly string[]): readonly ChildCallDue[] {
  return pairs.flatMap((call, position) => {
    if (position % 2 === 1) return [];
    const [index = '', attempt = ''] = call.split('/');
    return [{ index: Number(index), attempt: Number(attempt), child: pairs[position + 1] || undefined }];
  });
}
