import type { Caller } from '../../access/caller.ts';
import { buildKeyOf } from '../../execution/record/pushed-jobs.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import { isServablePath } from '../../engine/jenkins/artifact-path.ts';
import { JenkinsError } from '../../engine/jenkins/jenkins-error.ts';
import type { Artifact, ArtifactContent, BuildKey, JenkinsGateway } from '../../engine/jenkins/jenkins-gateway.ts';
import { AppError } from '../../problem/app-error.ts';
import type { ExecutionService } from './execution-service.ts';
import { jenkinsNotConfigured } from './execution-errors.ts';

// Internal files of Flowgate and its pipelines.
const ownFolder = '.flowgate/';

export interface ArtifactServiceDeps {
  readonly executions: ExecutionService;
  /** Absent if Jenkins is not configured. */
  readonly gateway: JenkinsGateway | undefined;
}

/** The files that builds archive, for as long as Jenkins keeps the builds. */
export class ArtifactService {
  readonly #deps: ArtifactServiceDeps;

  constructor(deps: ArtifactServiceDeps) {
    this.#deps = deps;
  }

  /** Empty until there is a build. @throws {AppError} execution-not-found, forbidden, jenkins-unavailable */
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
    if (!isServablePath(path))
      throw artifactNotFound(
        `The artifact ${JSON.stringify(path)} cannot be downloaded: Jenkins cannot serve file names that contain *, ?, \\ or control characters. Rename the file.`,
      );
    const content = await this.#ask(record, (gateway, build) => gateway.artifact(build, path, { signal }));
    if (content === undefined)
      throw artifactNotFound(
        `Jenkins did not return the artifact ${JSON.stringify(path)}, or has deleted the build of the execution ${id}.`,
      );
    return content;
  }

  async #listOf(record: ExecutionRecord): Promise<readonly Artifact[]> {
    const artifacts = await this.#ask(record, (gateway, build) => gateway.artifacts(build));
    return (artifacts ?? []).filter(({ path }) => !path.startsWith(ownFolder));
  }

  async #ask<Answer>(
    record: ExecutionRecord,
    question: (gateway: JenkinsGateway, build: BuildKey) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const build = buildKeyOf(record);
    if (build === undefined) return undefined;
    const { gateway } = this.#deps;
    if (gateway === undefined) throw jenkinsNotConfigured();
    try {
      return await question(gateway, build);
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      throw new AppError(
        'jenkins-unavailable',
        `The artifacts could not be read from Jenkins: ${error.message}`,
        {},
        { cause: error },
      );
    }
  }
}

function artifactNotFound(detail: string): AppError {
  return new AppError('artifact-not-found', detail);
}
