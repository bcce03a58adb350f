import { JenkinsError, type JenkinsErrorKind } from '../../engine/jenkins/jenkins-error.ts';
import type { BuildState, CallOptions, JenkinsGateway, StopForce } from '../../engine/jenkins/jenkins-gateway.ts';
import { readBuildDescription, type BuildDescription } from '../../jenkinsfile/build-description.ts';
import { buildKeyOf } from '../record/pushed-jobs.ts';
import { CallBudget } from '../call-budget.ts';
import type { ExecutionRecord, StopPress } from '../record/execution-record.ts';
import { openStates } from '../record/execution-state.ts';
import type { ChangedFields, ExecutionStore } from '../record/execution-store.ts';
import { finalTasksTimeout, nextStopForce } from './stop-escalation.ts';

export interface StopperDeps {
  readonly gateway: Pick<JenkinsGateway, 'build' | 'stopBuild'>;
  readonly store: Pick<ExecutionStore, 'read' | 'change'>;
  readonly calls: CallBudget;
  readonly now: () => Date;
}

const pauseAfterRejection = 1_000;
/** A stop is not sent on account of what a build said longer ago, also where the store took its time meanwhile. */
const freshMilliseconds = 1_000;
/** Stops do not wait for the calls that follow builds: Jenkins loses some, and each second counts. */
const stopsPerSecond = 10;

/** Errors after which Jenkins has certainly not done what it was asked. */
const rejections: ReadonlySet<JenkinsErrorKind> = new Set(['forbidden', 'unauthorised', 'rejected', 'starting']);

/**
 * Stops builds, gently at first, and harder when they do not end (docs/reference/executions.md). Everything that this depends on is
 * in the record, so that any process can go on. What a build says of itself has to be read right before: once it has
 * seen a stop it waits a moment, and a further stop after that would abort its final tasks.
 */
export class BuildStopper {
  readonly #deps: StopperDeps;
  readonly #stops = new CallBudget({ perSecond: stopsPerSecond, saved: stopsPerSecond });
  /** What went wrong last, by execution, in milliseconds since 1970. */
  readonly #rejected = new Map<string, { readonly at: number; readonly text: string }>();

  constructor(deps: StopperDeps) {
    this.#deps = deps;
  }

  /**
   * Sends what is due to a build that is to stop.
   * @param readAt when the build was read, by `performance.now()`
   * @returns why it cannot be stopped, or not yet, for the record
   */
  async escalate(record: ExecutionRecord, build: BuildState, readAt: number): Promise<string | undefined> {
    const noticed = await this.#notice(record, build);
    const now = this.#deps.now();
    if (isHeldBack(build, now)) return heldBackText;
    const rejected = this.#rejected.get(record.id);
    if (rejected !== undefined && now.getTime() - rejected.at < pauseAfterRejection) return rejected.text;
    this.#rejected.delete(record.id);
    const force = nextStopForce(noticed, now);
    // The first one is what a user asked for; those after it can wait for a moment.
    if (force === undefined || (noticed.pressed !== undefined && this.#stops.left === 0)) return undefined;
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
   * Sends a stop at once because somebody asked for it, also when the same was sent a moment ago. A build that has begun
   * to stop is left to its final tasks. When it cannot be sent the record says so, and the follower goes on.
   */
  async demand(record: ExecutionRecord, options?: CallOptions): Promise<void> {
    const key = buildKeyOf(record);
    if (key === undefined) return;
    try {
      const readAt = performance.now();
      const build = await this.#deps.gateway.build(key, options);
      if (build === undefined || !build.building) return;
      const noticed = await this.#notice(record, build);
      if (isHeldBack(build, this.#deps.now())) return await this.#note(record, { trouble: heldBackText });
      const force =
        nextStopForce(noticed, this.#deps.now()) ??
        (noticed.stoppingAt === undefined ? noticed.pressed?.force : undefined);
      if (force !== undefined) await this.#send(noticed, build, { force, readAt }, options);
    } catch (error) {
      if (!(error instanceof JenkinsError)) throw error;
      if (error.kind !== 'cancelled') await this.#note(record, { trouble: rejectionText(error) });
    }
  }

  /** Notes that the build has begun to stop. */
  async #notice(record: ExecutionRecord, build: BuildState): Promise<ExecutionRecord> {
    const description = readBuildDescription(build.description);
    if (record.stoppingAt !== undefined || description === undefined || !hasSeenStop(record, description))
      return record;
    const stoppingAt = this.#deps.now().toISOString();
    await this.#note(record, { stoppingAt, trouble: null });
    return { ...record, stoppingAt, trouble: undefined };
  }

  async #send(
    record: ExecutionRecord,
    { key }: BuildState,
    { force, readAt }: { readonly force: StopForce; readonly readAt: number },
    options?: CallOptions,
  ): Promise<void> {
    const { pressed } = record;
    const takeBack = (): Promise<void> => this.#note(record, { pressed: pressed ?? null });
    await this.#note(record, { pressed: pressAfter(pressed, force, this.#deps.now()) });
    if (performance.now() - readAt >= freshMilliseconds) return takeBack();
    try {
      this.#stops.spend();
      this.#deps.calls.spend();
      await this.#deps.gateway.stopBuild(key, force, options);
    } catch (error) {
      // What was not done does not count, or the build would be killed as soon as somebody puts the rejection right.
      if (error instanceof JenkinsError && rejections.has(error.kind)) await takeBack();
      throw error;
    }
  }

  async #note({ id }: ExecutionRecord, fields: ChangedFields): Promise<void> {
    await this.#deps.store.change(id, { from: openStates, at: this.#deps.now(), fields });
  }
}

const heldBackText = 'The build is stopped as soon as the final tasks of the called flow that runs now have ended.';

/** Whether final tasks of a called flow run that a stop would abort. They have ten minutes; what hangs after that is stopped. */
function isHeldBack({ description }: BuildState, now: Date): boolean {
  const since = readBuildDescription(description)?.finalTasksSince;
  return since !== undefined && now.getTime() - Date.parse(since) < finalTasksTimeout;
}

function rejectionText({ message }: JenkinsError): string {
  return `The build cannot be stopped: ${message}`;
}

/** A build of an older script shows it by a task that it has ended, and only then. */
function hasSeenStop({ announcesStop, pressed }: ExecutionRecord, { stoppingAt, tasks }: BuildDescription): boolean {
  if (stoppingAt !== undefined) return true;
  return announcesStop !== true && pressed !== undefined && tasks.some(({ state }) => state === 'KILLED');
}

function pressAfter(pressed: StopPress | undefined, force: StopForce, now: Date): StopPress {
  const at = now.toISOString();
  return pressed?.force === force ? { ...pressed, at, times: pressed.times + 1 } : { force, since: at, at, times: 1 };
}
