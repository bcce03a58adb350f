import { covers } from '../../../access/namespace-pattern.ts';
import { quoteShort } from '../../../base/problem/describe-value.ts';
import type { LockUse } from '../../../language/flow/lock.ts';
import { isOfKind, nameInPool, poolOf, type Claim, type PoolName } from '../../../lifecycle/claims.ts';

/** The file in `FLOWGATE_LOCKS` (docs/how-to/share-resources-with-locks.md). */
export interface LockFile {
  readonly locks: readonly LockDeclaration[];
  readonly running: readonly RunningLimit[];
}

/** Plain data, which can be sent to a process. */
export interface LockDeclaration {
  /** A name, or the beginning of names and `*`: each of these names is a lock of its own. */
  readonly name: string;
  readonly permits: number;
  /** Patterns for the namespaces whose flows may use it. */
  readonly namespaces: readonly string[];
}

/** How many executions of a namespace run at once; each namespace of a pattern has a limit of its own. */
export interface RunningLimit {
  readonly namespaces: string;
  readonly max: number;
}

export const noLocks: LockFile = { locks: [], running: [] };

/** The declaration of a lock: the one with its name, or else the longest pattern. */
export function declarationOf(locks: readonly LockDeclaration[], name: string): LockDeclaration | undefined {
  return locks
    .filter((lock) => lock.name === name || (lock.name.endsWith('*') && name.startsWith(lock.name.slice(0, -1))))
    .toSorted((a, b) => Number(b.name === name) - Number(a.name === name) || b.name.length - a.name.length)[0];
}

/** Why flows of a namespace cannot take permits of a lock; undefined if they can. */
export function lockProblem(
  locks: readonly LockDeclaration[],
  { namespace, name, permits }: LockUse,
): string | undefined {
  const lock = declarationOf(locks, name);
  const shown = quoteShort(name);
  if (lock === undefined)
    return `No lock ${shown} is declared. The operator of Flowgate declares locks in FLOWGATE_LOCKS.`;
  if (!lock.namespaces.some((pattern) => covers(pattern, namespace)))
    return `The namespace ${quoteShort(namespace)} may not use the lock ${shown}.`;
  const count = (number: number) => (number === 1 ? '1 permit' : `${number} permits`);
  return permits > lock.permits
    ? `The lock ${shown} has ${count(lock.permits)}; the flow asks for ${permits}.`
    : undefined;
}

/** The claims of an execution of a namespace with locks that it may use, in no order. */
export function claimsOf(
  { locks, running }: LockFile,
  namespace: string,
  names: readonly Omit<LockUse, 'namespace'>[],
): readonly Claim[] {
  const max = maxRunning(running, namespace);
  return [
    ...names.map(({ name, permits }): Claim => {
      return { pool: poolOf('lock', name), permits, size: declarationOf(locks, name)?.permits ?? 0 };
    }),
    ...(max === undefined ? [] : [{ pool: poolOf('namespace', namespace), permits: 1, size: max }]),
  ];
}

/** The most specific limit for a namespace. */
function maxRunning(running: readonly RunningLimit[], namespace: string): number | undefined {
  return running
    .filter(({ namespaces }) => covers(namespaces, namespace))
    .toSorted(
      (a, b) =>
        Number(b.namespaces === namespace) - Number(a.namespaces === namespace) ||
        b.namespaces.length - a.namespaces.length,
    )[0]?.max;
}

/** More than any number of executions. */
const unlimited = 1_000_000_000;

/** The size that a pool in use has to have; undefined for a pool that is declared elsewhere. */
export function declaredSize({ locks, running }: LockFile, pool: PoolName): number | undefined {
  const name = nameInPool(pool);
  if (isOfKind(pool, 'lock')) return declarationOf(locks, name)?.permits ?? 0;
  return isOfKind(pool, 'namespace') ? (maxRunning(running, name) ?? unlimited) : undefined;
}
