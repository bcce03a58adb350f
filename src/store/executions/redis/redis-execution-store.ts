import type { Redis } from 'ioredis';
import type { Carried } from '../../../language/execution-plan/segment.ts';
import type { FlowKey } from '../../../language/flow/flow-key.ts';
import { waitKinds, type WaitKind } from '../../../language/flow/wait.ts';
import { recordAfter, type Step } from '../../../lifecycle/decide.ts';
import { mayStart, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { ExecutionState } from '../../../lifecycle/execution-state.ts';
import type { Fence } from '../../leases/lease.ts';
import { onRedis } from '../../redis/on-redis.ts';
import { redisKey } from '../../redis/redis-key.ts';
import type { RevisionSource } from '../../revisions/flow-revision.ts';
import { triggerName, type TriggerKey } from '../../triggers/trigger-key.ts';
import type { ArchiveFinder } from '../record/archive-finder.ts';
import type { ExecutionBrief } from '../record/execution-brief.ts';
import type { ExecutionOverview, OverviewQuery } from '../record/execution-overview.ts';
import {
  heldIndexes,
  type CreationOutcome,
  type ExecutionCreation,
  type ExecutionPage,
  type ExecutionQuery,
  type ExecutionScope,
  type LifeStore,
  type OpenIndex,
  type StepOutcome,
  type UnusableApproval,
} from '../record/execution-store.ts';
import { creationArguments } from './redis-execution-creation.ts';
import { carriedField, effectsText, historyText, readCreated, writtenFields } from './redis-execution-fields.ts';
import { listExecutions, readPage, readRecords, scopesOfState } from './redis-execution-list.ts';
import { applyScript, createScript, removeScript, sourceScript } from './redis-execution-scripts.ts';
import { countOn, openIds, readFollowed } from './redis-followed-executions.ts';
import { readOverview } from './redis-overview.ts';
import { RedisPools } from './redis-pools.ts';
import { executionsOfTicks, latestOfTriggers, recentExecutions } from './redis-recent-executions.ts';

export interface RedisExecutionStoreOptions {
  /** How many changes of state are kept for `StateEvents`; none by default. */
  readonly maxStateEvents?: number;
  /** Where executions are read that the store no longer has. */
  readonly archive?: ArchiveFinder;
}

/**
 * The executions on Redis; see `key-table.ts` for the keys. All methods throw AppError `store-unavailable` immediately
 * while Redis is unreachable.
 */
export class RedisExecutionStore implements LifeStore {
  readonly #redis: Redis;
  readonly #maxNoted: number;
  readonly #pools: RedisPools;
  readonly #archive: ArchiveFinder | undefined;

  constructor(redis: Redis, { maxStateEvents = 0, archive }: RedisExecutionStoreOptions = {}) {
    this.#redis = redis;
    this.#maxNoted = maxStateEvents;
    this.#archive = archive;
    this.#pools = new RedisPools(redis);
  }

  async create(creation: ExecutionCreation): Promise<CreationOutcome> {
    const { accepted, source } = creation;
    const given = creationArguments(creation, this.#maxNoted);
    const create = async (all: Parameters<typeof createScript.run>[1]) =>
      (await onRedis(() => createScript.run(this.#redis, all))) as [
        CreationOutcome['outcome'] | 'source-needed',
        string,
        readonly (string | null)[] | string,
      ]; // the reply of our own script
    let [outcome, known, fields] = await create(given);
    if (outcome === 'source-needed') [outcome, known, fields] = await create({ ...given, source: [source.bytes] });
    if (outcome === 'source-needed') throw new Error('The store asked for a source that it already received');
    if (outcome === 'repeated' || outcome === 'conflict') return { outcome, id: known };
    if (isUnusable(outcome)) return { outcome, task: known, user: fields as string }; // the reply of our own script
    if (outcome !== 'created') return { outcome };
    return { outcome, record: readCreated(accepted, fields as (string | null)[], creation.begin) }; // as above
  }

  /** The execution of an idempotency key; undefined for a new key, and once the execution was removed. */
  async knownRequest(key: string): Promise<{ readonly digest: string; readonly id: string } | undefined> {
    const [digest, id] = await onRedis(() => this.#redis.hmget(redisKey.idempotency(key), 'digest', 'execution'));
    if (!digest || !id) return undefined;
    const keys = [redisKey.execution(id), redisKey.archivedExecution(id)];
    return (await onRedis(() => this.#redis.exists(...keys))) > 0 ? { digest, id } : undefined;
  }

  async read(id: string): Promise<ExecutionRecord | undefined> {
    const [record] = await onRedis(() => readRecords(this.#redis, [id]));
    return record ?? (await this.#archive?.find(id))?.record;
  }

  /** The document that the execution runs, byte for byte. */
  async source(id: string): Promise<RevisionSource | undefined> {
    const [bytes, format, mediaType] = (await onRedis(() =>
      sourceScript.runForBytes(this.#redis, { execution: redisKey.execution(id) }),
    )) as (Buffer | null)[]; // the reply of our own script
    if (!bytes || !format || !mediaType) {
      const source = (await this.#archive?.find(id))?.source;
      return source && { ...source, bytes: Buffer.from(source.base64, 'base64') };
    }
    return { bytes, format: String(format) === 'json' ? 'json' : 'yaml', mediaType: String(mediaType) };
  }

  async apply(record: ExecutionRecord, step: Step, fence?: Fence): Promise<StepOutcome> {
    const { id, history } = record;
    const { from, to, state, fields, effects, before } = step;
    const after = recordAfter(record, step, from === 'held');
    const reply = await onRedis(() =>
      applyScript.run(this.#redis, {
        execution: redisKey.execution(id),
        secrets: redisKey.executionSecrets(id),
        lease: redisKey.lease(fence?.name ?? ''),
        id,
        expected: record.version ?? 0,
        token: fence?.token ?? '',
        deadline: before?.getTime() ?? '',
        from,
        to,
        state,
        fromIndex: scopeOf(indexOf(record)),
        toIndex: scopeOf(indexOf(after)),
        isOnGateway: after.engine !== undefined,
        maxNoted: this.#maxNoted,
        effects: effectsText(effects),
        fields: [
          ...writtenFields(fields),
          ...(step.history === history ? [] : ['state', state, 'history', historyText(step.history)]),
        ],
      }),
    );
    const [outcome, version, isHeld, released = [], isUnfinished] = reply as ApplyReply; // the reply of our own script
    if (outcome !== 'applied') return { outcome };
    const further = isUnfinished === 1 ? await this.#pools.resume() : [];
    return { outcome, version: Number(version), isHeld: isHeld === 1, released: [...released, ...further] };
  }

  list(query: ExecutionQuery): Promise<ExecutionPage> {
    return onRedis(() => listExecutions(this.#redis, query));
  }

  /** For each flow, its latest executions, up to `limit`; the cost in round trips does not depend on how many flows. */
  recent(flows: readonly FlowKey[], limit: number): Promise<readonly (readonly ExecutionBrief[])[]> {
    return onRedis(() => recentExecutions(this.#redis, flows, limit));
  }

  /** What runs, has failed and has ended, of counters and indexes. Executions that ended before there were any are missing. */
  overview(query: OverviewQuery): Promise<ExecutionOverview> {
    return onRedis(() => readOverview(this.#redis, query));
  }

  /** What the next segment, or a restart, of an execution gets from its tasks; undefined if nothing was recorded. */
  async carried(id: string): Promise<Carried | undefined> {
    const text = await onRedis(() => this.#redis.hget(redisKey.execution(id), carriedField));
    return text ? (JSON.parse(text) as Carried) : (await this.#archive?.find(id))?.carried; // written by this store
  }

  /** The time by the clock of the store, which all processes share. */
  async time(): Promise<Date> {
    const [seconds, microseconds] = await onRedis(() => this.#redis.time());
    return new Date(Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000));
  }

  /** Executions whose wait is over by the clock of the store, or that were stopped while they waited; due ones first. */
  async dueWaits(limit: number): Promise<readonly string[]> {
    const now = (await this.time()).getTime();
    return onRedis(() => this.#redis.zrangebyscore(redisKey.dueWaits, 0, now, 'LIMIT', 0, limit));
  }

  /** A wait is due at a time at the earliest. */
  async postponeWait(id: string, at: Date): Promise<void> {
    await onRedis(() => this.#redis.zadd(redisKey.dueWaits, 'XX', 'GT', at.getTime(), id));
  }

  /** The number of executions that wait. */
  countWaiting(kind: WaitKind): Promise<number> {
    return onRedis(() => this.#redis.zcard(redisKey.executionIndex(`waits:${kind}`)));
  }

  /** Complete executions of an index, oldest first. */
  inState(
    state: OpenIndex,
    { limit, after }: { readonly limit: number; readonly after?: string },
  ): Promise<ExecutionPage> {
    return onRedis(async () => {
      const ids = await this.#redis.zrange(
        redisKey.executionIndex(scopeOf(state)),
        after === undefined ? '-' : `(${after}`,
        '+',
        'BYLEX',
        'LIMIT',
        0,
        limit,
      );
      return readPage(this.#redis, ids, limit);
    });
  }

  /**
   * The complete executions of a controller that are QUEUED or RUNNING and wait for nothing, oldest first.
   * @param others names of other controllers, whose executions need not be read
   */
  followed(controller: string, others: readonly string[]): AsyncIterable<ExecutionRecord> {
    return readFollowed(this.#redis, controller, others);
  }

  /** The number of open executions of a controller, and of those that `followed` returns. */
  countOn(
    controller: string,
    others: readonly string[],
  ): Promise<{ readonly open: number; readonly followed: number }> {
    return onRedis(() => countOn(this.#redis, controller, others));
  }

  /** The controller that the record of an execution names. */
  async controllerOf(id: string): Promise<string | undefined> {
    return (await onRedis(() => this.#redis.hget(redisKey.execution(id), 'controller'))) ?? undefined;
  }

  /** The ids of the open executions of a controller, oldest first. */
  openOn(controller: string, others: readonly string[]): Promise<readonly string[]> {
    return onRedis(() => openIds(this.#redis, controller, others));
  }

  /** The executions that run on an engine with a name, such as this machine, oldest first. */
  async runningOnGateways(): Promise<readonly ExecutionRecord[]> {
    return onRedis(async () =>
      readRecords(this.#redis, (await this.#redis.smembers(redisKey.gatewayExecutions)).toSorted()),
    );
  }

  /** The number of executions in a state. */
  async count(state: ExecutionState): Promise<number> {
    const counts = await Promise.all(
      scopesOfState(state).map((scope) => onRedis(() => this.#redis.zcard(redisKey.executionIndex(scope)))),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** The number of pending executions of a trigger: Jenkins has not started their builds. */
  pendingOfTrigger(trigger: TriggerKey): Promise<number> {
    return onRedis(() => this.#redis.scard(redisKey.pendingExecutions(triggerName(trigger))));
  }

  /** The latest executions of each trigger of a flow, up to `maxLatest`, newest first. */
  latestOfTriggers(triggers: readonly TriggerKey[]): Promise<readonly (readonly ExecutionBrief[])[]> {
    return onRedis(() => latestOfTriggers(this.#redis, triggers));
  }

  /** The executions that the ticks from a time to another one started, by the milliseconds of the tick. */
  ofTicks(
    trigger: TriggerKey,
    times: { readonly from: Date; readonly to: Date },
  ): Promise<ReadonlyMap<number, ExecutionBrief>> {
    return onRedis(() => executionsOfTicks(this.#redis, trigger, times));
  }

  /** The sealed secrets of an execution by input ID; empty if it has none or has ended. */
  secrets(id: string): Promise<Readonly<Record<string, string>>> {
    return onRedis(() => this.#redis.hgetall(redisKey.executionSecrets(id)));
  }

  /** Removes an ended execution with all its data. */
  async remove(id: string): Promise<void> {
    await onRedis(() => removeScript.run(this.#redis, { execution: redisKey.execution(id), id }));
  }
}

/** The outcome, the new version, whether it is held, the executions that may start, whether further ones are to be tried. */
type ApplyReply = readonly [StepOutcome['outcome'], string?, number?, (readonly string[])?, number?];

/** In the index of the held ones is who need not be looked at. */
function indexOf(record: ExecutionRecord): OpenIndex {
  const { phase, state, waitingFor } = record;
  return phase === 'held' && !mayStart(record) ? `held:${state}` : (waitingFor?.kind ?? state);
}

function scopeOf(index: OpenIndex): ExecutionScope {
  const kind = waitKinds.find((each) => each === index);
  if (kind !== undefined) return `waits:${kind}`;
  return heldIndexes.find((each) => each === index) ?? `state:${index as ExecutionState}`; // nothing else is left
}

function isUnusable(outcome: CreationOutcome['outcome']): outcome is UnusableApproval['outcome'] {
  return outcome.startsWith('approval-');
}
