import type { Caller } from '../../access/caller.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { ExecutionEngines } from '../../execution/engine/execution-engines.ts';
import type { Artifact, ArtifactContent } from '../../engine/jenkins/jenkins-gateway.ts';
import { AppError } from '../../problem/app-error.ts';
import type { ExecutionService } from './execution-service.ts';
import { jenkinsNotConfigured } from './execution-errors.ts';

// Internal files of Flowgate and its pipelines.
const ownFolder = '.flowgate/';

export interface ArtifactServiceDeps {
  readonly executions: ExecutionService;
  readonly engines: ExecutionEngines;
}

/** The files that executions keep: on this machine as long as their records, in Jenkins as long as it keeps the builds. */
export class ArtifactService {
  readonly #deps: ArtifactServiceDeps;

  constructor(deps: ArtifactServiceDeps) {
    this.#deps = deps;
  }

  /** Empty until there are some. @throws {AppError} execution-not-found, forbidden, jenkins-unavailable */
  async list(id: string, caller: Caller): Promise<readonly Artifact[]> {
    return this.#listOf(await this.#deps.executions.read(id, caller));
  }

  /**
   * Opens an artifact from the list. Jenkins also accepts paths with other meanings, and some of its answers contain
   * files that are not in the list, so only paths from the list are requested.
   * @throws {AppError} execution-not-found, forbidden, artifact-not-found, jenkins-unavailable
   */
  async open(
    id: string,
    path: string,
    { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
  ): Promise<ArtifactContent> {
    const record = await this.#deps.executions.read(id, caller);
    if (!(await this.#listOf(record)).some((artifact) => artifact.path === path))
      throw artifactNotFound(
        `The artifact ${JSON.stringify(path)} of the execution ${id} was not found, or Jenkins has deleted its build. GET /executions/${id}/artifacts lists the artifacts.`,
      );
    const content = await this.#deps.engines.of(record)?.artifact(record, path, { signal });
    if (content === undefined)
      throw artifactNotFound(`The artifact ${JSON.stringify(path)} of the execution ${id} was deleted.`);
    return content;
  }

  async #listOf(record: ExecutionRecord): Promise<readonly Artifact[]> {
    const engine = this.#deps.engines.of(record);
    if (engine === undefined && record.build !== undefined) throw jenkinsNotConfigured();
    const artifacts = (await engine?.artifacts(record)) ?? [];
    return artifacts.filter(({ path }) => !path.startsWith(ownFolder));
  }
}

function artifactNotFound(detail: string): AppError {
  return new AppError('artifact-not-found', detail);
}
