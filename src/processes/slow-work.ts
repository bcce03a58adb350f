import { LRUCache } from 'lru-cache';
import type { WorkOwner } from '../language/safe-patterns/bounded-runner.ts';
import type { BoundedWork } from '../language/safe-patterns/bounded-work.ts';
import type { SlowWorkMemory } from './process-pool.ts';

// Work that takes longer counts as slow, and so does its owner for a while.
const slowMilliseconds = 100;
const slowOwnerMilliseconds = 10_000;

/** Remembers the patterns and schemas that were slow recently, and the owners of slow work. */
export class SlowWork implements SlowWorkMemory<BoundedWork> {
  readonly #owners = new LRUCache<WorkOwner, true>({ max: 10_000, ttl: slowOwnerMilliseconds });
  readonly #patterns = new LRUCache<string, true>({ max: 1_000 });
  /** By identity: flows in use stay in memory. */
  readonly #schemas = new WeakSet<object>();

  hasOwner(owner: WorkOwner): boolean {
    return this.#owners.has(owner);
  }

  hasWork(work: BoundedWork): boolean {
    if (work.kind === 'pattern') return this.#patterns.has(work.pattern);
    return typeof work.schema === 'object' && this.#schemas.has(work.schema);
  }

  note({ work, owner, kind, milliseconds }: Parameters<SlowWorkMemory<BoundedWork>['note']>[0]): void {
    if (kind !== 'too-long' && milliseconds < slowMilliseconds) return;
    this.#owners.set(owner, true);
    if (work.kind === 'pattern') this.#patterns.set(work.pattern, true);
    else if (typeof work.schema === 'object') this.#schemas.add(work.schema);
  }
}
