import { SecretMask } from '../../base/masking/secret-mask.ts';
import { AppError } from '../../base/problem/app-error.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import { defaultController, type ExecutionRecord } from '../../lifecycle/execution-record.ts';
import type { FinalState } from '../../lifecycle/execution-state.ts';
import type { Artifact, ArtifactContent } from '../../store/executions/artifacts/artifact.ts';
import type { Controller } from '../controllers/controller.ts';
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
import { artifactsOf, type BuildArtifact } from './builds/artifacts-of.ts';
import { buildKeyOf } from './builds/build-key.ts';
import { LiveLogs } from './builds/live-logs.ts';
import { isServablePath } from './client/artifact-path.ts';
import { JenkinsError } from './client/jenkins-error.ts';
import type { BuildKey } from './client/jenkins-gateway.ts';
import { recentAnswer } from './client/recent-answer.ts';
import { requireJenkins } from './client/require-jenkins.ts';
import type { JenkinsEngineDeps } from './jenkins-parts.ts';
import { jenkinsWork } from './jenkins-work.ts';
import { JobPusher } from './start/job-pusher.ts';
import { BuildStopper } from './stop/build-stopper.ts';

/** Probes are anonymous, and each asks Jenkins five times. In milliseconds. */
const probeMilliseconds = 3_000;

/** Executions as builds in Jenkins. */
export class JenkinsEngine implements ExecutionEngine {
  readonly name = 'jenkins';
  readonly downloadsFiles = true;
  readonly noOutputs = 'Jenkins keeps no outputs of a build that succeeds';
  readonly controller: Controller;
  readonly credentials: readonly string[];
  readonly checks: ExecutionEngine['checks'];
  readonly #deps: JenkinsEngineDeps;
  readonly #stopper: BuildStopper;
  /** Undefined without a key: nothing can be masked. */
  readonly #logs: LiveLogs | undefined;
  readonly #lists = new ArtifactLists((record) => this.#artifacts(record));

  constructor(deps: JenkinsEngineDeps) {
    const { gateway, identity, controller, credentials, vault } = deps;
    this.#deps = deps;
    this.controller = controller;
    this.credentials = credentials;
    this.checks = { [checkOf(controller)]: recentAnswer(() => requireJenkins(gateway, identity), probeMilliseconds) };
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
    const build = buildOfSegment(record);
    if (build === undefined || this.#logs === undefined) return undefined;
    const { bytes, isComplete } = await this.#logs.behind(record, build, 0);
    if (bytes.length === 0 && isComplete) return undefined;
    const { id, earlierLogBytes = 0 } = record;
    return earlierLogBytes === 0 ? bytes : Buffer.concat([await this.#earlierLog(id, 0, earlierLogBytes), bytes]);
  }

  async logAfter(record: ExecutionRecord, offset: number, signal: AbortSignal): Promise<LogNews | undefined> {
    const { id, earlierLogBytes = 0 } = record;
    const earlier = offset < earlierLogBytes ? await this.#earlierLog(id, offset, earlierLogBytes) : undefined;
    if (earlier !== undefined && earlier.length > 0) return { bytes: earlier, isComplete: false };
    const build = buildOfSegment(record);
    return build && this.#logs?.behind(record, build, Math.max(0, offset - earlierLogBytes), signal);
  }

  /** The stored log of the segments before, from an offset on. */
  async #earlierLog(id: string, start: number, end: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let next = start; next < end;) {
      const piece = await this.#deps.logs.read(id, { start: next, bytes: end - next });
      if (piece === undefined || piece.bytes.length === 0) break;
      pieces.push(piece.bytes);
      next += piece.bytes.length;
    }
    return Buffer.concat(pieces);
  }

  async endLog({ id }: ExecutionRecord, state: FinalState, reason: string | undefined): Promise<void> {
    const error = state === 'FAILED' && reason !== undefined ? `ERROR: ${reason}\n` : '';
    await this.#deps.logs.end(id, `${error}Finished: ${results[state]}\n`);
  }

  async artifacts(record: ExecutionRecord): Promise<readonly Artifact[]> {
    return (await this.#artifacts(record)).map(({ path }) => ({ path }));
  }

  /**
   * Jenkins also accepts paths with other meanings, and some of its answers contain files that are not in the list, so
   * only paths from the list are requested.
   */
  async artifact(record: ExecutionRecord, shown: string, options: CallOptions): Promise<ArtifactContent | undefined> {
    const found = await this.#lists.find(record, shown);
    if (found === undefined) return undefined;
    const { original: path, build: number } = found;
    if (!isServablePath(path))
      throw new AppError(
        'artifact-not-found',
        `The artifact ${JSON.stringify(shown)} cannot be downloaded: Jenkins cannot serve file names that contain *, ?, \\ or control characters. Rename the file.`,
      );
    return this.#ask(() => this.#deps.gateway.artifact({ job: record.flow, number }, path, options));
  }

  /** The artifacts under the paths that users see. */
  async #artifacts(record: ExecutionRecord): Promise<readonly ShownArtifact[]> {
    const artifacts = await this.#ask(() => this.#ownArtifacts(record));
    const { vault } = this.#deps;
    const secrets = artifacts.length === 0 ? undefined : await vault?.open(record.id);
    const names =
      secrets === undefined || secrets.size === 0 || vault === undefined
        ? record.artifactNames
        : await artifactNames(artifacts, new SecretMask([...secrets.values()]), vault);
    return shownArtifacts(artifacts, names, vault);
  }

  /**
   * The artifacts of the execution. Builds of another server that had the name of the controller before cannot be read.
   */
  async #ownArtifacts(record: ExecutionRecord): Promise<readonly BuildArtifact[]> {
    const { since } = await this.#deps.identity.usable();
    const begun = record.history[0]?.at ?? '';
    return begun < since ? [] : artifactsOf(record, this.#deps);
  }

  async #ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      const detail = `The artifacts could not be read from Jenkins: ${error.message}`;
      throw new AppError('jenkins-unavailable', detail, {}, { cause: error });
    }
  }
}

/** The name of the check of a controller. */
function checkOf({ name }: Controller): string {
  return name === defaultController ? 'jenkins' : `jenkins:${name}`;
}

/** The results with which a log ends. */
const results: Readonly<Record<FinalState, string>> = {
  SUCCESS: 'SUCCESS',
  WARNING: 'UNSTABLE',
  FAILED: 'FAILURE',
  KILLED: 'ABORTED',
};

/** Undefined while an execution waits: the log of the build before is stored. */
function buildOfSegment(record: ExecutionRecord): BuildKey | undefined {
  return record.waitingFor === undefined ? buildKeyOf(record) : undefined;
}
