import type { Redis } from 'ioredis';
import { waitKinds } from '../../../src/language/flow/wait.ts';
import { mayStart, type ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import { executionStates } from '../../../src/lifecycle/execution-state.ts';
import { ExecutionLife } from '../../../src/store/executions/execution-life.ts';
import type { ExecutionScope } from '../../../src/store/executions/record/execution-store.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { startOf, type Kind } from './beginnings.ts';
import { everyEvent, limit, type Event } from './moves.ts';
import { World } from './world.ts';

export interface RedisWalk {
  readonly kind: Kind;
  /** How many events are sent. */
  readonly steps: number;
  /** At least 0, less than `end`. */
  below(end: number): number;
}

/**
 * Sends the same random events to executions in memory and in Redis, some of them late, and compares what both know after
 * each. The Redis must be empty.
 * @returns the first difference, with the events that led to it; undefined without one
 */
export async function walkOnRedis(redis: Redis, { kind, steps, below }: RedisWalk): Promise<string | undefined> {
  // In Redis, the time at which waits with a limit end is long over.
  let world = (await World.create(kind)).later();
  const pair = await RedisPair.create(redis, world, kind);
  const path: string[] = [];
  for (let step = 0; step < steps; step++) {
    const id = world.ids[below(world.ids.length)] ?? '';
    const known = world.known(id);
    // Most events are those of a sender that knows what is.
    const record = below(4) === 0 ? known[below(known.length)] : known[0];
    if (record === undefined) continue;
    const events = everyEvent(record);
    const event = events[below(events.length)];
    if (event === undefined) continue;
    const after = await world.after(record, event);
    const isSame = await pair.send(id, record, event);
    path.push(`${world.name(id)} ${event.name}`);
    if (isSame !== (after !== undefined))
      return `${path.join(', ')}: ${isSame ? 'only Redis' : 'only the model'} applied it`;
    world = after ?? world;
    if (world.violations.length > 0) return `${path.join(', ')}: ${world.violations.join('; ')}`;
    const difference = await pair.difference(world);
    if (difference !== undefined) return `${path.join(', ')}: ${difference}`;
  }
  return undefined;
}

/** The same executions in Redis. */
class RedisPair {
  readonly #redis: Redis;
  readonly #store: RedisExecutionStore;
  readonly #life: ExecutionLife;
  /** What senders have read, by execution and version. */
  readonly #read = new Map<string, ExecutionRecord>();

  constructor(redis: Redis) {
    this.#redis = redis;
    this.#store = new RedisExecutionStore(redis);
    this.#life = new ExecutionLife({
      store: this.#store,
      queue: { add: async () => undefined },
      now: () => new Date(limit),
    });
  }

  static async create(redis: Redis, world: World, kind: Kind): Promise<RedisPair> {
    const pair = new RedisPair(redis);
    for (const [index, { creation, events }] of startOf(kind).entries()) {
      const id = world.ids[index] ?? '';
      const { parent } = creation.accepted;
      const own = parent && { parent: { ...parent, execution: world.ids[0] ?? '' } };
      const made = await pair.#life.create({ ...creation, accepted: { ...creation.accepted, id, ...own } });
      if (made.outcome !== 'created') throw new Error(`The execution was not created: ${made.outcome}`);
      await pair.#note(id);
      for (const eventOf of events) await pair.send(id, undefined, eventOf(await pair.#record(id)));
    }
    return pair;
  }

  /** @param known as the model knows it @returns whether it was applied */
  async send(id: string, known: ExecutionRecord | undefined, event: Event): Promise<boolean> {
    const record = known && this.#read.get(`${id} ${known.version ?? 0}`);
    const sent = await this.#life.send(record ?? (await this.#record(id)), event);
    for (const each of new Set([...this.#read.values()].map((read) => read.id))) await this.#note(each);
    return sent.isApplied;
  }

  async difference(world: World): Promise<string | undefined> {
    for (const id of world.ids) {
      const [model, found] = await Promise.all([this.#ofModel(world, id), this.#ofRedis(world, id)]);
      const [expected, actual] = [JSON.stringify(model), JSON.stringify(found)];
      if (expected !== actual) return `${world.name(id)} is ${actual} instead of ${expected}`;
    }
    return undefined;
  }

  async #record(id: string): Promise<ExecutionRecord> {
    const record = await this.#store.read(id);
    if (record === undefined) throw new Error(`The execution ${id} is lost`);
    return record;
  }

  async #note(id: string): Promise<void> {
    const record = await this.#record(id);
    this.#read.set(`${id} ${record.version ?? 0}`, record);
  }

  #ofModel({ store: { facts, pools } }: World, id: string): object {
    const record = facts.records.get(id);
    if (record === undefined) throw new Error(`The execution ${id} is lost`);
    const isShownAsHeld = record.phase === 'held' && !mayStart(record);
    return {
      ...essence(record),
      holds: pools.holds(id),
      queue: pools.queueOf(id) ?? null,
      hasSecrets: facts.secrets.has(id),
      isDue: facts.due.has(id),
      indexes: [isShownAsHeld ? `held:${record.state}` : (record.waitingFor?.kind ?? record.state)],
      runs: record.phase === 'running',
      runsHere: record.phase === 'running' && record.engine !== undefined,
    };
  }

  async #ofRedis({ store }: World, id: string): Promise<object> {
    const redis = this.#redis;
    const pools = store.pools.names;
    const scopes: readonly (readonly [string, ExecutionScope])[] = [
      ...executionStates.map((state) => [state, `state:${state}`] as const),
      ...executionStates.map((state) => [`held:${state}`, `held:${state}`] as const),
      ...waitKinds.map((kind) => [kind, `waits:${kind}`] as const),
    ];
    const isIn = async (key: string) => (await redis.zscore(key, id)) !== null;
    const where = async <Name>(names: readonly Name[], found: (name: Name) => Promise<boolean>) => {
      const all = await Promise.all(names.map(found));
      return names.filter((_, index) => all[index] === true);
    };
    const record = await this.#record(id);
    return {
      ...essence(record),
      holds: await where(pools, async (pool) => (await redis.sismember(redisKey.executionSlots(pool), id)) === 1),
      queue: (await where(pools, (pool) => isIn(redisKey.heldExecutions(pool))))[0] ?? null,
      hasSecrets: (await redis.exists(redisKey.executionSecrets(id))) === 1,
      isDue: await isIn(redisKey.dueWaits),
      indexes: (await where(scopes, ([, scope]) => isIn(redisKey.executionIndex(scope)))).map(([name]) => name),
      runs: await isIn(redisKey.runningExecutions(record.flow.namespace)),
      runsHere: (await redis.sismember(redisKey.gatewayExecutions, id)) === 1,
    };
  }
}

function essence({
  phase,
  state,
  version = 0,
  segment,
  attempts,
  history,
  stop,
  endedWaits = [],
  ...record
}: ExecutionRecord) {
  const { queueItem = null, build = null, engine = null, controller = null, waitingFor, reason = null } = record;
  return {
    phase,
    version,
    segment: segment ?? null,
    attempts,
    history: history.map((change) => change.state),
    state,
    isToStop: stop !== undefined,
    waits: endedWaits.length,
    traces: [queueItem, build?.number ?? null, engine, controller, waitingFor?.version ?? null, reason],
  };
}
