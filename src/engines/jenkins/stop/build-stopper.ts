import type { ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import type { SentStop } from '../../../lifecycle/sent-stop.ts';
import { buildKeyOf } from '../builds/build-key.ts';
import { CallBudget } from '../call-budget.ts';
import { JenkinsError, type JenkinsErrorKind } from '../client/jenkins-error.ts';
import type { BuildState, CallOptions, StopForce } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';
import { readBuildDescription, type BuildDescription } from '../jenkinsfile/build-description.ts';
import { finalTasksTimeout, nextStop } from './next-stop.ts';

type Deps = Pick<JenkinsParts, 'gateway' | 'life' | 'calls' | 'now'>;

const pauseAfterRejection = 1_000;
/** A stop is not sent if the state of the build was read longer ago than this, even if only the store was slow. */
const freshMilliseconds = 1_000;
/** Stops do not wait for the calls that follow builds: Jenkins loses some stops, and each second counts. */
const stopsPerSecond = 10;

/** Errors after which Jenkins has certainly not done what was requested. */
const rejections: ReadonlySet<JenkinsErrorKind> = new Set(['forbidden', 'unauthorised', 'rejected', 'starting']);

/**
 * Stops builds, gently at first and then with more force (docs/reference/executions.md). The record contains everything
 * this depends on, so any process can continue. The build's state must be read immediately before: once it has seen a
 * stop it waits a moment, and a further stop after that would abort its final tasks.
 */
export class BuildStopper {
  readonly #deps: Deps;
  readonly #stops = new CallBudget({ perSecond: stopsPerSecond, saved: stopsPerSecond });
  /** When the last error occurred, by execution, in milliseconds since 1970. */
  readonly #rejected = new Map<string, { readonly at: number; readonly text: string }>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Sends the stop that is due to a build that must stop.
   * @param readAt when the build was read, by `performance.now()`
   * @returns why it cannot be stopped, or not yet; for the record
   */
  async sendNextStop(record: ExecutionRecord, build: BuildState, readAt: number): Promise<string | undefined> {
    const noticed = await this.#notice(record, build);
    const now = this.#deps.now();
    if (noticed === undefined) return undefined;
    if (isHeldBack(build, now)) return heldBackText;
    const rejected = this.#rejected.get(record.id);
    if (rejected !== undefined && now.getTime() - rejected.at < pauseAfterRejection) return rejected.text;
    this.#rejected.delete(record.id);
    const force = nextStop(noticed, now);
    // The first stop was requested by a user; later ones can wait for a moment.
    if (force === undefined || (noticed.sentStop !== undefined && this.#stops.left === 0)) return undefined;
    try {
      await this.#send(noticed, build, { force, readAt });
      return undefined;
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      const text = rejectionText(error);
      this.#rejected.set(record.id, { at: now.getTime(), text });
      return text;
    }
  }

  /**
   * Sends a stop immediately because a user requested it, even if the same one was sent a moment ago. A build that is
   * already stopping is left to its final tasks. If the stop cannot be sent, the record contains the reason and the
   * follower retries.
   */
  async requestStop(record: ExecutionRecord, options?: CallOptions): Promise<void> {
    const key = buildKeyOf(record);
    if (key === undefined || record.segment?.ended?.state === 'KILLED') return;
    try {
      const readAt = performance.now();
      const build = await this.#deps.gateway.build(key, options);
      if (build === undefined || !build.building) return;
      const noticed = await this.#notice(record, build);
      if (noticed === undefined) return;
      if (isHeldBack(build, this.#deps.now())) return await this.#noteTrouble(record, heldBackText);
      const force =
        nextStop(noticed, this.#deps.now()) ?? (noticed.stoppingAt === undefined ? noticed.sentStop?.force : undefined);
      if (force !== undefined) await this.#send(noticed, build, { force, readAt }, options);
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      if (error.kind !== 'cancelled') await this.#noteTrouble(record, rejectionText(error));
    }
  }

  /** Records that the build has begun to stop. @returns undefined if the execution no longer has this build */
  async #notice(record: ExecutionRecord, build: BuildState): Promise<ExecutionRecord | undefined> {
    const description = readBuildDescription(build.description);
    if (record.stoppingAt !== undefined || description === undefined || !hasSeenStop(record, description))
      return record;
    const seen = await this.#deps.life.send(record, { name: 'stopSeen' });
    return seen.isApplied ? seen.record : undefined;
  }

  async #send(
    record: ExecutionRecord,
    { key }: BuildState,
    { force, readAt }: { readonly force: StopForce; readonly readAt: number },
    options?: CallOptions,
  ): Promise<void> {
    const { sentStop } = record;
    const note = async (stop: SentStop | undefined): Promise<void> => {
      await this.#deps.life.send(record, { name: 'stopSent', sentStop: stop });
    };
    await note(stopAfter(sentStop, force, this.#deps.now()));
    if (performance.now() - readAt >= freshMilliseconds) return note(sentStop);
    try {
      this.#stops.spend();
      this.#deps.calls.spend();
      await this.#deps.gateway.stopBuild(key, force, options);
    } catch (error) {
      // A rejected stop does not count, or the build would be killed as soon as the cause of the rejection is fixed.
      if (error instanceof JenkinsError && rejections.has(error.kind)) await note(sentStop);
      throw error;
    }
  }

  async #noteTrouble(record: ExecutionRecord, trouble: string): Promise<void> {
    await this.#deps.life.send(record, { name: 'troubled', trouble });
  }
}

const heldBackText = 'The build stops once the final tasks of the running subflow have ended.';

/**
 * Whether a stop would abort running final tasks of a called flow. After their time limit, the stop is sent.
 */
function isHeldBack({ description }: BuildState, now: Date): boolean {
  const since = readBuildDescription(description)?.finalTasksSince;
  return since !== undefined && now.getTime() - Date.parse(since) < finalTasksTimeout;
}

function rejectionText({ message }: JenkinsError): string {
  return `The build cannot be stopped: ${message}`;
}

/** A build of an older script shows it only by a task that was ended. */
function hasSeenStop({ announcesStop, sentStop }: ExecutionRecord, { stoppingAt, tasks }: BuildDescription): boolean {
  if (stoppingAt !== undefined) return true;
  return announcesStop !== true && sentStop !== undefined && tasks.some(({ state }) => state === 'KILLED');
}

function stopAfter(sentStop: SentStop | undefined, force: StopForce, now: Date): SentStop {
  const at = now.toISOString();
  return sentStop?.force === force
    ? { ...sentStop, at, times: sentStop.times + 1 }
    : { force, since: at, at, times: 1 };
}
