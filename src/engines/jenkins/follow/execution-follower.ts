import { tasksOfSegments } from '../../../language/execution-plan/task-state.ts';
import { flowName } from '../../../language/flow/flow-key.ts';
import { recordTime, segmentNumber, type ExecutionRecord } from '../../../lifecycle/execution-record.ts';
import { buildOutcome, mayCarry, neverStarts, type BuildOutcome } from '../builds/build-outcome.ts';
import { JenkinsError } from '../client/jenkins-error.ts';
import type { BuildKey, BuildState } from '../client/jenkins-gateway.ts';
import type { JenkinsParts } from '../jenkins-parts.ts';
import { readBuildDescription } from '../jenkinsfile/build-description.ts';
import { BuildStopper } from '../stop/build-stopper.ts';
import { DroppedStopDetector } from '../stop/dropped-stop-detector.ts';
import { ExecutionFinisher } from './execution-finisher.ts';
import { FinishingBuilds } from './finishing-builds.ts';
import { PollingInterval } from './polling-interval.ts';
import { QueueFollower, waitingText } from './queue-follower.ts';
import { QueueWatch } from './queue-watch.ts';
import { StuckBuilds } from './stuck-builds.ts';

type Deps = Pick<
  JenkinsParts,
  | 'store'
  | 'controller'
  | 'otherControllers'
  | 'gateway'
  | 'queue'
  | 'jobs'
  | 'vault'
  | 'logs'
  | 'maxLogBytes'
  | 'life'
  | 'calls'
  | 'now'
  | 'pace'
  | 'report'
  | 'waits'
>;

// Max calls per round, however many builds run: one for all waiting items, a few for executions that left the queue
// unseen, and the rest for builds; two of these return the states of all running builds.
const callsPerPoll = 5;
const itemCalls = 2;
/** One call only finds the builds that run, and a second one those that have ended. */
const completeCalls = 2;

/**
 * Updates the records of executions from the state in Jenkins (docs/explanation/executions.md). Each round reads
 * everything from the records and from Jenkins, so any process can do it at any time.
 */
export class ExecutionFollower {
  readonly #deps: Deps;
  readonly #stopper: BuildStopper;
  readonly #droppedStops: DroppedStopDetector;
  readonly #stuck: StuckBuilds;
  readonly #queued: QueueFollower;
  readonly #waits: QueueWatch;
  readonly #finishing: FinishingBuilds;
  readonly #polling: PollingInterval;
  #buildsReadAt = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#polling = new PollingInterval(deps.pace.follow);
    this.#stopper = new BuildStopper(deps);
    this.#droppedStops = new DroppedStopDetector(deps.now);
    this.#stuck = new StuckBuilds(deps);
    this.#queued = new QueueFollower({ ...deps, startAgain: (record) => this.#startAgain(record) });
    this.#waits = new QueueWatch(deps);
    this.#finishing = new FinishingBuilds({ ...deps, finisher: new ExecutionFinisher(deps) });
  }

  /** Milliseconds until the next round. */
  get pause(): number {
    return this.#polling.pause;
  }

  /** One round over all open executions. @throws {JenkinsError | AppError} the caller retries later */
  async poll(): Promise<void> {
    const open = await this.#followed();
    for (const memory of [this.#droppedStops, this.#stuck, this.#finishing]) memory.keep(open);
    const known = open.filter(({ build, queueItem }) => build !== undefined || queueItem !== undefined);
    const end = this.#polling.begin(known.length, Math.min(...known.map((record) => this.#ageOf(record))));
    if (known.length === 0) return end('done');
    try {
      await this.#lookAt(known);
      end('done');
    } catch (error) {
      // A single failed call is not worth reporting.
      if (error instanceof JenkinsError && this.#polling.hasFailed) await this.#noteTrouble(known, error.message);
      end('failed');
      throw error;
    }
  }

  /**
   * Milliseconds since the segment of an execution was requested; 0 if it is being stopped, as each round may send the
   * stop again.
   */
  #ageOf(record: ExecutionRecord): number {
    return isBeingStopped(record) ? 0 : this.#deps.now().getTime() - Date.parse(requestedAt(record) ?? '');
  }

  /** Waits for builds whose results are being collected. */
  settle(): Promise<void> {
    return this.#finishing.settle();
  }

  async #followed(): Promise<readonly ExecutionRecord[]> {
    const records: ExecutionRecord[] = [];
    const { store, controller, otherControllers } = this.#deps;
    for await (const record of store.followed(controller.name, otherControllers))
      if (record.phase !== 'held') records.push(record);
    return records;
  }

  async #lookAt(known: readonly ExecutionRecord[]): Promise<void> {
    const { calls, pace } = this.#deps;
    const { queue, builds } = pace.follow;
    const isStarting = known.some(({ state }) => state !== 'RUNNING');
    const waits = await this.#waits.readAfter(isStarting ? queue.starting : queue.running);
    const queued = known.filter(({ build }) => build === undefined);
    if (waits !== undefined) calls.spend(await this.#queued.poll(queued, waits, itemCalls));
    const maxAge = known.some(isBeingStopped) ? builds.urgent : builds.usual;
    const isDue = performance.now() - this.#buildsReadAt >= maxAge;
    const left = Math.min(Math.max(calls.left, isDue ? completeCalls : 0), callsPerPoll - 1);
    // The call budget is used up: the others are read a moment later.
    if (left > 0)
      await this.#lookAtBuilds(
        known.filter(({ build }) => build !== undefined),
        left,
      );
    await this.#stuck.poll();
  }

  async #lookAtBuilds(records: readonly ExecutionRecord[], maxCalls: number): Promise<void> {
    const byBuild = new Map(records.map((record) => [nameOf(buildKey(record)), record]));
    const readAt = performance.now();
    if (maxCalls >= completeCalls) this.#buildsReadAt = readAt;
    const { found, gone, calls } = await this.#deps.gateway.builds(records.map(buildKey), { calls: maxCalls });
    this.#deps.calls.spend(calls);
    for (const build of found) {
      const record = byBuild.get(nameOf(build.key));
      if (record !== undefined)
        await this.#followBuild(record, build, readAt).catch((error: unknown) => this.#deps.report(error, record.id));
    }
    for (const key of gone) {
      const record = byBuild.get(nameOf(key));
      if (record !== undefined) await this.#endWithoutBuild(record);
    }
  }

  async #endWithoutBuild(record: ExecutionRecord): Promise<void> {
    await this.#deps.life.send(record, {
      name: 'buildGone',
      state: 'FAILED',
      reason:
        'Jenkins no longer has the build: it was deleted, or lost in a crash, before Flowgate could read its result.',
    });
  }

  async #followBuild(record: ExecutionRecord, build: BuildState, readAt: number): Promise<void> {
    // A job that was deleted and created again numbers its builds from 1.
    if (!mayCarry(build, record)) return this.#endWithoutBuild(record);
    const outcome = withEarlierTasks(buildOutcome(build), record);
    switch (outcome.kind) {
      case 'starting':
        if (neverStarts(build, this.#deps.now())) return this.#startAgain(record);
        await this.#noteChanges(record, { trouble: await this.#troubleOf(record, build, readAt) });
        break;
      case 'running':
        if (record.state !== 'RUNNING') await this.#begin(record, build, outcome.tasks);
        else
          await this.#noteChanges(record, {
            tasks: outcome.tasks,
            trouble: await this.#troubleOf(record, build, readAt),
          });
        break;
      case 'unwanted':
        if (outcome.why === 'wrong revision') await this.#deps.jobs.forget(record.flow);
        await this.#startAgain(record);
        break;
      case 'ended':
        if (record.state !== 'RUNNING') await this.#begin(record, build, outcome.tasks);
        this.#finishing.take(record, build.key, outcome);
    }
  }

  /** Stops the build if requested. @returns the trouble of the execution, or its end */
  async #troubleOf(record: ExecutionRecord, build: BuildState, readAt: number): Promise<string | undefined> {
    if (this.#isToStop(record, build)) {
      const rejection = await this.#stopper.sendNextStop(record, build, readAt);
      if (rejection !== undefined) return rejection;
    }
    const why = this.#waits.ofBuild(build.key);
    return why === undefined ? this.#stuck.observe(record, build) : waitingText(why);
  }

  #isToStop(record: ExecutionRecord, build: BuildState): boolean {
    if (record.abandoned !== undefined) return true;
    // The build ends itself as one that is being stopped.
    if (record.segment?.ended?.state === 'KILLED') return false;
    if (record.stop !== undefined) return true;
    const description = readBuildDescription(build.description);
    return description !== undefined && this.#droppedStops.isDropped(record, build, description);
  }

  /** Also for a build that has ended since the last round: its record shows when it ran. */
  async #begin(record: ExecutionRecord, { startedAt }: BuildState, tasks: ExecutionRecord['tasks']): Promise<void> {
    const at = recordTime(record, new Date(startedAt), this.#deps.now());
    await this.#deps.life.send(record, { name: 'begun', tasks, at });
  }

  async #startAgain(record: ExecutionRecord): Promise<void> {
    const lost = await this.#deps.life.send(record, { name: 'buildLost' });
    // Nothing can run a segment again that has begun.
    if (!lost.isApplied && lost.record?.phase === 'running') await this.#endWithoutBuild(record);
  }

  async #noteTrouble(records: readonly ExecutionRecord[], trouble: string): Promise<void> {
    for (const record of records) await this.#noteChanges(record, { trouble });
  }

  async #noteChanges(
    record: ExecutionRecord,
    { tasks = record.tasks, trouble }: Pick<Partial<ExecutionRecord>, 'tasks' | 'trouble'>,
  ): Promise<void> {
    const { life } = this.#deps;
    if (JSON.stringify(tasks) !== JSON.stringify(record.tasks))
      await life.send(record, { name: 'progressed', tasks, trouble: trouble ?? null });
    else if (trouble !== record.trouble) await life.send(record, { name: 'troubled', trouble });
  }
}

function withEarlierTasks(outcome: BuildOutcome, { earlierTasks = [] }: ExecutionRecord): BuildOutcome {
  return 'tasks' in outcome ? { ...outcome, tasks: tasksOfSegments(earlierTasks, outcome.tasks) } : outcome;
}

/** Whether, as far as is known, the build has not seen the stop yet. */
function isBeingStopped({ stop, stoppingAt }: ExecutionRecord): boolean {
  return stop !== undefined && stoppingAt === undefined;
}

function requestedAt(record: ExecutionRecord): string | undefined {
  const { history } = record;
  return (segmentNumber(record) > 1 ? history.findLast(({ state }) => state === 'QUEUED') : history[0])?.at;
}

function buildKey({ flow, build }: ExecutionRecord): BuildKey {
  return { job: flow, number: build?.number ?? 0 };
}

function nameOf({ job, number }: BuildKey): string {
  return `${flowName(job)}#${number}`;
}
