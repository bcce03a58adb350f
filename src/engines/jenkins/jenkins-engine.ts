import type { Artifact, ArtifactContent } from '../../execution/artifacts/artifact.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { SecretMask } from '../../masking/secret-mask.ts';
import { AppError } from '../../problem/app-error.ts';
import type {
  CallOptions,
  EngineWork,
  EngineWorkDeps,
  ExecutionEngine,
  LogNews,
  PreparedFlow,
  PushResult,
} from '../engine.ts';
import { ArtifactLists } from './builds/artifact-lists.ts';
import { artifactNames, shownArtifacts, type ShownArtifact } from './builds/artifact-names.ts';
import { buildKeyOf } from './builds/build-key.ts';
import { LiveLogs } from './builds/live-logs.ts';
import { isServablePath } from './client/artifact-path.ts';
import { JenkinsError } from './client/jenkins-error.ts';
import type { BuildKey } from './client/jenkins-gateway.ts';
import { requireJenkins } from './client/require-jenkins.ts';
import type { JenkinsEngineDeps } from './jenkins-parts.ts';
import { jenkinsWork } from './jenkins-work.ts';
import { BuildStopper } from './stop/build-stopper.ts';
import { JobPusher } from './trigger/job-pusher.ts';

/** Executions as builds in Jenkins. */
export class JenkinsEngine implements ExecutionEngine {
  readonly name = 'jenkins';
  readonly downloadsFiles = true;
  readonly credentials: readonly string[];
  readonly checks: ExecutionEngine['checks'];
  readonly #deps: JenkinsEngineDeps;
  readonly #stopper: BuildStopper;
  /** Undefined without a key: nothing can be masked. */
  readonly #logs: LiveLogs | undefined;
  readonly #lists = new ArtifactLists((record) => this.#artifacts(record));

  constructor(deps: JenkinsEngineDeps) {
    const { gateway, credentials, vault } = deps;
    this.#deps = deps;
    this.credentials = credentials;
    this.checks = { jenkins: () => requireJenkins(gateway) };
    this.#stopper = new BuildStopper(deps);
    this.#logs = vault && new LiveLogs({ ...deps, vault });
  }

  /** Jenkins can run everything that a flow may contain. */
  problems(): readonly [] {
    return [];
  }

  work(work: EngineWorkDeps): EngineWork | undefined {
    return jenkinsWork(this.#deps, work);
  }

  async push(flow: PreparedFlow): Promise<PushResult> {
    const { job } = await this.#deps.definitions.of(flow);
    return new JobPusher(this.#deps).push(job);
  }

  retire(flow: FlowKey): Promise<void> {
    return this.#deps.jobs.retire(flow);
  }

  close(): void {
    this.#deps.close();
  }

  stop(record: ExecutionRecord, options?: CallOptions): Promise<void> {
    return this.#stopper.requestStop(record, options);
  }

  async logSoFar(record: ExecutionRecord): Promise<Buffer | undefined> {
    const build = buildKeyOf(record);
    if (build === undefined || this.#logs === undefined) return undefined;
    const { bytes, isComplete } = await this.#logs.behind(record.id, build, 0);
    return bytes.length > 0 || !isComplete ? bytes : undefined;
  }

  async logAfter(record: ExecutionRecord, offset: number, signal: AbortSignal): Promise<LogNews | undefined> {
    const build = buildKeyOf(record);
    return build && this.#logs?.behind(record.id, build, offset, signal);
  }

  async artifacts(record: ExecutionRecord): Promise<readonly Artifact[]> {
    return (await this.#artifacts(record)).map(({ path }) => ({ path }));
  }

  /**
   * Jenkins also accepts paths with other meanings, and some of its answers contain files that are not in the list, so
   * only paths from the list are requested.
   */
  async artifact(record: ExecutionRecord, shown: string, options: CallOptions): Promise<ArtifactContent | undefined> {
    const path = await this.#lists.original(record, shown);
    if (path === undefined) return undefined;
    if (!isServablePath(path))
      throw new AppError(
        'artifact-not-found',
        `The artifact ${JSON.stringify(shown)} cannot be downloaded: Jenkins cannot serve file names that contain *, ?, \\ or control characters. Rename the file.`,
      );
    return this.#ask(record, (build) => this.#deps.gateway.artifact(build, path, options));
  }

  /** The artifacts under the paths that users see. */
  async #artifacts(record: ExecutionRecord): Promise<readonly ShownArtifact[]> {
    const artifacts = (await this.#ask(record, (build) => this.#deps.gateway.artifacts(build))) ?? [];
    const { vault } = this.#deps;
    const secrets = artifacts.length === 0 ? undefined : await vault?.open(record.id);
    const names =
      secrets === undefined || secrets.size === 0 || vault === undefined
        ? record.artifactNames
        : await artifactNames(artifacts, new SecretMask([...secrets.values()]), vault);
    return shownArtifacts(artifacts, names, vault);
  }

  /** @returns undefined if there is no build */
  async #ask<Answer>(
    record: ExecutionRecord,
    question: (build: BuildKey) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const build = buildKeyOf(record);
    if (build === undefined) return undefined;
    try {
      return await question(build);
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      const detail = `The artifacts could not be read from Jenkins: ${error.message}`;
      throw new AppError('jenkins-unavailable', detail, {}, { cause: error });
    }
  }
}
