import { flowName } from '../../flow/flow-key.ts';
import { JenkinsError } from '../../jenkins/jenkins-error.ts';
import type { BuildKey, BuildState, JenkinsGateway, QueueWaits } from '../../jenkins/jenkins-gateway.ts';
import { judgeBuild, mayCarry } from '../build/build-verdict.ts';
import type { ExecutionEnder } from '../execution-ender.ts';
import type { ExecutionRecord } from '../execution-record.ts';
import { openStates, pendingStates } from '../execution-state.ts';
import type { ChangedFields, ExecutionStore } from '../execution-store.ts';
import { executionsIn } from '../executions-in.ts';
import type { PushedJobs } from '../pushed-jobs.ts';
import type { TriggerQueue } from '../trigger-queue.ts';
import type { ExecutionFinisher } from './execution-finisher.ts';
import { FinishingBuilds } from './finishing-builds.ts';
import { QueueFollower, waitingText } from './queue-follower.ts';
import { recordTime } from './record-time.ts';
import { StopEscalation } from './stop-escalation.ts';

export interface FollowerCollaborators {
  readonly store: ExecutionStore;
  readonly gateway: JenkinsGateway;
  readonly queue: TriggerQueue;
  readonly jobs: PushedJobs;
  readonly ender: ExecutionEnder;
  readonly finisher: ExecutionFinisher;
  readonly now: () => Date;
  readonly report: (error: unknown, executionId: string) => void;
}

// What a look costs Jenkins at most, however many builds run: one call for all that waits, a few for what left the queue
// unseen, and the rest for builds, of which two bring the states of all.
const callsPerLook = 5;
const itemCalls = 2;

/**
 * Brings the records of executions to what Jenkins says of them (DESIGN 9.8). Everything is read from the record and
 * from Jenkins at each look, so that it does not matter who looked before, or when.
 */
export class ExecutionFollower {
  readonly #with: FollowerCollaborators;
  readonly #stops: StopEscalation;
  readonly #queued: QueueFollower;
  readonly #finishing: FinishingBuilds;
  /** The builds that waited for a node at the last look; each waits for one for a moment when it starts. */
  #waited: ReadonlySet<string> = new Set();
  #failedBefore = false;

  constructor(collaborators: FollowerCollaborators) {
    this.#with = collaborators;
    this.#stops = new StopEscalation(collaborators.gateway, collaborators.now);
    this.#queued = new QueueFollower({ ...collaborators, triggerAgain: (record) => this.#triggerAgain(record) });
    this.#finishing = new FinishingBuilds(collaborators);
  }

  /** One look at everything that goes on. @throws {JenkinsError | AppError} to be tried again */
  async look(): Promise<void> {
    const open = await this.#followed();
    this.#stops.keep(open);
    this.#finishing.keep(open);
    const known = open.filter(({ build, queueItem }) => build !== undefined || queueItem !== undefined);
    if (known.length === 0) return;
    try {
      await this.#lookAt(known);
      this.#failedBefore = false;
    } catch (error) {
      // A call that fails once is no news.
      if (error instanceof JenkinsError && this.#failedBefore) await this.#noteTrouble(known, error.message);
      this.#failedBefore = true;
      throw error;
    }
  }

  /** Waits for what is being taken in. */
  settle(): Promise<void> {
    return this.#finishing.settle();
  }

  async #followed(): Promise<readonly ExecutionRecord[]> {
    const records: ExecutionRecord[] = [];
    for await (const record of executionsIn(['QUEUED', 'RUNNING'], this.#with.store)) records.push(record);
    return records;
  }

  async #lookAt(known: readonly ExecutionRecord[]): Promise<void> {
    const waits = await this.#with.gateway.waits();
    const calls = await this.#queued.look(known.filter(({ build }) => build === undefined), waits, itemCalls);
    const built = known.filter(({ build }) => build !== undefined);
    await this.#lookAtBuilds(built, waits, callsPerLook - 1 - calls);
    this.#waited = new Set(built.map(buildKey).filter((key) => waits.ofBuild(key) !== undefined).map(nameOf));
  }

  async #lookAtBuilds(records: readonly ExecutionRecord[], waits: QueueWaits, calls: number): Promise<void> {
    const byBuild = new Map(records.map((record) => [nameOf(buildKey(record)), record]));
    const { found, gone } = await this.#with.gateway.builds(records.map(buildKey), { calls });
    for (const build of found) {
      const record = byBuild.get(nameOf(build.key));
      if (record !== undefined) await this.#followBuild(record, build, waits).catch((error: unknown) => this.#with.report(error, record.id));
    }
    for (const key of gone) {
      const record = byBuild.get(nameOf(key));
      if (record !== undefined) await this.#endWithoutBuild(record);
    }
  }

  async #endWithoutBuild({ id }: ExecutionRecord): Promise<void> {
    await this.#with.ender.end(id, { state: 'FAILED', fields: { reason: 'Jenkins has deleted the build before its end was seen.' } });
  }

  async #followBuild(record: ExecutionRecord, build: BuildState, waits: QueueWaits): Promise<void> {
    // A job that was deleted and made again counts its builds from the beginning.
    if (!mayCarry(build, record.id)) return this.#endWithoutBuild(record);
    const verdict = judgeBuild(build);
    switch (verdict.kind) {
      case 'starting':
        await this.#noteChanges(record, { trouble: await this.#troubleOf(record, build, waits) });
        break;
      case 'running':
        if (record.state !== 'RUNNING') await this.#begin(record, build, verdict.tasks);
        else await this.#noteChanges(record, { tasks: verdict.tasks, trouble: await this.#troubleOf(record, build, waits) });
        break;
      case 'unwanted':
        if (verdict.why === 'wrong revision') await this.#with.jobs.forget(record.flow);
        await this.#triggerAgain(record);
        break;
      case 'ended':
        if (record.state !== 'RUNNING') await this.#begin(record, build, verdict.tasks);
        this.#finishing.take(record, build.key, verdict);
    }
  }

  /** Stops the build, if that is wanted. @returns what holds up the execution, or its end */
  async #troubleOf({ id, stop }: ExecutionRecord, { key }: BuildState, waits: QueueWaits): Promise<string | undefined> {
    try {
      if (stop !== undefined) await this.#stops.stop(id, stop.at, key);
    } catch (error) {
      if (error instanceof JenkinsError) return `The build cannot be stopped: ${error.message}`;
      throw error;
    }
    const why = this.#waited.has(nameOf(key)) ? waits.ofBuild(key) : undefined;
    return why === undefined ? undefined : waitingText(why);
  }

  /** Also of a build that has ended since the last look: its record tells when it ran. */
  async #begin(record: ExecutionRecord, { startedAt }: BuildState, tasks: ExecutionRecord['tasks']): Promise<void> {
    const at = recordTime(record, new Date(startedAt), this.#with.now());
    await this.#with.store.change(record.id, { from: pendingStates, to: 'RUNNING', at, fields: { tasks, trouble: null } });
  }

  async #triggerAgain(record: ExecutionRecord): Promise<void> {
    await this.#note(record, { queueItem: null, build: null });
    await this.#with.queue.add(record.id);
  }

  async #noteTrouble(records: readonly ExecutionRecord[], trouble: string): Promise<void> {
    for (const record of records) await this.#noteChanges(record, { trouble });
  }

  async #noteChanges(record: ExecutionRecord, { tasks = record.tasks, trouble }: Pick<Partial<ExecutionRecord>, 'tasks' | 'trouble'>): Promise<void> {
    if (trouble === record.trouble && JSON.stringify(tasks) === JSON.stringify(record.tasks)) return;
    await this.#note(record, { tasks, trouble: trouble ?? null });
  }

  async #note({ id }: ExecutionRecord, fields: ChangedFields): Promise<void> {
    await this.#with.store.change(id, { from: openStates, at: this.#with.now(), fields });
  }
}

function buildKey({ flow, build }: ExecutionRecord): BuildKey {
  return { job: flow, number: build?.number ?? 0 };
}

function nameOf({ job, number }: BuildKey): string {
  return `${flowName(job)}#${number}`;
}
