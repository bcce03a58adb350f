import type { ArtifactFolder } from './artifacts/artifact-folder.ts';
import type { ExecutionStore } from './record/execution-store.ts';
import type { LogStore } from './record/log-store.ts';

export interface ExecutionRemoverDeps {
  readonly store: Pick<ExecutionStore, 'remove'>;
  readonly logs: Pick<LogStore, 'remove'>;
  readonly artifacts: Pick<ArtifactFolder, 'remove'>;
}

/** Removes ended executions with everything that Flowgate keeps of them. */
export class ExecutionRemover {
  readonly #deps: ExecutionRemoverDeps;

  constructor(deps: ExecutionRemoverDeps) {
    this.#deps = deps;
  }

  /** @throws {AppError} store-unavailable */
  async remove(id: string): Promise<void> {
    const { store, logs, artifacts } = this.#deps;
    await logs.remove(id);
    await store.remove(id);
    // Those of another machine, and what cannot be removed now, are swept there: they have no record any more.
    await artifacts.remove(id).catch(() => undefined);
  }
}
