import type { Redis } from 'ioredis';
import { executionHash, executionRoot } from '../execution/redis/redis-execution-keys.ts';
import { indexScript as indexExecutionScript } from '../execution/redis/redis-execution-scripts.ts';
import { flowOfName } from '../language/flow/flow-key.ts';
import type { RedisLogStore } from '../execution/redis/redis-log-store.ts';
import type { RedisAuditTrail } from '../store/audit/redis-audit-trail.ts';
import { keyRoot } from '../store/redis/key-root.ts';
import { LuaScript } from '../store/redis/lua-script.ts';
import { globLiteral, scanKeys } from '../store/redis/scan-keys.ts';
import { entryHash, flowHash, hookKeysHash, indexRoot, skippedTicksHash } from '../store/revisions/redis-keys.ts';
import {
  addEntriesScript,
  indexScript as indexFlowScript,
  removeEntriesScript,
} from '../store/revisions/redis-scripts.ts';
import { sourceFunctions, sourceKey } from '../store/revisions/redis-sources.ts';
import { BackupError } from './backup-file.ts';
import { bytesIn, type BackupRecord, type Fields } from './backup-record.ts';
import { endedFields } from './ended-fields.ts';
import { writeKey } from './redis-any-key.ts';

/** ARGV: SHA-256, bytes. */
const addSourceScript = new LuaScript(`${sourceFunctions}
addSource(ARGV[1], ARGV[2])
`);

/** KEYS: sources. Removes those without a use. */
const removeUnusedScript = new LuaScript(`
for _, key in ipairs(KEYS) do if redis.call('HGET', key, 'uses') == '0' then redis.call('DEL', key) end end
`);

export interface BackupTargetOptions {
  readonly redis: Redis;
  readonly audit: Pick<RedisAuditTrail, 'restore'>;
  readonly logs: Pick<RedisLogStore, 'appendBytes' | 'remove'>;
  /** When the backup was made: what was open then has ended. */
  readonly madeAt: Date;
  /** Leaves out what is sealed with a key that this installation does not have. */
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
  readonly #sentScripts = new Set<LuaScript>();
  #failure: { readonly error: unknown } | undefined;

  constructor(options: BackupTargetOptions) {
    this.#options = options;
  }

  /** Resolves before the record is written, unless too many are being written. @throws the error of an earlier one */
  async write(record: StoreRecord): Promise<void> {
    const { redis, logs } = this.#options;
    if ('source' in record) {
      const { sha256, bytes } = record.source;
      return this.#run(addSourceScript, [sourceKey(sha256)], [sha256, bytesIn(bytes)]);
    }
    if ('revisions' in record) {
      const { flow, entries } = record.revisions;
      const values = entries.flatMap(([revision, text]) => [revision, text]);
      return this.#run(addEntriesScript, [entryHash(flowOfName(flow))], values);
    }
    if ('flow' in record) return this.#writeFlow(record.flow);
    if ('execution' in record) return this.#writeExecution(record.execution.id, record.execution.fields);
    // One after the other: it can take several steps.
    if ('log' in record) return logs.appendBytes(record.log.execution, bytesIn(record.log.bytes));
    if ('audit' in record) return this.#send(() => this.#options.audit.restore(record.audit), true);
    if ('key' in record) return this.#send(() => writeKey(redis, `${keyRoot}:${record.key.name}`, record.key));
    const { discard } = record;
    if ('flow' in discard) return this.#run(removeEntriesScript, [entryHash(flowOfName(discard.flow))], []);
    return logs.remove(discard.execution);
  }

  /** Resolves when everything is written. */
  async finish(): Promise<void> {
    await this.#drain();
    const { redis } = this.#options;
    for await (const keys of scanKeys(redis, `${globLiteral(sourceKey(''))}*`))
      await removeUnusedScript.run(redis, keys, []);
  }

  async #writeFlow({
    name,
    fields,
    hookKeys,
  }: Extract<StoreRecord, { readonly flow: unknown }>['flow']): Promise<void> {
    const { redis, leavesOutSealed } = this.#options;
    const flow = flowOfName(name);
    await this.#send(() => redis.hset(flowHash(flow), fields));
    if (!leavesOutSealed && Object.keys(hookKeys).length > 0)
      await this.#send(() => redis.hset(hookKeysHash(flow), hookKeys));
    const keys = [flowHash(flow), entryHash(flow), hookKeysHash(flow), skippedTicksHash(flow)];
    return this.#run(indexFlowScript, keys, [indexRoot, flow.namespace, flow.id]);
  }

  async #writeExecution(id: string, fields: Fields): Promise<void> {
    const { redis, madeAt } = this.#options;
    await this.#send(() => redis.hset(executionHash(id), endedFields(fields, madeAt)));
    return this.#run(indexExecutionScript, [executionHash(id)], [executionRoot, id]);
  }

  /** A script can be sent again, after later commands, if Redis does not know it; so the first run has an end. */
  async #run(script: LuaScript, keys: readonly string[], values: readonly (string | number | Buffer)[]): Promise<void> {
    const isFirst = !this.#sentScripts.has(script);
    this.#sentScripts.add(script);
    await this.#send(async () => {
      const missing = await script.run(this.#options.redis, keys, values);
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
