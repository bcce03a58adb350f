/** Runs a limited number of jobs at once; the others wait in order of arrival. */
export class WorkLimiter {
  readonly #limit: number;
  readonly #waiting = new Map<string, () => Promise<void>>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Does nothing if the job with this id is already waiting or running.
   * @param work must not reject
   */
  add(id: string, work: () => Promise<void>): void {
    if (this.#running.has(id) || this.#waiting.has(id)) return;
    this.#waiting.set(id, work);
    this.#startNext();
  }

  /** Drops waiting jobs, and resolves when the running ones have ended. */
  async settle(): Promise<void> {
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #startNext(): void {
    for (const [id, work] of this.#waiting) {
      if (this.#running.size >= this.#limit) return;
      this.#waiting.delete(id);
      const running = work().finally(() => {
        this.#running.delete(id);
        this.#startNext();
      });
      this.#running.set(id, running);
    }
  }
}
