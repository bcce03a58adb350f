import { useSyncExternalStore } from 'react';

/** One timer for everything that shows how long ago something was. */
class Clock {
  #now = Date.now();
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => {
      this.#now = Date.now();
      for (const each of this.#listeners) each();
    }, this.#milliseconds);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  };

  readonly now = (): number => {
    // Without a timer the time would stand still.
    if (this.#timer === undefined) this.#now = Math.max(this.#now, Date.now() - (Date.now() % this.#milliseconds));
    return this.#now;
  };
}

const slow = new Clock(30_000);
const fast = new Clock(1_000);

/** The current time, updated every 30 seconds, or every second for what runs now. */
export function useNow(pace: 'slow' | 'fast' = 'slow'): number {
  const clock = pace === 'slow' ? slow : fast;
  return useSyncExternalStore(clock.subscribe, clock.now);
}
