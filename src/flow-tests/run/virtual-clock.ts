import type { Clock } from '../../engines/local/interpreter/run-ports.ts';

/** A time that passes only in pauses, so that a test never waits. */
export class VirtualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);

  now(): number {
    return this.#now;
  }

  async sleep(milliseconds: number): Promise<void> {
    this.#now += milliseconds;
  }
}
