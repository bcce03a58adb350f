import { AppError } from '../../base/problem/app-error.ts';
import type { MemoryUse } from './redis-memory.ts';
import type { ChangeKind, StorageGuard } from './storage-guard.ts';

const defaultKept = 100;

/**
 * Rejects changes before the memory of Redis is full: Redis then rejects every command that may need memory, and
 * executions that run could not go on.
 */
export class MemoryGuard implements StorageGuard {
  readonly #read: () => Promise<MemoryUse | undefined>;
  readonly #keptMilliseconds: number;
  #reading: Promise<MemoryUse | undefined> | undefined;
  #roomyUntil = -Infinity;

  /**
   * @param read returns undefined if there is no limit
   * @param options keptMilliseconds: how long a reading with plenty of room is reused
   */
  constructor(
    read: () => Promise<MemoryUse | undefined>,
    { keptMilliseconds = defaultKept }: { readonly keptMilliseconds?: number } = {},
  ) {
    this.#read = read;
    this.#keptMilliseconds = keptMilliseconds;
  }

  /** Concurrent calls share one reading. */
  use(): Promise<MemoryUse | undefined> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async requireSpace(kind: ChangeKind = 'change'): Promise<void> {
    if (kind === 'clean-up' || performance.now() < this.#roomyUntil) return;
    const use = await this.use();
    if (hasPlenty(use)) this.#roomyUntil = performance.now() + this.#keptMilliseconds;
    if (use === undefined || use.used <= use.limit - use.reserve) return;
    const cause = new Error(
      `Redis uses ${use.used} bytes of its maxmemory of ${use.limit}; changes must leave ${use.reserve}`,
    );
    throw new AppError(
      'insufficient-storage',
      'Changes are not possible because the memory of the store is nearly full. Reading, deleting and stopping still work.',
      {},
      { cause },
    );
  }
}

/** Whether there is room for as much again as the reserve: what arrives until the next reading cannot use it up. */
function hasPlenty(use: MemoryUse | undefined): boolean {
  return use === undefined || use.used + 2 * use.reserve <= use.limit;
}
