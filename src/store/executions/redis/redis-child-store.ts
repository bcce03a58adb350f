import type { Redis } from 'ioredis';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import {
  callName,
  type ChildCallDue,
  type ChildCancellation,
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

/**
 * The executions that executions start and wait for, on Redis; see `key-table.ts` for the keys. Each change is one atomic
 * step, and does nothing once the wait has ended; the wait is due whenever a child has ended
 * (`RedisExecutionStore.dueWaits`). All methods throw AppError `store-unavailable` while Redis is unreachable.
 */
export class RedisChildStore {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /**
   * What a parent has to do, some of it if it is much; it is due again only if its work is not done within seconds.
   * Undefined if it does not wait.
   */
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

  /**
   * Records the JSON of a result, once.
   * @returns the bytes of all outputs so far, or undefined if it does not wait
   */
  async settle(
    { id, version }: ChildWait,
    { call, json, isSuccess, bytes: size }: ChildResult,
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

  /** Repeats a call at a time. */
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

  /** Starts no others; the first reason counts. */
  async cancel({ id, version }: ChildWait, reason: ChildCancellation): Promise<void> {
    const given = { anyKey: redisKey.execution(id), id, version, reason: JSON.stringify(reason) };
    await onRedis(() => cancelScript.run(this.#redis, given));
  }

  /** Makes the wait due at a time, at the latest. */
  async later(id: string, at: Date): Promise<void> {
    await onRedis(() => this.#redis.zadd(redisKey.dueWaits, 'XX', 'LT', at.getTime(), id));
  }

  /** The JSON of the results, by index; undefined for an item without one. */
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

interface ChildResult {
  readonly call: Pick<ChildCallDue, 'index' | 'attempt'>;
  readonly json: string;
  readonly isSuccess: boolean;
  /** Of its outputs. */
  readonly bytes: number;
}

/** @param pairs a call, and the id of its child or '' */
function callsOf(pairs: readonly string[]): readonly ChildCallDue[] {
  return pairs.flatMap((call, position) => {
    if (position % 2 === 1) return [];
    const [index = '', attempt = ''] = call.split('/');
    return [{ index: Number(index), attempt: Number(attempt), child: pairs[position + 1] || undefined }];
  });
}
