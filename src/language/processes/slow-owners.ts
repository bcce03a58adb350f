import { LRUCache } from 'lru-cache';
import type { WorkOwner } from '../safe-patterns/bounded-runner.ts';
import type { ProcessOutcome } from './worker-process.ts';

export interface SlowLimits {
  /** Work that takes longer is slow, in milliseconds. */
  readonly over: number;
  /** How long an owner counts as slow after that, in milliseconds. */
  readonly remembered: number;
}

/** Work that has ended. */
export interface DoneWork<Work> {
  readonly work: Work;
  readonly owner: WorkOwner;
  readonly kind: ProcessOutcome<unknown>['kind'];
  /** Wall-clock time. */
  readonly milliseconds: number;
}

/** Remembers for a while whose work was slow. */
export class SlowOwners<Work> {
  readonly #over: number;
  readonly #owners: LRUCache<WorkOwner, true>;

  constructor({ over, remembered }: SlowLimits) {
    this.#over = over;
    this.#owners = new LRUCache({ max: 10_000, ttl: remembered });
  }

  hasOwner(owner: WorkOwner): boolean {
    return this.#owners.has(owner);
  }

  /** Whether work goes last among the work of its owner. */
  hasWork(_work: Work): boolean {
    return false;
  }

  /** @returns whether the work was slow */
  note({ owner, kind, milliseconds }: DoneWork<Work>): boolean {
    const isSlow = kind === 'too-long' || milliseconds >= this.#over;
    if (isSlow) this.#owners.set(owner, true);
    return isSlow;
  }
}
