import type { PoolName } from './claims.ts';
import type { ExecutionState } from './execution-state.ts';

/**
 * The pools from which executions take permits (`Claim`). All methods throw AppError `store-unavailable` immediately while
 * the store is unreachable.
 */
export interface PoolStore {
  /** The size of each pool that executions hold or wait for; flows are not among them. */
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
  /** For each execution, what it waits for; undefined unless it waits for a pool. */
  waits(ids: readonly string[]): Promise<readonly (PoolWait | undefined)[]>;
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
  /** How many executions that wait for the same pool are ahead of it. */
  readonly position: number;
  /** How many executions hold permits. */
  readonly holders: number;
  /** The oldest of them; if there are more than 50, any. */
  readonly holder?: PoolHolder | undefined;
}

export interface PoolHolder {
  readonly id: string;
  readonly namespace: string;
  readonly state: ExecutionState;
  /** Since when it has been in this state, ISO 8601. */
  readonly at: string;
  readonly trouble?: string | undefined;
}
