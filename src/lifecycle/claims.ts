import { priorities } from '../language/flow/lock.ts';

/**
 * What limits how many executions run at once, besides the `concurrency` of their flow: a lock that an operator declares,
 * the running executions of a namespace, the builds of a controller.
 */
export type PoolName = `${PoolKind}:${string}`;

/**
 * The kinds of pools, in the order in which executions take their permits. An execution that holds a permit never waits
 * for one of an earlier kind, so no two wait for each other: after an approval, it can still hold its locks, but no permit
 * to run.
 */
const poolKinds = ['lock', 'namespace', 'controller'] as const;
export type PoolKind = (typeof poolKinds)[number];

/** Permits that an execution takes from a pool before it runs, and gives back when it ends. */
export interface Claim {
  readonly pool: PoolName;
  /** At least 1. */
  readonly permits: number;
  /** How many permits the pool has. Of a pool in use, the store keeps the size that it has. */
  readonly size: number;
}

export function poolOf(kind: PoolKind, name: string): PoolName {
  return `${kind}:${name}`;
}

/** The name of a pool without its kind. */
export function nameInPool(pool: PoolName): string {
  return pool.slice(pool.indexOf(':') + 1);
}

export function isOfKind(pool: PoolName, kind: PoolKind): boolean {
  return pool.startsWith(poolOf(kind, ''));
}

/** A pool in a sentence. */
export function poolWords(pool: PoolName): string {
  const name = nameInPool(pool);
  if (isOfKind(pool, 'lock')) return `the lock ${name}`;
  return isOfKind(pool, 'namespace') ? `the limit of the namespace ${name}` : `the limit of the controller ${name}`;
}

/** Each pool once, in the order in which an execution takes them. */
export function inClaimOrder(claims: readonly Claim[]): readonly Claim[] {
  const byPool = new Map<PoolName, Claim>();
  for (const claim of claims) {
    const known = byPool.get(claim.pool);
    if (known === undefined || known.permits < claim.permits) byPool.set(claim.pool, claim);
  }
  const kindOf = ({ pool }: Claim) => poolKinds.findIndex((kind) => isOfKind(pool, kind));
  return [...byPool.values()].toSorted((a, b) => kindOf(a) - kindOf(b) || (a.pool < b.pool ? -1 : 1));
}

/** How much longer than others an execution seems to be held for each point of its priority, in milliseconds. */
const millisecondsPerPoint = 60_000;

/**
 * How far an execution is ahead of others that a pool holds up, in milliseconds; negative if it is behind. Its place is its
 * time of acceptance by the clock of the store, minus this, the lowest first. So age raises every execution above later
 * ones, and the highest priority is 50 minutes ahead of the default.
 */
export function holdLead(priority: number = priorities.default): number {
  return (priority - priorities.default) * millisecondsPerPoint;
}

/**
 * How long an execution that needs several locks is held before it keeps those that it can get, in milliseconds: from then
 * on, executions that need only one of them cannot delay it forever.
 */
const patience = 10 * 60_000;

/** How many held executions one step of the store tries to start; further ones are tried in the next step. */
export const maxTries = 100;

/** What the scripts of `claims.lua` know as constants; the beginnings of the names of pools tell their kinds. */
export const claimConstants = {
  lockPrefix: poolOf('lock', ''),
  controllerPrefix: poolOf('controller', ''),
  patience,
  maxTries,
};
