/** Lets a limited number of scripts run at once, because each start takes time; the others wait in order of arrival. */
export class ScriptSlots {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves when a script may start, or when it is stopped before. @returns ends the use of the slot */
  async take(stop: AbortSignal): Promise<() => void> {
    if (this.#free > 0) {
      this.#free--;
      return () => this.#give();
    }
    return new Promise((resolve) => {
      const start = (): void => {
        stop.removeEventListener('abort', giveUp);
        resolve(() => this.#give());
      };
      const giveUp = (): void => {
        this.#waiting.delete(start);
        resolve(() => undefined);
      };
      this.#waiting.add(start);
      stop.addEventListener('abort', giveUp, { once: true });
    });
  }

  #give(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
