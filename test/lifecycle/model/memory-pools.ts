import { isOfKind, type Claim, type PoolName } from '../../../src/lifecycle/claims.ts';

/** A pool, or the slots of a flow. */
interface Pool {
  readonly size: number;
  readonly holders: Map<string, number>;
  /** Those that are held by it, the best first. */
  readonly queue: { readonly id: string; readonly rank: number }[];
}

/** What an execution takes, in order: the slot of its flow first. */
export interface Claiming {
  readonly id: string;
  readonly rank: number;
  readonly claims: readonly Pick<Claim, 'pool' | 'permits'>[];
}

/** As `claims.lua`, without patience and limits of a single step. */
export class MemoryPools {
  readonly #pools = new Map<string, Pool>();
  #freed: string[] = [];

  open(name: string, size: number): void {
    if (!this.#pools.has(name)) this.#pools.set(name, { size, holders: new Map(), queue: [] });
  }

  /** In order. */
  get names(): readonly string[] {
    return [...this.#pools.keys()].toSorted();
  }

  holds(id: string): readonly string[] {
    return [...this.#pools].flatMap(([name, { holders }]) => (holders.has(id) ? [name] : [])).toSorted();
  }

  /** The pool that holds it up. */
  queueOf(id: string): string | undefined {
    return [...this.#pools].find(([, { queue }]) => queue.some((each) => each.id === id))?.[0];
  }

  get isOverfull(): boolean {
    return [...this.#pools.values()].some(({ size, holders }) => sum(holders) > size);
  }

  /** @returns the pool for which it has to wait, in whose queue it is now */
  takeAll({ id, rank, claims }: Claiming): string | undefined {
    for (const [index, { pool, permits }] of claims.entries()) {
      if (!this.#isObstacle(pool, { id, rank, permits })) continue;
      if (index === 0) for (const later of claims.slice(1)) this.#giveBack(later.pool, id);
      const { queue } = this.#of(pool);
      queue.push({ id, rank });
      queue.sort((one, other) => one.rank - other.rank || (one.id < other.id ? -1 : 1));
      return pool;
    }
    for (const { pool, permits } of claims) this.#of(pool).holders.set(id, permits);
    return undefined;
  }

  giveBack({ id, claims }: Claiming, except: 'nothing' | 'slot' | 'slot and locks'): void {
    for (const { pool } of except === 'nothing' ? claims : claims.slice(1))
      if (except !== 'slot and locks' || !isOfKind(pool as PoolName, 'lock')) this.#giveBack(pool, id);
    this.leave(id);
  }

  /** Leaves the queue in which it is. */
  leave(id: string): void {
    const name = this.queueOf(id);
    if (name === undefined) return;
    const { queue } = this.#of(name);
    queue.splice(
      queue.findIndex((each) => each.id === id),
      1,
    );
    this.#freed.push(name);
  }

  /** Tries those that are held by what was freed. @returns those that start */
  tryFreed(claimingOf: (id: string) => Claiming): readonly string[] {
    const released: string[] = [];
    for (let name = this.#freed.pop(); name !== undefined; name = this.#freed.pop()) {
      const { queue } = this.#of(name);
      for (let first = queue[0]; first !== undefined; first = queue[0]) {
        const claiming = claimingOf(first.id);
        const own = claiming.claims.find(({ pool }) => pool === name);
        if (own !== undefined && this.#isObstacle(name, { ...claiming, permits: own.permits })) break;
        queue.shift();
        if (this.takeAll(claiming) === undefined) released.push(claiming.id);
      }
    }
    return released;
  }

  copy(): MemoryPools {
    const copy = new MemoryPools();
    for (const [name, { size, holders, queue }] of this.#pools)
      copy.#pools.set(name, { size, holders: new Map(holders), queue: [...queue] });
    return copy;
  }

  get key(): string {
    return [...this.#pools]
      .map(([, { holders, queue }]) => `${[...holders.keys()].toSorted().join()}|${queue.map(({ id }) => id).join()}`)
      .join(';');
  }

  #giveBack(name: string, id: string): void {
    if (this.#of(name).holders.delete(id)) this.#freed.push(name);
  }

  #isObstacle(
    name: string,
    { id, rank, permits }: { readonly id: string; readonly rank: number; readonly permits: number },
  ): boolean {
    const { size, holders, queue } = this.#of(name);
    if (holders.has(id)) return false;
    if (sum(holders) + permits > size) return true;
    const [first] = queue;
    return first !== undefined && first.id !== id && (rank > first.rank || (rank === first.rank && id > first.id));
  }

  #of(name: string): Pool {
    const pool = this.#pools.get(name);
    if (pool === undefined) throw new Error(`No pool has the name ${name}`);
    return pool;
  }
}

function sum(permits: ReadonlyMap<string, number>): number {
  return [...permits.values()].reduce((total, each) => total + each, 0);
}
