import { poolWords, type PoolName } from '../../lifecycle/claims.ts';
import type { EnginePorts } from '../../store/executions/execution-ports.ts';
import type { UnfitExecution } from '../../store/executions/redis/redis-pools.ts';

const batchSize = 100;

/**
 * Gives pools in use their declared sizes, starts the held executions that a process which died left to
 * try, and ends those that can never start, because a pool has become smaller or is gone.
 * @throws {AppError} `store-unavailable`
 */
export async function attendHeld({
  pools,
  queue,
  life,
  sizeOf,
}: Pick<EnginePorts, 'pools' | 'queue' | 'life'> & {
  /** The size that a pool in use has to have; undefined to keep the one that it has. */
  readonly sizeOf: (pool: PoolName) => number | undefined;
}): Promise<void> {
  for (const [pool, size] of await pools.sizes()) {
    const declared = sizeOf(pool) ?? size;
    if (declared !== size) for (const id of await pools.resize(pool, declared)) await queue.add(id);
  }
  for (const id of await pools.resume()) await queue.add(id);
  for (let unfit = await pools.unfit(batchSize); unfit.length > 0;) {
    const ended = await Promise.all(
      unfit.map((each) => life.sendTo(each.id, { name: 'unfit', reason: unfitReason(each) })),
    );
    if (unfit.length < batchSize || !ended.some(({ isApplied }) => isApplied)) return;
    unfit = await pools.unfit(batchSize);
  }
}

function unfitReason({ pool, permits, size }: UnfitExecution): string {
  const name = poolWords(pool);
  if (size === 0) return `${name[0]?.toUpperCase() ?? ''}${name.slice(1)} no longer exists.`;
  const has = size === 1 ? '1 permit' : `${size} permits`;
  return `The execution needs ${permits} permits of ${name}, which has only ${has} now.`;
}
