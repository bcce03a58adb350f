import { JenkinsError } from '../jenkins/jenkins-error.ts';
import type { BuildKey, BuildState, JenkinsGateway } from '../jenkins/jenkins-gateway.ts';
import { judgeBuild } from './build-state.ts';
import type { ExecutionEnder } from './execution-end.ts';
import type { ExecutionFinisher } from './execution-finisher.ts';
import type { BuildReference, ExecutionRecord } from './execution-record.ts';
import { openStates, pendingStates } from './execution-state.ts';
import type { ChangedFields, ExecutionStore } from './execution-store.ts';
import type { PushedJobs } from './pushed-jobs.ts';
import { StopEscalation } from './stop-escalation.ts';
import type { TriggerQueue } from './trigger-queue.ts';

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

// What a look costs Jenkins at most, however many builds run.
const buildCalls = 2;
const queueCalls = 3;
const pageSize = 1_000;
const mostFinishing = 4;
// A build whose leavings cannot be taken in ends without them.
const longestFinish = 10 * 60 * 1000;

/**
 * Brings the records of executions to what Jenkins says of them (DESIGN 9.8). Everything is read from the record and
 * from Jenkins at each look, so that it does not matter who looked before, or when.
 */
export class ExecutionFollower {
  readonly #with: FollowerCollaborators;
  readonly #stops: StopEscalation;
  readonly #finishing = new Map<string, Promise<void>>();
  readonly #endSeen = new Map<string, number>();
  /** The id after which queue items are asked for next. */
  #queueTurn = '';

  constructor(collaborators: FollowerCollaborators) {
    this.#with = collaborators;
    this.#stops = new StopEscalation(collaborators.gateway, collaborators.now);
  }

  /** One look at everything that goes on. @throws {JenkinsError | AppError} to be tried again */
  async look(): Promise<void> {
    const open = [...(await this.#all('QUEUED')), ...(await this.#all('RUNNING'))];
    this.#stops.keep(open);
    for (const id of this.#endSeen.keys()) if (!open.some((record) => record.id === id)) this.#endSeen.delete(id);
    await this.#lookAtQueue(open.filter(({ build, queueItem }) => build === undefined && queueItem !== undefined));
    await this.#lookAtBuilds(open.filter(({ build }) => build !== undefined));
  }

  /** Waits for what is being taken in. */
  async settle(): Promise<void> {
    await Promise.all(this.#finishing.values());
  }

  async #all(state: 'QUEUED' | 'RUNNING'): Promise<readonly ExecutionRecord[]> {
    const records: ExecutionRecord[] = [];
    for (let page = await this.#with.store.inState(state, { limit: pageSize }); page.length > 0; ) {
      records.push(...page);
      page = page.length < pageSize ? [] : await this.#with.store.inState(state, { limit: pageSize, after: page.at(-1)?.id });
    }
    return records;
  }

  /** Each look asks for a few items, and the next look for the ones behind them. */
  async #lookAtQueue(records: readonly ExecutionRecord[]): Promise<void> {
    const inTurn = [...records.filter(({ id }) => id > this.#queueTurn), ...records.filter(({ id }) => id <= this.#queueTurn)];
    for (const record of inTurn.slice(0, queueCalls)) {
      this.#queueTurn = record.id;
      await this.#followItem(record, record.queueItem ?? 0);
    }
  }

  async #followItem(record: ExecutionRecord, number: number): Promise<void> {
    const { gateway } = this.#with;
    if (record.stop !== undefined) await gateway.cancelQueueItem(number);
    const item = await gateway.queueItem(number);
    switch (item?.state) {
      case 'waiting':
        if (record.trouble !== item.why) await this.#note(record, { trouble: item.why });
        break;
      case 'started':
        await this.#note(record, { build: await this.#reference(record, item.number), trouble: null });
        break;
      case 'cancelled':
        await this.#with.ender.end(record.id, { state: 'KILLED', from: pendingStates, fields: { reason: record.stop === undefined ? "Cancelled in Jenkins' queue." : `Stopped by ${record.stop.by}.` } });
        break;
      case undefined:
        // Jenkins has forgotten it, which says nothing about the build; whoever triggers looks for that first.
        await this.#triggerAgain(record);
    }
  }

  async #lookAtBuilds(records: readonly ExecutionRecord[]): Promise<void> {
    const byBuild = new Map(records.map((record) => [nameOf(buildKey(record)), record]));
    const { found, gone } = await this.#with.gateway.builds(records.map(buildKey), { calls: buildCalls });
    for (const build of found) {
      const record = byBuild.get(nameOf(build.key));
      if (record !== undefined) await this.#followBuild(record, build).catch((error: unknown) => this.#with.report(error, record.id));
    }
    for (const key of gone) {
      const record = byBuild.get(nameOf(key));
      if (record !== undefined) await this.#with.ender.end(record.id, { state: 'FAILED', fields: { reason: 'Jenkins has deleted the build before its end was seen.' } });
    }
  }

  async #followBuild(record: ExecutionRecord, build: BuildState): Promise<void> {
    const verdict = judgeBuild(build);
    switch (verdict.kind) {
      case 'starting':
        break;
      case 'running':
        if (record.state !== 'RUNNING') await this.#begin(record, build, verdict.tasks);
        else if (JSON.stringify(verdict.tasks) !== JSON.stringify(record.tasks)) await this.#note(record, { tasks: verdict.tasks });
        break;
      case 'unwanted':
        if (verdict.why === 'wrong revision') await this.#with.jobs.forget(record.flow);
        await this.#triggerAgain(record);
        return;
      case 'ended':
        if (record.state !== 'RUNNING') await this.#begin(record, build, verdict.tasks);
        this.#finish(record, build.key, { ...verdict, endedAt: this.#time(record, verdict.endedAt) });
        return;
    }
    if (record.stop !== undefined) await this.#stops.stop(record.id, record.stop.at, build.key);
  }

  /** Also of a build that has ended since the last look: its record tells when it ran. */
  async #begin(record: ExecutionRecord, { startedAt }: BuildState, tasks: ExecutionRecord['tasks']): Promise<void> {
    const at = this.#time(record, new Date(startedAt));
    await this.#with.store.change(record.id, { from: pendingStates, to: 'RUNNING', at, fields: { tasks, trouble: null } });
  }

  /** A time of Jenkins' clock, which may differ from ours, such that the times of a record do not go backwards. */
  #time({ history }: ExecutionRecord, time: Date): Date {
    const earliest = Date.parse(history.at(-1)?.at ?? '');
    return new Date(Math.min(Math.max(time.getTime(), earliest), this.#with.now().getTime()));
  }

  /** Goes on beside the looks: a long log holds up nothing else. */
  #finish(record: ExecutionRecord, build: BuildKey, verdict: Extract<ReturnType<typeof judgeBuild>, { kind: 'ended' }>): void {
    const { id } = record;
    if (this.#finishing.has(id) || this.#finishing.size >= mostFinishing) return;
    const seen = this.#endSeen.get(id) ?? this.#with.now().getTime();
    this.#endSeen.set(id, seen);
    const work = this.#with.finisher.finish(record, build, verdict).catch(async (error: unknown) => {
      if (!(error instanceof JenkinsError)) this.#with.report(error, id);
      if (this.#with.now().getTime() - seen < longestFinish) return;
      await this.#with.ender.end(id, { state: verdict.state, fields: { tasks: verdict.tasks, reason: verdict.reason, trouble: 'The log and the outputs could not be taken in.' } });
    });
    this.#finishing.set(id, work.catch((error: unknown) => this.#with.report(error, id)).finally(() => this.#finishing.delete(id)));
  }

  async #triggerAgain(record: ExecutionRecord): Promise<void> {
    await this.#note(record, { queueItem: null, build: null });
    await this.#with.queue.add(record.id);
  }

  async #note({ id }: ExecutionRecord, fields: ChangedFields): Promise<void> {
    await this.#with.store.change(id, { from: openStates, at: this.#with.now(), fields });
  }

  async #reference({ flow }: ExecutionRecord, number: number): Promise<BuildReference> {
    return { number, url: `${(await this.#with.jobs.read(flow))?.url ?? ''}${number}/` };
  }
}

function buildKey({ flow, build }: ExecutionRecord): BuildKey {
  return { job: flow, number: build?.number ?? 0 };
}

function nameOf({ job, number }: BuildKey): string {
  return `${job.namespace}/${job.id}#${number}`;
}
