import { isServablePath } from './client/artifact-path.ts';
import type { Artifact, ArtifactContent, BuildKey, CallOptions, JenkinsGateway } from './client/jenkins-gateway.ts';
import { JenkinsError } from './client/jenkins-error.ts';
import { SecretMask } from '../../masking/secret-mask.ts';
import { AppError } from '../../problem/app-error.ts';
import { ArtifactLists } from './builds/artifact-lists.ts';
import { artifactNames, shownArtifacts, type ShownArtifact } from './builds/artifact-names.ts';
import { LiveLogs, type LogNews } from './builds/live-logs.ts';
import type { ExecutionPorts } from '../../execution/record/execution-ports.ts';
import type { ExecutionRecord } from '../../execution/record/execution-record.ts';
import type { SecretVault } from '../../execution/record/secret-vault.ts';
import { buildKeyOf } from '../../execution/record/pushed-jobs.ts';
import { BuildStopper } from './stop/build-stopper.ts';
import type { ExecutionEngine } from '../engine.ts';

/** Executions as builds in Jenkins. */
export class JenkinsEngine implements ExecutionEngine {
  readonly name = 'jenkins';
  readonly downloadsFiles = true;
  readonly #gateway: JenkinsGateway;
  readonly #stopper: BuildStopper;
  /** Absent without a key. */
  readonly #vault: SecretVault | undefined;
  /** Absent without a key: nothing can be masked. */
  readonly #logs: LiveLogs | undefined;
  readonly #lists = new ArtifactLists((record) => this.#artifacts(record));

  constructor(gateway: JenkinsGateway, { vault, ...ports }: ExecutionPorts, now: () => Date) {
    this.#gateway = gateway;
    this.#vault = vault;
    this.#stopper = new BuildStopper({ ...ports, gateway, now });
    this.#logs = vault && new LiveLogs({ ...ports, gateway, vault });
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
    return this.#ask(record, (build) => this.#gateway.artifact(build, path, options));
  }

  /** The artifacts under the paths that users see. */
  async #artifacts(record: ExecutionRecord): Promise<readonly ShownArtifact[]> {
    const artifacts = (await this.#ask(record, (build) => this.#gateway.artifacts(build))) ?? [];
    const secrets = artifacts.length === 0 ? undefined : await this.#vault?.open(record.id);
    const names =
      secrets === undefined || secrets.size === 0 || this.#vault === undefined
        ? record.artifactNames
        : await artifactNames(artifacts, new SecretMask([...secrets.values()]), this.#vault);
    return shownArtifacts(artifacts, names, this.#vault);
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
