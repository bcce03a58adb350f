/** The name of this engine in records. */
export const localName = 'local';

/** An execution that runs in this process. */
export interface RunningExecution {
  /** Passes on a stop. */
  stop(): void;
  /** Resolves when text was added to its log, or when it has ended. */
  nextLog(): Promise<void>;
}

/** The executions that run in this process, by id. */
export class RunningExecutions<Running extends RunningExecution = RunningExecution> {
  readonly #running = new Map<string, Running>();

  find(id: string): Running | undefined {
    return this.#running.get(id);
  }

  get all(): readonly Running[] {
    return [...this.#running.values()];
  }

  add(id: string, running: Running): void {
    this.#running.set(id, running);
  }

  remove(id: string): void {
    this.#running.delete(id);
  }
}
