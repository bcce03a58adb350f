import type { Redis } from 'ioredis';
import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import { finalStates } from '../../../lifecycle/execution-state.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { triggerName } from '../../triggers/trigger-key.ts';
import { timePrefix } from '../record/execution-id.ts';
import { packSummary, unpackSummary } from '../record/listed-summary.ts';
import { archiveScript, removeArchivedScript } from './redis-execution-scripts.ts';

/**
 * Archived executions in Redis: what lists show of them, and the indexes that contain them. All methods throw AppError
 * `store-unavailable`.
 */
export class RedisArchiveMarks {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /**
   * Replaces the record and the log of an ended execution in one atomic step. Does nothing if it no longer exists, or
   * was archived before.
   * @returns the name of the file of its log, which is no longer used; '' without one
   */
  async mark(record: EndedExecution): Promise<{ readonly outcome: 'archived' | 'missing'; readonly logFile: string }> {
    const given = { execution: redisKey.execution(record.id), id: record.id, summary: packSummary(record) };
    const reply = await onRedis(() => archiveScript.run(this.#redis, given));
    const [outcome, logFile] = reply as ['archived' | 'missing', string]; // the reply of our own script
    return { outcome, logFile };
  }

  /** What the store has of an execution. */
  async find(id: string): Promise<'record' | 'archived' | 'nothing'> {
    return onRedis(async () => {
      const [isStored, isArchived] = await Promise.all([
        this.#redis.exists(redisKey.execution(id)),
        this.#redis.exists(redisKey.archivedExecution(id)),
      ]);
      return isStored === 1 ? 'record' : isArchived === 1 ? 'archived' : 'nothing';
    });
  }

  /** Removes what lists show. @param record as lists show it; other fields are not needed */
  async remove(record: EndedExecution): Promise<void> {
    await onRedis(() => removeArchivedScript.run(this.#redis, indexedParts(record)));
  }

  /** Ended executions that are not archived, the first accepted ones first. @param to before this time */
  unarchived({ to, ...page }: MarkedPage & { readonly to: Date }): Promise<readonly string[]> {
    return this.#oldest('state', { ...page, last: `(${timePrefix(to)}` });
  }

  /** The ids of archived executions, the first accepted ones first. */
  archived(page: MarkedPage): Promise<readonly string[]> {
    return this.#oldest('archived', { ...page, last: '+' });
  }

  async #oldest(
    index: 'state' | 'archived',
    { last, limit, after }: MarkedPage & { readonly last: string },
  ): Promise<readonly string[]> {
    const first = after === undefined ? '-' : `(${after}`;
    const keys = finalStates.map((state) => redisKey.executionIndex(`${index}:${state}`));
    const found = await onRedis(() =>
      Promise.all(keys.map((key) => this.#redis.zrange(key, first, last, 'BYLEX', 'LIMIT', 0, limit))),
    );
    return found.flat().toSorted().slice(0, limit);
  }

  /** What lists show of those of some executions that are archived, by id. */
  async summaries(ids: readonly string[]): Promise<ReadonlyMap<string, EndedExecution>> {
    const found = await onRedis(() => readSummaries(this.#redis, ids));
    return new Map([...found].map(([id, { record }]) => [id, record]));
  }

  /** How many ended executions that were accepted before a time are not archived. */
  async countUnarchived(to: Date): Promise<number> {
    const counts = await onRedis(() =>
      Promise.all(
        finalStates.map((state) =>
          this.#redis.zlexcount(redisKey.executionIndex(`state:${state}`), '-', `(${timePrefix(to)}`),
        ),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** How many archived executions are in the store. */
  async countArchived(): Promise<number> {
    const counts = await onRedis(() =>
      Promise.all(finalStates.map((state) => this.#redis.zcard(redisKey.executionIndex(`archived:${state}`)))),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
}

interface MarkedPage {
  readonly limit: number;
  readonly after?: string;
}

/** What the scripts that index archived executions get. */
export function indexedParts(record: EndedExecution) {
  const { id, flow, labels, actor, parent, state, trigger, history } = record;
  return {
    archived: redisKey.archivedExecution(id),
    id,
    namespace: flow.namespace,
    flowId: flow.id,
    labels: JSON.stringify(labels),
    actor,
    parent: parent?.execution ?? '',
    state,
    endedAt: history.at(-1)?.at ?? '',
    trigger: trigger === undefined ? '' : triggerName({ flow, triggerId: trigger.id }),
  };
}

/** The summaries of those of some executions that are archived, with their bytes. */
export async function readSummaries(
  redis: Redis,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly record: EndedExecution; readonly bytes: number }>> {
  if (ids.length === 0) return new Map();
  const values = await redis.mgetBuffer(ids.map((id) => redisKey.archivedExecution(id)));
  return new Map(
    ids.flatMap((id, index) => {
      const value = values[index];
      return value ? [[id, { record: unpackSummary(id, value), bytes: value.length }] as const] : [];
    }),
  );
}
