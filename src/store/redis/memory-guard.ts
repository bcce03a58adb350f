import { AppError } from '../../problem/app-error.ts';
import type { MemoryUse } from './redis-memory.ts';
import type { ChangeKind, StorageGuard } from './storage-guard.ts';

/**
 * Rejects changes before the memory of Redis is full: Redis then rejects every command that may need memory, and
 * executions that run could not go on.
 */
export class MemoryGuard implements StorageGuard {
  readonly #read: () => Promise<MemoryUse | undefined>;
  #reading: Promise<MemoryUse | undefined> | undefined;

  /** @param read returns undefined if there is no limit */
  constructor(read: () => Promise<MemoryUse | undefined>) {
    this.#read = read;
  }

  /** Concurrent calls share one reading. */
  use(): Promise<MemoryUse | undefined> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async requireSpace(kind: ChangeKind = 'change'): Promise<void> {
    if (kind === 'clean-up') return;
    const use = await this.use();
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
