import type { Caller } from '../../access/caller.ts';
import { buildKeyOf } from '../../execution/build/build-reference.ts';
import type { ExecutionRecord } from '../../execution/execution-record.ts';
import { JenkinsError } from '../../jenkins/jenkins-error.ts';
import type { Artifact, ArtifactContent, BuildKey, JenkinsGateway } from '../../jenkins/jenkins-gateway.ts';
import { AppError } from '../../problem/app-error.ts';
import type { ExecutionService } from './execution-service.ts';
import { jenkinsNotConfigured } from './jenkins-not-configured.ts';

// What Flowgate and its pipelines tell each other.
const ownFolder = '.flowgate/';

/** The files that builds keep, for as long as Jenkins keeps the builds. */
export class ArtifactService {
  readonly #executions: ExecutionService;
  readonly #gateway: JenkinsGateway | undefined;

  constructor(executions: ExecutionService, gateway: JenkinsGateway | undefined) {
    this.#executions = executions;
    this.#gateway = gateway;
  }

  /** None while there is no build. @throws {AppError} execution-not-found, forbidden, jenkins-unavailable */
  async list(id: string, caller: Caller): Promise<readonly Artifact[]> {
    const record = await this.#executions.read(id, caller);
    const artifacts = await this.#ask(record, (gateway, build) => gateway.artifacts(build));
    return (artifacts ?? []).filter(({ path }) => !path.startsWith(ownFolder));
  }

  /** @throws {AppError} execution-not-found, forbidden, artifact-not-found, jenkins-unavailable */
  async open(id: string, path: string, { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal }): Promise<ArtifactContent> {
    const record = await this.#executions.read(id, caller);
    const isPath = path !== '' && !path.split('/').some((part) => part === '' || part === '.' || part === '..');
    const content = isPath && !path.startsWith(ownFolder) ? await this.#ask(record, (gateway, build) => gateway.artifact(build, path, { signal })) : undefined;
    if (content === undefined) throw new AppError('artifact-not-found', `The execution ${id} has no artifact ${JSON.stringify(path)}, or Jenkins has deleted its build.`);
    return content;
  }

  async #ask<Answer>(record: ExecutionRecord, question: (gateway: JenkinsGateway, build: BuildKey) => Promise<Answer>): Promise<Answer | undefined> {
    const build = buildKeyOf(record);
    if (build === undefined) return undefined;
    if (this.#gateway === undefined) throw jenkinsNotConfigured();
    try {
      return await question(this.#gateway, build);
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      throw new AppError('jenkins-unavailable', `Jenkins does not give the artifacts: ${error.message}`, {}, { cause: error });
    }
  }
}
