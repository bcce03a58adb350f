import { recordAfter, type Step } from '../../../src/lifecycle/decide.ts';
import { inPhase, type ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import type { Effect } from '../../../src/lifecycle/transitions.ts';
import type {
  CreationOutcome,
  ExecutionCreation,
  LifeStore,
  StepOutcome,
} from '../../../src/store/executions/record/execution-store.ts';
import { MemoryPools, type Claiming } from './memory-pools.ts';

/** What the store has beside the records. */
interface Facts {
  readonly records: Map<string, ExecutionRecord>;
  readonly claiming: Map<string, Claiming>;
  readonly secrets: Map<string, readonly string[]>;
  /** When waits are looked at, in milliseconds. */
  readonly due: Map<string, number>;
  /** The children for which executions wait, those that have not told them of their end. */
  readonly children: Map<string, readonly string[]>;
  /** How often the end of an execution was counted. */
  readonly ends: Map<string, number>;
  /** How many states receivers have learnt of. */
  readonly notes: Map<string, number>;
}

/** What `apply-step.lua` does, in memory; a copy shares what never changes. */
export class MemoryLifeStore implements LifeStore {
  pools = new MemoryPools();
  now = 0;
  readonly facts: Facts;

  constructor(from?: MemoryLifeStore) {
    const { records, claiming, secrets, due, children, ends, notes } = from?.facts ?? {};
    this.facts = {
      records: new Map(records),
      claiming: new Map(claiming),
      secrets: new Map(secrets),
      due: new Map(due),
      children: new Map(children),
      ends: new Map(ends),
      notes: new Map(notes),
    };
    if (from === undefined) return;
    this.pools = from.pools.copy();
    this.now = from.now;
  }

  async create({
    accepted,
    claims = [],
    concurrency,
    secrets,
    at,
    child,
  }: ExecutionCreation): Promise<CreationOutcome> {
    const { id, flow } = accepted;
    const slot = `${flow.namespace}/${flow.id}`;
    this.pools.open(slot, concurrency?.limit ?? Infinity);
    for (const { pool, size } of claims) this.pools.open(pool, size);
    const claiming = { id, rank: at.getTime(), claims: [{ pool: slot as never, permits: 1 }, ...claims] };
    const obstacle = this.pools.takeAll(claiming);
    const record = inPhase({
      ...accepted,
      phase: obstacle === undefined ? 'queued' : 'held',
      state: 'CREATED',
      history: [{ state: 'CREATED', at: at.toISOString() }],
      attempts: 0,
      tasks: [],
    });
    const { facts } = this;
    facts.records.set(id, record);
    facts.claiming.set(id, claiming);
    facts.secrets.set(id, Object.keys(secrets));
    const parent = accepted.parent?.execution;
    if (child?.isAwaited === true && parent !== undefined)
      facts.children.set(parent, [...(facts.children.get(parent) ?? []), id]);
    return { outcome: 'created', record };
  }

  async read(id: string): Promise<ExecutionRecord | undefined> {
    return this.facts.records.get(id);
  }

  async apply({ id, version = 0 }: ExecutionRecord, step: Step): Promise<StepOutcome> {
    const { records } = this.facts;
    const record = records.get(id);
    if (record === undefined) return { outcome: 'missing' };
    if ((record.version ?? 0) !== version) return { outcome: 'conflict' };
    if (step.before !== undefined && this.now >= step.before.getTime()) return { outcome: 'late' };
    const released: string[] = [];
    const isHeld = { now: record.phase === 'held' };
    for (const effect of step.effects) this.#apply(effect, id, { released, isHeld });
    // The end of a hold is a change of its own.
    const changes = released.includes(id) ? 2 : 1;
    records.set(id, { ...recordAfter(record, step, isHeld.now), version: version + changes });
    released.push(...this.pools.tryFreed((other) => this.#claimingOf(other)));
    for (const other of released) this.#release(other);
    const after = records.get(id);
    return { outcome: 'applied', version: after?.version ?? 0, isHeld: after?.phase === 'held', released };
  }

  #apply(effect: Effect, id: string, { released, isHeld }: { released: string[]; isHeld: { now: boolean } }): void {
    const { secrets, due, children, ends, notes, claiming } = this.facts;
    const own = this.#claimingOf(id);
    switch (effect.kind) {
      case 'claim': {
        const kept = own.claims.filter(({ pool }) => !pool.startsWith('controller:'));
        this.pools.giveBack(
          { ...own, claims: [{ pool: '' as never, permits: 0 }, ...own.claims.filter((each) => !kept.includes(each))] },
          'slot',
        );
        for (const { pool, size } of effect.claims) this.pools.open(pool, size);
        const next = { ...own, claims: [...kept, ...effect.claims] };
        claiming.set(id, next);
        const wasHeld = isHeld.now;
        isHeld.now = this.pools.takeAll(next) !== undefined;
        if (wasHeld && !isHeld.now) released.push(id);
        return;
      }
      case 'give back':
        return this.pools.giveBack(own, effect.except);
      case 'take again':
        isHeld.now = this.pools.takeAll(own) !== undefined;
        return;
      case 'wake':
        if (effect.at === undefined) due.delete(id);
        else due.set(id, effect.at.getTime());
        return;
      case 'forget children':
        return void children.delete(id);
      case 'add secrets':
        return void secrets.set(id, [...(secrets.get(id) ?? []), ...Object.keys(effect.sealed)]);
      case 'delete secrets':
        return void secrets.delete(id);
      case 'tell parent':
        return this.#tellParent(id);
      case 'count end':
        return void ends.set(id, (ends.get(id) ?? 0) + 1);
      case 'note':
        if (effect.state !== 'WAITING') notes.set(id, (notes.get(id) ?? 0) + 1);
        return;
      // These change nothing that the model knows.
      case 'trim unstarted':
      case 'spend approvals':
      case 'queue':
        return undefined;
    }
  }

  #tellParent(id: string): void {
    const { records, children, due } = this.facts;
    const parent = records.get(id)?.parent?.execution ?? '';
    const open = children.get(parent);
    if (open?.includes(id) !== true) return;
    children.set(
      parent,
      open.filter((other) => other !== id),
    );
    if (due.has(parent)) due.set(parent, 0);
  }

  /** As `endHold` of `claims.lua`. */
  #release(id: string): void {
    const record = this.facts.records.get(id);
    if (record?.phase !== 'held') return;
    const { trouble: _trouble, troubleSince: _since, ...rest } = record;
    this.facts.records.set(id, { ...rest, phase: 'queued', version: (record.version ?? 0) + 1 });
  }

  #claimingOf(id: string): Claiming {
    const claiming = this.facts.claiming.get(id);
    if (claiming === undefined) throw new Error(`The execution ${id} claims nothing`);
    return claiming;
  }
}
