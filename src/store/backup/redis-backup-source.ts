import type { Redis } from 'ioredis';
import { flowOfName } from '../../language/flow/flow-key.ts';
import { isFinal, type ExecutionState } from '../../lifecycle/execution-state.ts';
import type { RedisLogStore } from '../executions/redis/redis-log-store.ts';
import { keyRoot } from '../redis/key-table.ts';
import { keyFamily, keyGlob, keyWords, redisKey } from '../redis/redis-key.ts';
import { scanKeys } from '../redis/scan-keys.ts';
import { scanStore } from '../redis/stored-data.ts';
import { toBytes, type BackupRecord } from './backup-record.ts';
import { readKey } from './redis-any-key.ts';

const pageSize = 200;
const maxPageBytes = 4 * 1024 * 1024;
const chunkBytes = 1024 * 1024;

/**
 * Everything in the store that belongs to a backup, while other processes write. Each flow, execution and key is a
 * consistent snapshot, together with everything it refers to; indexes are omitted, because a restore rebuilds them.
 */
export async function* readStore(redis: Redis, logs: Pick<RedisLogStore, 'read'>): AsyncGenerator<BackupRecord> {
  const sources = new SourceReader(redis);
  // Before the executions: what refers to one was written together with it.
  for await (const keys of scanStore(redis)) {
    for (const key of keys) {
      const [flow] = keyWords('flow', key);
      if (flow !== undefined) yield* readFlow(redis, flow, sources);
      else if ((keyFamily(key)?.backup ?? 'copied') === 'copied')
        yield* readKey(redis, key, key.slice(keyRoot.length + 1));
    }
  }
  yield* readExecutions(redis, sources, logs);
  // One that was archived in the meantime was discarded, or is there too.
  yield* readArchived(redis);
  yield* readAudit(redis);
}

async function* readFlow(redis: Redis, name: string, sources: SourceReader): AsyncGenerator<BackupRecord> {
  const flow = flowOfName(name);
  const incarnation = () => redis.hget(redisKey.flow(flow), 'createdAt');
  for (let before: string | null; ;) {
    const replies = await redis.multi().hgetall(redisKey.flow(flow)).hgetall(redisKey.webhookKeys(flow)).exec();
    const [fields, hookKeys] = (replies ?? []).map(([, reply]) => reply) as [Fields, Fields]; // in the order of the commands
    if (fields?.revision === undefined) return;
    before = fields.createdAt ?? null;
    const read: string[] = [];
    for (let first = 1; first <= Number(fields.revision); first += pageSize) {
      const numbers = Array.from(
        { length: Math.min(pageSize, Number(fields.revision) - first + 1) },
        (_, i) => first + i,
      );
      const texts = await redis.hmget(redisKey.revisions(flow), ...numbers.map(String));
      const entries = numbers.flatMap((number, index) => {
        const text = texts[index];
        return text ? [[number, text] as const] : [];
      });
      const used = entries.map(([, text]) => JSON.parse(text) as { sha256: string; size: number }); // written by the store itself
      const missing = yield* sources.read(used);
      read.push(...used.map(({ sha256 }) => sha256));
      // Removed by retention just now.
      const kept = entries.filter((_, index) => !missing.has(used[index]?.sha256 ?? ''));
      yield { revisions: { flow: name, entries: kept } };
    }
    // Purged, or purged and created again, while it was read.
    const after = await incarnation();
    if (after === before) return yield { flow: { name, fields, hookKeys } };
    yield { discard: { flow: name } };
    sources.forget(read);
  }
}

type Fields = Record<string, string>;

/** Reads the executions that exist now; writers may add more without end. */
async function* readExecutions(
  redis: Redis,
  sources: SourceReader,
  logs: Pick<RedisLogStore, 'read'>,
): AsyncGenerator<BackupRecord> {
  const index = redisKey.executionIndex('all');
  const [last] = await redis.zrange(index, '+', '-', 'BYLEX', 'REV', 'LIMIT', 0, 1);
  if (last === undefined) return;
  for (let after = '-', more = true; more;) {
    const ids = await redis.zrange(index, after, `[${last}`, 'BYLEX', 'LIMIT', 0, pageSize);
    const found = await Promise.all(ids.map((id) => readFields(redis, id)));
    for (const execution of found) {
      if (execution === undefined) continue;
      yield* sources.read([{ sha256: execution.fields.sha256 ?? '', size: maxPageBytes }]);
      const isKept = async () => (await redis.exists(redisKey.execution(execution.id))) === 1;
      // The log of an open execution is not complete. The scripts write no states but these.
      if (isFinal(execution.fields.state as ExecutionState)) {
        yield* readLog(execution.id, logs, isKept);
        const times = await redis.lrange(redisKey.executionLogTimes(execution.id), 0, -1);
        if (times.length > 0) yield { logTimes: { execution: execution.id, times } };
      }
      yield (await isKept()) ? { execution } : { discard: { execution: execution.id } };
    }
    after = `(${ids.at(-1)}`;
    more = ids.length === pageSize;
  }
}

async function* readArchived(redis: Redis): AsyncGenerator<BackupRecord> {
  for await (const keys of scanKeys(redis, keyGlob('archivedExecution'))) {
    const summaries = await redis.mgetBuffer([...keys]);
    for (const [index, key] of keys.entries()) {
      const summary = summaries[index];
      const [execution = ''] = keyWords('archivedExecution', key);
      if (summary) yield { archived: { execution, summary: toBytes(summary) } };
    }
  }
}

interface FoundExecution {
  readonly id: string;
  readonly fields: Fields;
}

async function readFields(redis: Redis, id: string): Promise<FoundExecution | undefined> {
  const fields = await redis.hgetall(redisKey.execution(id));
  return fields.state === undefined ? undefined : { id, fields };
}

/**
 * @param isKept whether the execution still exists
 * @throws {AppError} `files-unavailable` if its file is missing: every backup that ends well is complete
 */
async function* readLog(
  id: string,
  logs: Pick<RedisLogStore, 'read'>,
  isKept: () => Promise<boolean>,
): AsyncGenerator<BackupRecord> {
  for (let start = 0; ;) {
    const piece = await logs.read(id, { start, bytes: chunkBytes }).catch(async (error: unknown) => {
      if (await isKept()) throw error;
      return undefined;
    });
    if (piece === undefined || piece.bytes.length === 0) return;
    yield { log: { execution: id, bytes: toBytes(piece.bytes) } };
    start += piece.bytes.length;
  }
}

/** Up to now, as above. */
async function* readAudit(redis: Redis): AsyncGenerator<BackupRecord> {
  const [last] = await redis.xrevrange(redisKey.audit, '+', '-', 'COUNT', 1);
  if (last === undefined) return;
  for (let after = '-', more = true; more;) {
    const items = await redis.xrange(redisKey.audit, after, last[0], 'COUNT', pageSize);
    if (items.length > 0) yield { audit: items.map(([id, [, event = '']]) => [id, event]) };
    after = `(${items.at(-1)?.[0]}`;
    more = items.length === pageSize;
  }
}

/** Reads each source once. */
class SourceReader {
  readonly #redis: Redis;
  readonly #known = new Set<string>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /**
   * Those that were not read before.
   * @returns those that no longer exist: what referred to them has just been removed
   */
  async *read(
    sources: readonly { readonly sha256: string; readonly size: number }[],
  ): AsyncGenerator<BackupRecord, ReadonlySet<string>> {
    const missing = new Set<string>();
    let batch: string[] = [];
    let bytes = 0;
    for (const { sha256, size } of sources) {
      const mark = markOf(sha256);
      if (this.#known.has(mark)) continue;
      this.#known.add(mark);
      batch.push(sha256);
      bytes += size;
      if (bytes < maxPageBytes) continue;
      yield* this.#readAll(batch, missing);
      [batch, bytes] = [[], 0];
    }
    yield* this.#readAll(batch, missing);
    return missing;
  }

  /** A discarded aggregate takes its sources with it; others that use the same ones need them again. */
  forget(digests: readonly string[]): void {
    for (const sha256 of digests) this.#known.delete(markOf(sha256));
  }

  async *#readAll(digests: readonly string[], missing: Set<string>): AsyncGenerator<BackupRecord> {
    const found = await Promise.all(digests.map((sha256) => this.#redis.hgetBuffer(redisKey.source(sha256), 'bytes')));
    for (const [index, sha256] of digests.entries()) {
      const bytes = found[index];
      if (bytes) yield { source: { sha256, bytes: toBytes(bytes) } };
      else {
        this.#known.delete(markOf(sha256));
        missing.add(sha256);
      }
    }
  }
}

/** Half of a digest identifies a source as well, in half the memory. */
function markOf(sha256: string): string {
  return Buffer.from(sha256, 'hex').toString('latin1', 0, 16);
}
