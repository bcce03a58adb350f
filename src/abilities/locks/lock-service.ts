import type { Caller } from '../../access/caller.ts';
import { isOfKind, nameInPool, poolOf, type PoolName } from '../../lifecycle/claims.ts';
import { declarationOf, type LockDeclaration } from '../../store/executions/locks/lock-file.ts';
import type { PoolExecution, PoolUse } from '../../store/executions/redis/redis-pool-uses.ts';
import type { RedisPools } from '../../store/executions/redis/redis-pools.ts';

/** A lock as a caller may see it: executions that they may not read are only counted. */
export interface LockReport extends Pick<PoolUse, 'held' | 'heldUp'> {
  readonly name: string;
  /** How many permits it has; 0 if it is no longer declared. */
  readonly permits: number;
  readonly holders: readonly PoolExecution[];
  /** The next one first. */
  readonly queue: readonly PoolExecution[];
}

export interface LockQuery {
  /** Only locks whose names contain it. */
  readonly name?: string | undefined;
  readonly limit: number;
  /** The number of names that earlier pages have read: a name would reveal a lock that the caller may not see. */
  readonly after?: number | undefined;
}

export interface LockPage {
  readonly locks: readonly LockReport[];
  /** The `after` of the next page; absent on the last one. */
  readonly next?: number;
}

/** How the executions of declared locks together use them: of all locks that fit a pattern. */
export interface DeclarationUse {
  readonly name: string;
  /** Of each lock. */
  readonly permits: number;
  readonly held: number;
  /** The number of executions. */
  readonly heldUp: number;
  /** Since when the next one of a lock is held up, at most; ISO 8601, undefined if none is. */
  readonly oldest?: string | undefined;
}

/** How many holders, and how many executions that it holds up, a lock lists. */
const maxListed = 20;
/** How many locks one page reads to find those that the caller may see. */
const maxRead = 500;
/** How many locks the figures include, so that each scrape is short. */
const maxCounted = 5_000;

/** The locks of the installation, with the executions that hold them and those that they hold up. */
export class LockService {
  readonly #deps;

  constructor(deps: {
    readonly pools: Pick<RedisPools, 'sizes' | 'uses' | 'executions'>;
    readonly locks: readonly LockDeclaration[];
  }) {
    this.#deps = deps;
  }

  /**
   * The locks that flows in a namespace which the caller may read can use, if they are declared by name, and those in use
   * by an execution that the caller may read; by name.
   * @throws {AppError} store-unavailable
   */
  async list(caller: Caller, { name: part = '', limit, after = 0 }: LockQuery): Promise<LockPage> {
    const names = (await this.#names()).filter((name) => name.includes(part));
    const locks: LockReport[] = [];
    let read = after;
    for (const name of names.slice(after, after + maxRead)) {
      if (locks.length === limit) break;
      const lock = await this.#read(name, caller);
      if (lock !== undefined) locks.push(lock);
      read++;
    }
    return read < names.length ? { locks, next: read } : { locks };
  }

  /** @throws {AppError} store-unavailable */
  async usage(): Promise<readonly DeclarationUse[]> {
    const pools = lockPools(await this.#deps.pools.sizes()).slice(0, maxCounted);
    const uses = await this.#deps.pools.uses(pools);
    const byDeclaration = new Map<LockDeclaration | undefined, PoolUse[]>();
    for (const [index, pool] of pools.entries()) {
      const declaration = declarationOf(this.#deps.locks, nameInPool(pool));
      const use = uses[index];
      if (use !== undefined) byDeclaration.set(declaration, [...(byDeclaration.get(declaration) ?? []), use]);
    }
    return this.#deps.locks.map((lock) => {
      const all = byDeclaration.get(lock) ?? [];
      const sum = (key: 'held' | 'heldUp') => all.reduce((total, use) => total + use[key], 0);
      const times = all.flatMap(({ nextSince }) => nextSince ?? []).toSorted();
      return { name: lock.name, permits: lock.permits, held: sum('held'), heldUp: sum('heldUp'), oldest: times[0] };
    });
  }

  /** Those in use, and those that are declared by their names. */
  async #names(): Promise<readonly string[]> {
    const inUse = lockPools(await this.#deps.pools.sizes()).map(nameInPool);
    const declared = this.#deps.locks.map(({ name }) => name).filter((name) => !name.endsWith('*'));
    return [...new Set([...inUse, ...declared])].toSorted();
  }

  async #read(name: string, caller: Caller): Promise<LockReport | undefined> {
    const { pools, locks } = this.#deps;
    const pool = poolOf('lock', name);
    const [[use], { holders, heldUp }] = await Promise.all([pools.uses([pool]), pools.executions(pool, maxListed)]);
    const isShown = ({ flow }: PoolExecution) => caller.may('read', flow.namespace);
    const [shown, queue] = [holders.filter(isShown), heldUp.filter(isShown)];
    const declaration = declarationOf(locks, name);
    // The name of a lock of a pattern can contain values of executions.
    const isPublic =
      declaration?.name === name && declaration.namespaces.some((pattern) => caller.mayWithin('read', pattern));
    if (!isPublic && shown.length + queue.length === 0) return undefined;
    const { held = 0, heldUp: count = 0 } = use ?? {};
    return { name, permits: declaration?.permits ?? 0, held, heldUp: count, holders: shown, queue };
  }
}

function lockPools(sizes: ReadonlyMap<PoolName, number>): readonly PoolName[] {
  return [...sizes.keys()].filter((pool) => isOfKind(pool, 'lock'));
}
