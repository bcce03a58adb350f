import type { FlowKey } from '../../../language/flow/flow-key.ts';
import type { PoolName } from '../../../lifecycle/claims.ts';
import type { ExecutionState } from '../../../lifecycle/execution-state.ts';

/**
 * The pools from which executions take permits (`Claim`). All methods throw AppError `store-unavailable` immediately while
 * the store is unreachable.
 */
export interface PoolStore {
  /** The size of each pool that executions hold or need; flows are not among them. */
  sizes(): Promise<ReadonlyMap<PoolName, number>>;
  /**
   * Gives a pool in use another size. Nothing is taken away from its holders. Those that need more permits than it has can
   * never start: they are in `unfit` then.
   * @returns the executions that may start now
   */
  resize(pool: PoolName, size: number): Promise<readonly string[]>;
  /**
   * Tries the executions that a process which died left to try, and those for which a pool was too small.
   * @returns those that may start now
   */
  resume(): Promise<readonly string[]>;
  /** Executions that need more permits than a pool has, the first ones. */
  unfit(limit: number): Promise<readonly UnfitExecution[]>;
  /** How pools are used, in their order. */
  uses(pools: readonly PoolName[]): Promise<readonly PoolUse[]>;
  /** The oldest holders of a pool, and those that it holds up, the next one first; each up to the limit. */
  executions(pool: PoolName, limit: number): Promise<PoolExecutions>;
  /** For each execution, what holds it up; undefined unless a pool does. */
  waits(ids: readonly string[]): Promise<readonly (PoolWait | undefined)[]>;
}

export interface PoolUse {
  /** Undefined if it is not in use. */
  readonly size?: number | undefined;
  /** The number of permits. */
  readonly held: number;
  /** The number of executions that it holds up. */
  readonly heldUp: number;
  /** Since when the next one is held up, ISO 8601; undefined without one. */
  readonly nextSince?: string | undefined;
}

export interface PoolExecutions {
  readonly holders: readonly PoolExecution[];
  readonly heldUp: readonly PoolExecution[];
}

export interface PoolExecution {
  readonly id: string;
  readonly flow: FlowKey;
  readonly number?: number | undefined;
  readonly state: ExecutionState;
  readonly permits: number;
  /** Since when it holds them, or is held up, ISO 8601. */
  readonly since: string;
}

export interface UnfitExecution {
  readonly id: string;
  readonly pool: PoolName;
  readonly permits: number;
  /** What the pool has; 0 if it no longer exists. */
  readonly size: number;
}

export interface PoolWait {
  /** The pool, or the flow as `<namespace>/<id>` for its `concurrency`. */
  readonly pool: string;
  /** ISO 8601; undefined for one that an older Flowgate accepted. */
  readonly since?: string | undefined;
  /** How many executions that the same pool holds up are ahead of it. */
  readonly position: number;
  /** How many executions hold permits. */
  readonly holders: number;
  /** The oldest of them; if there are more than 50, any. */
  readonly holder?: PoolHolder | undefined;
}

interface PoolHolder {
  readonly id: string;
  readonly namespace: string;
  readonly state: ExecutionState;
  /** Since when it has been in this state, ISO 8601. */
  readonly at: string;
  readonly trouble?: string | undefined;
}
