/** Runs at most a number of executions at once; the others wait in the order in which they came. */
export class LocalExecutors {
  readonly #limit: number;
  readonly #run: (id: string) => Promise<void>;
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  #isClosed = false;

  /** @param run must not reject */
  constructor(limit: number, run: (id: string) => Promise<void>) {
    this.#limit = limit;
    this.#run = run;
  }

  /** Takes an execution that it does not have yet. */
  add(id: string): void {
    if (this.#isClosed || this.#running.has(id)) return;
    this.#waiting.add(id);
    this.#startNext();
  }

  /** Takes no further executions, forgets those that wait, and resolves when the running ones have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #startNext(): void {
    for (const id of this.#waiting) {
      if (this.#running.size >= this.#limit) return;
      this.#waiting.delete(id);
      const running = this.#run(id).finally(() => {
        this.#running.delete(id);
        this.#startNext();
      });
      this.#running.set(id, running);
    }
  }
}
