import { isOfKind } from '../../../src/lifecycle/claims.ts';
import { premiseOf } from '../../../src/lifecycle/events.ts';
import { phases } from '../../../src/lifecycle/execution-phases.ts';
import { mayStart, segmentNumber, type ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import { finalStates } from '../../../src/lifecycle/execution-state.ts';
import type { Transitions } from '../../../src/lifecycle/transitions.ts';
import { ExecutionLife } from '../../../src/store/executions/execution-life.ts';
import type { LifeStore } from '../../../src/store/executions/record/execution-store.ts';
import { startOf, type Kind } from './beginnings.ts';
import { MemoryLifeStore } from './memory-life-store.ts';
import { limit, recovery, unconditional, type Event } from './moves.ts';

/** Those that an execution can have waited for; more only repeat. */
const maxSegments = 3;

/** Some executions, what the store has of them, and who works on them. */
export class World {
  readonly store: MemoryLifeStore;
  readonly ids: readonly string[];
  /** Those that a worker will look at. */
  queue: ReadonlySet<string>;
  /** What senders may still have read, and is out of date. */
  readonly #stale: ReadonlyMap<string, readonly ExecutionRecord[]>;
  readonly #lost: ReadonlySet<string>;
  readonly #transitions: Transitions | undefined;
  readonly violations: string[] = [];

  constructor({ store, ids, queue, stale, lost, transitions }: WorldState) {
    this.#lost = lost;
    this.store = store;
    this.ids = ids;
    this.queue = queue;
    this.#stale = stale;
    this.#transitions = transitions;
  }

  #lifeOn(store: LifeStore, queued: Set<string>): ExecutionLife {
    return new ExecutionLife({
      store,
      queue: { add: async (id) => void queued.add(id) },
      now: () => new Date(this.store.now),
      ...(this.#transitions !== undefined && { transitions: this.#transitions }),
    });
  }

  static async create(kind: Kind, transitions?: Transitions): Promise<World> {
    const start = startOf(kind);
    let world = new World({
      store: new MemoryLifeStore(),
      ids: [],
      queue: new Set(),
      stale: new Map(),
      lost: new Set(),
      transitions,
    });
    for (const { creation, events } of start) {
      const queue = new Set(world.queue);
      await world.#lifeOn(world.store, queue).create(creation);
      world = world.#with({ queue, ids: [...world.ids, creation.accepted.id] });
      for (const eventOf of events) {
        const record = world.record(creation.accepted.id);
        world = (await world.after(record, eventOf(record))) ?? world;
      }
    }
    return world;
  }

  #with(changed: Partial<WorldState>): World {
    const { store, ids, queue } = this;
    return new World({
      store,
      ids,
      queue,
      stale: this.#stale,
      lost: this.#lost,
      transitions: this.#transitions,
      ...changed,
    });
  }

  record(id: string): ExecutionRecord {
    const record = this.store.facts.records.get(id);
    if (record === undefined) throw new Error(`The execution ${id} is lost`);
    return record;
  }

  /** What senders of events may know of an execution: what it is, and what it was in earlier segments and waits. */
  known(id: string): readonly ExecutionRecord[] {
    return [this.record(id), ...(this.#stale.get(id) ?? [])];
  }

  /**
   * Sends an event, and looks whether what is true of all executions still is.
   * @returns the world after it; undefined if the event was dropped
   */
  async after(known: ExecutionRecord, event: Event): Promise<World | undefined> {
    const before = this.record(known.id);
    if (event.name === 'waitBegan' && segmentNumber(before) >= maxSegments) return undefined;
    let store = this.store;
    const queue = new Set(this.queue);
    const life = this.#lifeOn(
      {
        create: (creation) => store.create(creation),
        read: (id) => store.read(id),
        apply: (record, step) => {
          store = new MemoryLifeStore(store);
          return store.apply(record, step);
        },
      },
      queue,
    );
    const sent = await life.send(known, event);
    if (!sent.isApplied) {
      if (event.name !== 'stopAsked' || before.stop !== undefined || before.phase === 'ended') return undefined;
      const deaf = this.#with({});
      deaf.violations.push(`a stop of an execution that is ${before.phase} was dropped`);
      return deaf;
    }
    const now = JSON.stringify(premiseOf(sent.record));
    const stale = [before, ...(this.#stale.get(known.id) ?? [])].filter(
      (each) => JSON.stringify(premiseOf(each)) !== now,
    );
    const lost = new Set(this.#lost);
    if (event.name === 'buildLost') lost.add(known.id);
    else if (event.name !== 'troubled') lost.delete(known.id);
    const world = this.#with({ store, queue, lost, stale: new Map(this.#stale).set(known.id, stale) });
    world.violations.push(
      ...world.#broken(),
      ...brokenBy(event, { known, before, after: sent.record, now: this.store.now }),
    );
    return world;
  }

  /** The process that sent the last event has died as soon as its step was applied: what follows a step is lost. */
  crashedAfter(before: World): World {
    return this.#with({ queue: before.queue });
  }

  /** The time at which waits with a limit end has come. */
  later(): World {
    const store = new MemoryLifeStore(this.store);
    store.now = limit;
    return this.#with({ store });
  }

  /** What decides how it goes on. */
  get key(): string {
    const records = this.ids.map((id) => {
      const { phase, state, stop, attempts, engine, queueItem, build, segment, waitingFor, controller } =
        this.record(id);
      const traces = [queueItem, build, engine, stop, controller, segment?.ended].map((trace) =>
        trace === undefined ? '-' : '+',
      );
      const wait =
        waitingFor && `${waitingFor.kind}${waitingFor.version}${waitingFor.until ?? ''}${waitingFor.holdsLocks ?? ''}`;
      return [phase, state, segment?.number, Math.min(attempts, 1), ...traces, wait, this.queue.has(id)].join();
    });
    const { due, secrets, children } = this.store.facts;
    return [
      ...records,
      this.store.pools.key,
      [...due.keys()].join(),
      [...secrets.keys()].join(),
      JSON.stringify([...children]),
      this.store.now,
      [...this.#lost].join(),
    ].join(' / ');
  }

  /**
   * Lets rounds, people and time do their work until nothing is left to do.
   * @param safe the keys of worlds from which nothing is lost @returns what is wrong then
   */
  async recovered(safe: Set<string>): Promise<readonly string[]> {
    let world: World = this.later();
    const passed: string[] = [];
    for (let steps = 0; steps < 200 && !safe.has(world.key); steps++) {
      passed.push(world.key);
      const queue = new Set(world.queue);
      for (const id of world.ids) if (isUnattended(world.record(id))) queue.add(id);
      world.queue = queue;
      const next = await world.#recoverOne();
      if (next === undefined) break;
      if (next.violations.length > 0) return next.violations;
      world = next;
    }
    if (safe.has(world.key)) return [];
    const lost = world.ids.flatMap((id) => {
      const { phase } = world.record(id);
      return phase === 'ended' ? [] : [`${world.name(id)} never ends: it stays ${phase}`];
    });
    if (lost.length === 0) for (const key of passed) safe.add(key);
    return lost;
  }

  async #recoverOne(): Promise<World | undefined> {
    for (const id of this.ids) {
      const { due, children } = this.store.facts;
      const record = this.record(id);
      const waitsForChildren = record.waitingFor?.kind === 'executions' && (children.get(id)?.length ?? 0) > 0;
      const event = recovery(record, {
        due: due.get(id),
        isQueued: this.queue.has(id),
        isLost: this.#lost.has(id),
        waitsForChildren,
      });
      const next = event && (await this.after(record, event));
      if (next !== undefined) return next;
    }
    return undefined;
  }

  name(id: string): string {
    return 'AB'[this.ids.indexOf(id)] ?? id;
  }

  #broken(): readonly string[] {
    const { pools, facts } = this.store;
    const found: string[] = pools.isOverfull ? ['a pool has more holders than permits'] : [];
    for (const id of this.ids) {
      const record = this.record(id);
      const name = this.name(id);
      const complain = (text: string) => found.push(`${name}, which is ${record.phase}, ${text}`);
      const claims = facts.claiming.get(id)?.claims.map(({ pool }) => pool) ?? [];
      const held = pools.holds(id);
      // One that was moved keeps what comes before the pool for which it waits.
      const kept = claims
        .slice(
          0,
          Math.max(
            0,
            claims.findIndex((pool) => pool === pools.queueOf(id)),
          ),
        )
        .filter((pool) => held.includes(pool));
      const wanted = record.phase === 'held' ? kept : claims.filter((pool, index) => holds(record, pool, index));
      if (held.join() !== wanted.toSorted().join()) complain(`holds ${held.join()} instead of ${wanted.join()}`);
      if ((pools.queueOf(id) !== undefined) !== (record.phase === 'held'))
        complain('is in the queue of a pool, or is not');
      const isEnded = record.phase === 'ended';
      if (facts.secrets.has(id) === isEnded) complain('has secrets, or has none');
      if ((facts.ends.get(id) ?? 0) !== (isEnded ? 1 : 0)) complain('has another number of ends');
      if (record.phase !== 'waiting' && facts.due.has(id)) complain('is looked at as one that waits');
      const waits = record.phase === 'waiting' && (record.waitingFor.until ?? record.stop) !== undefined;
      if (waits && !facts.due.has(id)) complain('is not looked at when its wait is over');
      if (record.phase !== 'waiting' && facts.children.has(id)) complain('knows the children of a wait that is over');
      if ((facts.notes.get(id) ?? 0) !== record.history.length - 1) complain('has a state that nobody was told of');
      const ofController = claims.filter((pool) => isOfKind(pool, 'controller'));
      if (record.controller !== undefined && ofController.join() !== `controller:${record.controller}`)
        complain(`claims ${ofController.join()} and runs on ${record.controller}`);
      if (isEnded !== (finalStates as readonly string[]).includes(record.state))
        complain(`has the state ${record.state}`);
      const endings = record.history.filter(({ state }) => (finalStates as readonly string[]).includes(state)).length;
      if (endings > 1) complain('has ended twice');
      const waitsEnded = record.endedWaits?.length ?? 0;
      if (waitsEnded > segmentNumber(record) - 1) complain(`has ended ${waitsEnded} waits`);
    }
    return found;
  }
}

interface WorldState {
  readonly store: MemoryLifeStore;
  readonly ids: readonly string[];
  readonly queue: ReadonlySet<string>;
  readonly stale: ReadonlyMap<string, readonly ExecutionRecord[]>;
  /** The executions whose builds Jenkins does not have. */
  readonly lost: ReadonlySet<string>;
  readonly transitions: Transitions | undefined;
}

/** Whether an execution holds a permit that it claims; the first one is the slot of its flow. */
function holds({ phase, waitingFor }: ExecutionRecord, pool: string, index: number): boolean {
  if (phase === 'waiting') return index === 0 || (waitingFor.holdsLocks === true && isOfKind(pool as never, 'lock'));
  return phase === 'queued' || phase === 'running';
}

/** As `queueUnattended`. */
function isUnattended(record: ExecutionRecord): boolean {
  return mayStart(record) && record.queueItem === undefined && record.build === undefined;
}

/** What is told of a build, or of its absence. */
const aboutBuild: ReadonlySet<string> = new Set(['buildLost', 'buildGone', 'stopSent', 'stopSeen', 'abandoned']);
const mayMove: readonly string[] = ['held', 'queued'];
/** What can only happen while a segment runs. */
const ofSegment: ReadonlySet<string> = new Set([
  'progressed',
  'waitBegan',
  'waitSkipped',
  'endedAtWait',
  'finished',
  'interrupted',
]);

interface Happened {
  readonly known: ExecutionRecord;
  readonly before: ExecutionRecord;
  readonly after: ExecutionRecord;
  readonly now: number;
}

function brokenBy({ name, ...event }: Event, { known, before, after, now }: Happened): readonly string[] {
  const found: string[] = [];
  if (before.phase === 'ended') found.push(`${name} changed an execution that had ended`);
  const [premise, given] = [premiseOf(before), premiseOf(known)];
  const isCurrent = premise.segment === given.segment && premise.wait === given.wait;
  if (!unconditional.has(name) && !isCurrent) found.push(`${name} came from another segment or wait`);
  if (aboutBuild.has(name) && premise.build !== given.build) found.push(`${name} was about another build`);
  if (name === 'begun' && before.phase !== 'queued') found.push('a segment began twice, or without its permits');
  const isUntouched = before.attempts === 0 && segmentNumber(before) === 1 && before.build === undefined;
  if (name === 'moved' && !(isUntouched && before.stop === undefined && mayMove.includes(before.phase)))
    found.push(`an execution moved that was ${before.phase}`);
  if (ofSegment.has(name) && before.phase !== 'running') found.push(`${name} came when nothing ran`);
  if (name === 'stopAsked' && (after.stop === undefined || before.stop !== undefined))
    found.push('a stop was lost, or replaces another one');
  const until = before.waitingFor?.until;
  const mustBeInTime = name === 'approvedByOne' || ('result' in event && event.result.by !== undefined);
  if (mustBeInTime && until !== undefined && Date.parse(until) <= now) found.push(`${name} came too late`);
  if (phases.indexOf(after.phase) < 0) found.push(`${after.phase} is no phase`);
  if (after.phase === 'waiting' && before.phase === 'running' && before.stop !== undefined)
    found.push('an execution that is to stop began to wait');
  return found;
}
