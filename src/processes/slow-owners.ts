import { LRUCache } from 'lru-cache';
import type { WorkOwner } from '../language/safe-patterns/bounded-runner.ts';
import type { SlowWorkMemory } from './process-pool.ts';

export interface SlowLimits {
  /** Work that takes longer is slow, in milliseconds. */
  readonly over: number;
  /** How long an owner counts as slow after that, in milliseconds. */
  readonly remembered: number;
}

/** Remembers for a while whose work was slow. */
export class SlowOwners<Work> implements SlowWorkMemory<Work> {
  readonly #over: number;
  readonly #owners: LRUCache<WorkOwner, true>;

  constructor({ over, remembered }: SlowLimits) {
    this.#over = over;
    this.#owners = new LRUCache({ max: 10_000, ttl: remembered });
  }

  hasOwner(owner: WorkOwner): boolean {
    return this.#owners.has(owner);
  }

  hasWork(_work: Work): boolean {
    return false;
  }

  /** @returns whether the work was slow */
  note({ owner, kind, milliseconds }: Parameters<SlowWorkMemory<Work>['note']>[0]): boolean {
    const isSlow = kind === 'too-long' || milliseconds >= this.#over;
    if (isSlow) this.#owners.set(owner, true);
    return isSlow;
  }
}
