import type { ArtifactFolder } from './artifacts/artifact-folder.ts';
import type { ExecutionStore } from './record/execution-store.ts';
import type { LogStore } from './record/log-store.ts';

export interface ExecutionRemoverDeps {
  readonly store: Pick<ExecutionStore, 'remove'>;
  readonly logs: Pick<LogStore, 'remove'>;
  readonly artifacts: Pick<ArtifactFolder, 'remove'>;
}

/** Removes ended executions and all their data in Flowgate. */
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
    // Artifacts on another machine, and files that cannot be removed now, are swept there, because they no longer have
    // a record.
    await artifacts.remove(id).catch(() => undefined);
  }
}
