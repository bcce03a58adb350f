import type { Caller } from '../../access/caller.ts';
import type { ConfiguredEngines } from '../../engines/configured-engines.ts';
import type { ExecutionEngine } from '../../engines/engine.ts';
import type { Artifact, ArtifactContent } from '../../execution/artifacts/artifact.ts';
import { engineOf, type ExecutionRecord } from '../../execution/record/execution-record.ts';
import { AppError } from '../../problem/app-error.ts';
import { jenkinsNotConfigured } from './execution-errors.ts';
import type { ExecutionService } from './execution-service.ts';

// Internal files of Flowgate and its pipelines.
const ownFolder = '.flowgate/';

export interface ArtifactServiceDeps {
  readonly executions: ExecutionService;
  readonly engines: ConfiguredEngines;
}

/** The files that executions keep: on this machine as long as their records, in Jenkins as long as it keeps the builds. */
export class ArtifactService {
  readonly #deps: ArtifactServiceDeps;

  constructor(deps: ArtifactServiceDeps) {
    this.#deps = deps;
  }

  /** Empty until there are some. @throws {AppError} execution-not-found, forbidden, jenkins-unavailable */
  async list(id: string, caller: Caller): Promise<readonly Artifact[]> {
    const record = await this.#deps.executions.read(id, caller);
    const artifacts = (await this.#engineOf(record)?.artifacts(record)) ?? [];
    return artifacts.filter(({ path }) => !path.startsWith(ownFolder));
  }

  /**
   * Opens an artifact from the list.
   * @throws {AppError} execution-not-found, forbidden, artifact-not-found, jenkins-unavailable
   */
  async open(
    id: string,
    path: string,
    { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  ): Promise<ArtifactContent> {
    const record = await this.#deps.executions.read(id, caller);
    const engine = this.#engineOf(record);
    const content = path.startsWith(ownFolder) ? undefined : await engine?.artifact(record, path, { signal });
    if (content !== undefined) return content;
    throw new AppError(
      'artifact-not-found',
      `The artifact ${JSON.stringify(path)} of the execution ${id} was not found, or it was deleted with its build. GET /executions/${id}/artifacts lists the artifacts.`,
    );
  }

  #engineOf(record: ExecutionRecord): ExecutionEngine | undefined {
    const engine = this.#deps.engines.of(record);
    if (engine === undefined && engineOf(record) !== undefined) throw jenkinsNotConfigured();
    return engine;
  }
}
