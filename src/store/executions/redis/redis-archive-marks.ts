import type { Redis } from 'ioredis';
import type { EndedExecution } from '../../../lifecycle/execution-record.ts';
import { finalStates } from '../../../lifecycle/execution-state.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import { triggerName } from '../../triggers/trigger-key.ts';
import type { ArchiveMarks } from '../archive/archive-marks.ts';
import { packSummary, unpackSummary } from '../archive/listed-summary.ts';
import { timePrefix } from '../record/execution-id.ts';
import { archiveScript, removeArchivedScript } from './redis-execution-scripts.ts';

/** Archived executions in Redis: their summaries, and the indexes that contain them. */
export class RedisArchiveMarks implements ArchiveMarks {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async mark(record: EndedExecution): ReturnType<ArchiveMarks['mark']> {
    const given = { execution: redisKey.execution(record.id), id: record.id, summary: packSummary(record) };
    const reply = await onRedis(() => archiveScript.run(this.#redis, given));
    const [outcome, logFile] = reply as ['archived' | 'missing', string]; // the reply of our own script
    return { outcome, logFile };
  }

  async find(id: string): ReturnType<ArchiveMarks['find']> {
    return onRedis(async () => {
      const [isStored, isArchived] = await Promise.all([
        this.#redis.exists(redisKey.execution(id)),
        this.#redis.exists(redisKey.archivedExecution(id)),
      ]);
      return isStored === 1 ? 'record' : isArchived === 1 ? 'archived' : 'nothing';
    });
  }

  async remove(record: EndedExecution): Promise<void> {
    await onRedis(() => removeArchivedScript.run(this.#redis, indexedParts(record)));
  }

  unarchived({ to, ...page }: Parameters<ArchiveMarks['unarchived']>[0]): Promise<readonly string[]> {
    return this.#oldest('state', { ...page, last: `(${timePrefix(to)}` });
  }

  archived(page: Parameters<ArchiveMarks['archived']>[0]): Promise<readonly string[]> {
    return this.#oldest('archived', { ...page, last: '+' });
  }

  async #oldest(
    index: 'state' | 'archived',
    { last, limit, after }: { readonly last: string; readonly limit: number; readonly after?: string },
  ): Promise<readonly string[]> {
    const first = after === undefined ? '-' : `(${after}`;
    const keys = finalStates.map((state) => redisKey.executionIndex(`${index}:${state}`));
    const found = await onRedis(() =>
      Promise.all(keys.map((key) => this.#redis.zrange(key, first, last, 'BYLEX', 'LIMIT', 0, limit))),
    );
    return found.flat().toSorted().slice(0, limit);
  }

  async summaries(ids: readonly string[]): Promise<ReadonlyMap<string, EndedExecution>> {
    const found = await onRedis(() => readSummaries(this.#redis, ids));
    return new Map([...found].map(([id, { record }]) => [id, record]));
  }

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

  async countArchived(): Promise<number> {
    const counts = await onRedis(() =>
      Promise.all(finalStates.map((state) => this.#redis.zcard(redisKey.executionIndex(`archived:${state}`)))),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }
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
