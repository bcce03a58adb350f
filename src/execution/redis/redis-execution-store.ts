import type { Redis } from 'ioredis';
import type { Carried } from '../../execution-plan/segment.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { waitKinds, type WaitKind } from '../../language/flow/wait.ts';
import { onRedis } from '../../store/redis/on-redis.ts';
import { redisKey } from '../../store/redis/redis-key.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import { triggerName, type TriggerKey } from '../../store/triggers/trigger-key.ts';
import type { ExecutionBrief } from '../record/execution-brief.ts';
import type { ExecutionOverview, OverviewQuery } from '../record/execution-overview.ts';
import type { ExecutionRecord } from '../record/execution-record.ts';
import { isFinal, type ExecutionState } from '../record/execution-state.ts';
import {
  heldIndexes,
  type ChangeOutcome,
  type CreationOutcome,
  type ExecutionChange,
  type ExecutionCreation,
  type ExecutionPage,
  type ExecutionQuery,
  type ExecutionScope,
  type ExecutionStore,
  type OpenIndex,
  type UnusableApproval,
} from '../record/execution-store.ts';
import { creationArguments } from './redis-execution-creation.ts';
import { carriedField, claimsText, readCreated, writtenFields } from './redis-execution-fields.ts';
import { listExecutions, readPage, readRecords, scopesOfState } from './redis-execution-list.ts';
import { changeScript, createScript, removeScript, sourceScript } from './redis-execution-scripts.ts';
import { countOn, openIds, readFollowed } from './redis-followed-executions.ts';
import { readOverview } from './redis-overview.ts';
import { RedisPools } from './redis-pools.ts';
import { executionsOfTicks, latestOfTriggers, recentExecutions } from './redis-recent-executions.ts';

/** The execution store on Redis; see `key-table.ts` for the keys. */
export class RedisExecutionStore implements ExecutionStore {
  readonly #redis: Redis;
  readonly #maxNoted: number;
  readonly #pools: RedisPools;

  /** @param options maxStateEvents: how many changes of state are kept for `StateEvents`; none by default */
  constructor(redis: Redis, options: { readonly maxStateEvents?: number } = {}) {
    this.#redis = redis;
    this.#maxNoted = options.maxStateEvents ?? 0;
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
    const { carried: _carried, ...begin } = creation.begin ?? {};
    return { outcome, record: { ...readCreated(accepted, fields as (string | null)[]), ...withoutNulls(begin) } }; // as above
  }

  async claim(key: string): Promise<{ readonly digest: string; readonly id: string } | undefined> {
    const [digest, id] = await onRedis(() => this.#redis.hmget(redisKey.idempotency(key), 'digest', 'execution'));
    return digest && id ? { digest, id } : undefined;
  }

  async read(id: string): Promise<ExecutionRecord | undefined> {
    const [record] = await onRedis(() => readRecords(this.#redis, [id]));
    return record;
  }

  async source(id: string): Promise<RevisionSource | undefined> {
    const [bytes, format, mediaType] = (await onRedis(() =>
      sourceScript.runForBytes(this.#redis, { execution: redisKey.execution(id) }),
    )) as (Buffer | null)[]; // the reply of our own script
    if (!bytes || !format || !mediaType) return undefined;
    return { bytes, format: String(format) === 'json' ? 'json' : 'yaml', mediaType: String(mediaType) };
  }

  async change(id: string, change: ExecutionChange): Promise<ChangeOutcome> {
    const {
      from,
      to,
      at,
      fields = {},
      fence,
      wait,
      beforeDeadline = false,
      segment,
      controllerClaims,
      secrets = {},
    } = change;
    const { waitingFor } = fields;
    const until = waitingFor?.until;
    // It starts them at once, and later they make it due.
    const never = waitingFor?.kind === 'executions' ? 0 : '';
    const reply = await onRedis(() =>
      changeScript.run(this.#redis, {
        execution: redisKey.execution(id),
        secrets: redisKey.executionSecrets(id),
        lease: redisKey.lease(fence?.name ?? ''),
        id,
        allowed: from.join(' '),
        state: to ?? '',
        time: at.toISOString(),
        token: fence?.token ?? '',
        isFinal: to !== undefined && isFinal(to),
        waitVersion: wait?.version ?? '',
        beforeDeadline,
        segmentNumber: segment ?? '',
        due: until === undefined ? never : Date.parse(until),
        keepsLocks: fields.waitingFor?.holdsLocks === true,
        controllerClaims: controllerClaims === undefined ? '' : claimsText(controllerClaims),
        maxNoted: this.#maxNoted,
        sealedValues: JSON.stringify(secrets),
        fields: writtenFields(fields),
      }),
    );
    const [outcome, ...rest] = reply as ChangeReply; // the reply of our own script
    switch (outcome) {
      case 'changed': {
        const [released, isUnfinished, isHeld] = rest as unknown as ChangedReply; // as above
        const further = isUnfinished === 1 ? await this.#pools.resume() : [];
        return { outcome, released: [...released, ...further], ...(isHeld === 1 && { isHeld: true }) };
      }
      case 'other-state':
        return { outcome, state: rest[0] as ExecutionState }; // the scripts write nothing else
      default:
        return { outcome };
    }
  }

  list(query: ExecutionQuery): Promise<ExecutionPage> {
    return onRedis(() => listExecutions(this.#redis, query));
  }

  recent(flows: readonly FlowKey[], limit: number): Promise<readonly (readonly ExecutionBrief[])[]> {
    return onRedis(() => recentExecutions(this.#redis, flows, limit));
  }

  overview(query: OverviewQuery): Promise<ExecutionOverview> {
    return onRedis(() => readOverview(this.#redis, query));
  }

  async carried(id: string): Promise<Carried | undefined> {
    const text = await onRedis(() => this.#redis.hget(redisKey.execution(id), carriedField));
    return text ? (JSON.parse(text) as Carried) : undefined; // written by this store
  }

  async time(): Promise<Date> {
    const [seconds, microseconds] = await onRedis(() => this.#redis.time());
    return new Date(Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000));
  }

  async dueWaits(limit: number): Promise<readonly string[]> {
    const now = (await this.time()).getTime();
    return onRedis(() => this.#redis.zrangebyscore(redisKey.dueWaits, 0, now, 'LIMIT', 0, limit));
  }

  countWaiting(kind: WaitKind): Promise<number> {
    return onRedis(() => this.#redis.zcard(redisKey.executionIndex(`waits:${kind}`)));
  }

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

  followed(controller: string, others: readonly string[]): AsyncIterable<ExecutionRecord> {
    return readFollowed(this.#redis, controller, others);
  }

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

  openOn(controller: string, others: readonly string[]): Promise<readonly string[]> {
    return onRedis(() => openIds(this.#redis, controller, others));
  }

  async runningOnGateways(): Promise<readonly ExecutionRecord[]> {
    return onRedis(async () =>
      readRecords(this.#redis, (await this.#redis.smembers(redisKey.gatewayExecutions)).toSorted()),
    );
  }

  async count(state: ExecutionState): Promise<number> {
    const counts = await Promise.all(
      scopesOfState(state).map((scope) => onRedis(() => this.#redis.zcard(redisKey.executionIndex(scope)))),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  pendingOfTrigger(trigger: TriggerKey): Promise<number> {
    return onRedis(() => this.#redis.scard(redisKey.pendingExecutions(triggerName(trigger))));
  }

  latestOfTriggers(triggers: readonly TriggerKey[]): Promise<readonly (readonly ExecutionBrief[])[]> {
    return onRedis(() => latestOfTriggers(this.#redis, triggers));
  }

  ofTicks(
    trigger: TriggerKey,
    times: { readonly from: Date; readonly to: Date },
  ): Promise<ReadonlyMap<number, ExecutionBrief>> {
    return onRedis(() => executionsOfTicks(this.#redis, trigger, times));
  }

  secrets(id: string): Promise<Readonly<Record<string, string>>> {
    return onRedis(() => this.#redis.hgetall(redisKey.executionSecrets(id)));
  }

  async remove(id: string): Promise<void> {
    await onRedis(() => removeScript.run(this.#redis, { execution: redisKey.execution(id), id }));
  }
}

type ChangeReply = readonly [ChangeOutcome['outcome'], ...unknown[]];
/** The executions that may start, whether further ones have to be tried, and whether this one has to wait. */
type ChangedReply = readonly [readonly string[], number, number];

function withoutNulls<Fields extends object>(fields: Fields): { [Field in keyof Fields]: NonNullable<Fields[Field]> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [Field in keyof Fields]: NonNullable<Fields[Field]>;
  };
}

function scopeOf(index: OpenIndex): ExecutionScope {
  const kind = waitKinds.find((each) => each === index);
  if (kind !== undefined) return `waits:${kind}`;
  return heldIndexes.find((each) => each === index) ?? `state:${index as ExecutionState}`; // nothing else is left
}

function isUnusable(outcome: CreationOutcome['outcome']): outcome is UnusableApproval['outcome'] {
  return outcome.startsWith('approval-');
}
