import { LRUCache } from 'lru-cache';
import type { BoundedWork } from '../language/safe-patterns/bounded-work.ts';
import type { SlowWorkMemory } from './process-pool.ts';
import { SlowOwners } from './slow-owners.ts';

/** Remembers the patterns and schemas that were slow recently, and the owners of slow work. */
export class SlowWork extends SlowOwners<BoundedWork> {
  readonly #patterns = new LRUCache<string, true>({ max: 1_000 });
  /** By identity: flows in use stay in memory. */
  readonly #schemas = new WeakSet<object>();

  constructor() {
    super({ over: 100, remembered: 10_000 });
  }

  override hasWork(work: BoundedWork): boolean {
    if (work.kind === 'pattern') return this.#patterns.has(work.pattern);
    return typeof work.schema === 'object' && this.#schemas.has(work.schema);
  }

  override note(done: Parameters<SlowWorkMemory<BoundedWork>['note']>[0]): boolean {
    const isSlow = super.note(done);
    if (!isSlow) return false;
    const { work } = done;
    if (work.kind === 'pattern') this.#patterns.set(work.pattern, true);
    else if (typeof work.schema === 'object') this.#schemas.add(work.schema);
    return true;
  }
}
