import type { Redis } from 'ioredis';
import { flowOfName } from '../../language/flow/flow-key.ts';
import type { RedisAuditTrail } from '../audit/redis-audit-trail.ts';
import { unpackSummary } from '../executions/record/listed-summary.ts';
import { indexedParts } from '../executions/redis/redis-archive-marks.ts';
import {
  indexArchivedScript,
  indexScript as indexExecutionScript,
} from '../executions/redis/redis-execution-scripts.ts';
import type { RedisLogStore } from '../executions/redis/redis-log-store.ts';
import { keyRoot } from '../redis/key-table.ts';
import { LuaScript, type ScriptArguments } from '../redis/lua-script.ts';
import { keyGlob, redisKey } from '../redis/redis-key.ts';
import { scanKeys } from '../redis/scan-keys.ts';
import { addEntriesScript, indexScript as indexFlowScript, removeEntriesScript } from '../revisions/redis-scripts.ts';
import { BackupError } from './backup-file.ts';
import { bytesIn, type BackupRecord, type Fields } from './backup-record.ts';
import { endedFields } from './ended-fields.ts';
import { writeKey } from './redis-any-key.ts';

const addSourceScript = new LuaScript({
  file: 'store/backup/scripts/add-source.lua',
  keys: ['source'],
  values: ['bytes'],
});

const removeUnusedScript = new LuaScript({
  file: 'store/backup/scripts/remove-unused-sources.lua',
  keyList: 'sources',
});

export interface BackupTargetOptions {
  readonly redis: Redis;
  readonly audit: Pick<RedisAuditTrail, 'restore'>;
  readonly logs: Pick<RedisLogStore, 'appendBytes' | 'remove'>;
  /** When the backup was made; executions that were open then count as ended. */
  readonly madeAt: Date;
  /** Omits data sealed with a key that this installation does not have. */
  readonly leavesOutSealed: boolean;
}

// Commands are sent without waiting for the replies before; Redis runs them in order.
const maxInFlight = 100;

/** The records of a backup that belong in Redis. */
export type StoreRecord = Exclude<
  BackupRecord,
  { readonly file: unknown } | { readonly artifact: unknown } | { readonly isLast: boolean }
>;

/** Writes the records of a backup to an empty store. */
export class RedisBackupTarget {
  readonly #options: BackupTargetOptions;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #sentScripts = new Set<unknown>();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: BackupTargetOptions) {
    this.#options = options;
  }

  /** Resolves before the record is written, unless too many are being written. @throws the error of an earlier one */
  async write(record: StoreRecord): Promise<void> {
    const { redis, logs } = this.#options;
    if ('source' in record) {
      const { sha256, bytes } = record.source;
      return this.#run(addSourceScript, { source: redisKey.source(sha256), bytes: bytesIn(bytes) });
    }
    if ('revisions' in record) {
      const { flow, entries } = record.revisions;
      return this.#run(addEntriesScript, { revisions: redisKey.revisions(flowOfName(flow)), entries: entries.flat() });
    }
    if ('flow' in record) return this.#writeFlow(record.flow);
    if ('execution' in record) return this.#writeExecution(record.execution.id, record.execution.fields);
    if ('archived' in record) return this.#writeArchived(record.archived.execution, bytesIn(record.archived.summary));
    // One after the other: it can take several steps.
    if ('log' in record) return logs.appendBytes(record.log.execution, bytesIn(record.log.bytes));
    if ('logTimes' in record) {
      const { execution, times } = record.logTimes;
      return this.#send(() => redis.rpush(redisKey.executionLogTimes(execution), ...times));
    }
    if ('audit' in record) return this.#send(() => this.#options.audit.restore(record.audit), true);
    if ('key' in record) return this.#send(() => writeKey(redis, `${keyRoot}:${record.key.name}`, record.key));
    const { discard } = record;
    if ('flow' in discard)
      return this.#run(removeEntriesScript, { revisions: redisKey.revisions(flowOfName(discard.flow)) });
    return logs.remove(discard.execution);
  }

  /** Resolves when everything is written. */
  async finish(): Promise<void> {
    await this.#drain();
    const { redis } = this.#options;
    for await (const sources of scanKeys(redis, keyGlob('source'))) await removeUnusedScript.run(redis, { sources });
  }

  async #writeFlow({
    name,
    fields,
    hookKeys,
  }: Extract<StoreRecord, { readonly flow: unknown }>['flow']): Promise<void> {
    const { redis, leavesOutSealed } = this.#options;
    const flow = flowOfName(name);
    await this.#send(() => redis.hset(redisKey.flow(flow), fields));
    if (!leavesOutSealed && Object.keys(hookKeys).length > 0)
      await this.#send(() => redis.hset(redisKey.webhookKeys(flow), hookKeys));
    return this.#run(indexFlowScript, { flow: redisKey.flow(flow), namespace: flow.namespace, id: flow.id });
  }

  async #writeExecution(id: string, fields: Fields): Promise<void> {
    const { redis, madeAt } = this.#options;
    await this.#send(() => redis.hset(redisKey.execution(id), endedFields(fields, madeAt)));
    return this.#run(indexExecutionScript, { execution: redisKey.execution(id), id });
  }

  #writeArchived(id: string, summary: Buffer): Promise<void> {
    const record = unpackSummary(id, summary);
    const tick = record.trigger?.at === undefined ? '' : Date.parse(record.trigger.at);
    return this.#run(indexArchivedScript, { ...indexedParts(record), tick, summary });
  }

  /** A script can be sent again, after later commands, if Redis does not know it; so the first run has an end. */
  async #run<K extends string, V extends string, KL extends string, VL extends string>(
    script: LuaScript<K, V, KL, VL>,
    given: ScriptArguments<K, V, KL, VL>,
  ): Promise<void> {
    const isFirst = !this.#sentScripts.has(script);
    this.#sentScripts.add(script);
    await this.#send(async () => {
      const missing = await script.run(this.#options.redis, given);
      if (missing !== null && missing !== '') throw new BackupError(`The backup lacks the source ${String(missing)}`);
    }, isFirst);
  }

  async #send(step: () => Promise<unknown>, isAlone = false): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    if (isAlone) await this.#drain();
    const running = step().then(
      () => void this.#inFlight.delete(running),
      (error: unknown) => {
        this.#inFlight.delete(running);
        this.#failure ??= { error };
      },
    );
    this.#inFlight.add(running);
    if (isAlone) return this.#drain();
    if (this.#inFlight.size >= maxInFlight) await Promise.race(this.#inFlight);
  }

  async #drain(): Promise<void> {
    await Promise.all(this.#inFlight);
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
