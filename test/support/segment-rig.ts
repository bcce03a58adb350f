import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { EngineWork, PreparedExecution, SegmentEnd } from '../../src/engines/engine.ts';
import { ExecutionFolders } from '../../src/engines/local/executors/execution-folders.ts';
import { LocalEngine } from '../../src/engines/local/local-engine.ts';
import type { FlowPlan } from '../../src/language/execution-plan/flow-plan.ts';
import type { WaitEnd } from '../../src/language/execution-plan/segment.ts';
import { InThreadRunner } from '../../src/language/processes/in-thread-runner.ts';
import type { ExecutionRecord } from '../../src/lifecycle/execution-record.ts';
import { isFinal } from '../../src/lifecycle/execution-state.ts';
import { ArtifactFolder } from '../../src/store/executions/artifacts/artifact-folder.ts';
import type { ExecutionLife } from '../../src/store/executions/execution-life.ts';
import type { ExecutionCreation } from '../../src/store/executions/record/execution-store.ts';
import { RedisArchiveMarks } from '../../src/store/executions/redis/redis-archive-marks.ts';
import { RedisExecutionStore } from '../../src/store/executions/redis/redis-execution-store.ts';
import { RedisLogStore } from '../../src/store/executions/redis/redis-log-store.ts';
import { RedisPools } from '../../src/store/executions/redis/redis-pools.ts';
import { RedisLeases } from '../../src/store/leases/redis-leases.ts';
import { createdExecution } from './execution-creation.ts';
import { fastPace } from './fast-pace.ts';
import { lifeOf, told, waitBegan, waitEnded } from './life-of.ts';

export interface SegmentRigOptions {
  readonly redis: Redis;
  readonly dataFolder: string;
  readonly plan: FlowPlan;
  /** In plain text, by input. */
  readonly secrets?: ReadonlyMap<string, string>;
}

/** The engine of this machine with its store, and waits that a test ends itself. */
export class SegmentRig {
  readonly store: RedisExecutionStore;
  readonly logs: RedisLogStore;
  readonly artifacts: ArtifactFolder;
  readonly engine: LocalEngine;
  readonly work: EngineWork;
  readonly ends: SegmentEnd[] = [];
  readonly errors: string[] = [];
  /** Called when a wait has begun. */
  onWait: (id: string) => Promise<void> = async () => undefined;
  readonly #life: ExecutionLife;

  constructor({ redis, dataFolder, plan, secrets = new Map() }: SegmentRigOptions) {
    this.store = new RedisExecutionStore(redis);
    this.logs = new RedisLogStore(redis);
    this.artifacts = new ArtifactFolder(dataFolder);
    this.#life = lifeOf(this.store);
    this.engine = new LocalEngine({
      life: this.#life,
      store: this.store,
      logs: this.logs,
      artifacts: this.artifacts,
      marks: new RedisArchiveMarks(redis),
      stored: this,
      leases: new RedisLeases(redis),
      pools: new RedisPools(redis),
      queue: { add: async () => undefined },
      settings: { dataFolder, minFreeBytes: 0, localExecutors: 4 },
      folders: new ExecutionFolders(dataFolder),
      isCurrent: false,
      now: () => new Date(),
    });
    // The engine needs nothing else of a prepared execution.
    const prepared = { plan: () => plan, secrets } as unknown as PreparedExecution;
    this.work = this.engine.work({
      preparation: { ofExecution: async () => prepared },
      waits: { begin: (record, end) => this.#begin(record, end) },
      files: { urlOfKept: () => '', urlOf: () => '', contentOf: async () => undefined },
      patterns: new InThreadRunner(),
      pace: fastPace,
      report: (error, what) => void this.errors.push(`${what}: ${String(error)}`),
    });
  }

  create(begin?: ExecutionCreation['begin']): Promise<string> {
    return createdExecution(this.store, { at: new Date(), ...(begin !== undefined && { begin }) });
  }

  /** Runs an execution until it waits or has ended. */
  async run(id: string): Promise<ExecutionRecord> {
    for (;;) {
      const record = await this.read(id);
      if (record.waitingFor !== undefined || isFinal(record.state)) return record;
      if (record.state !== 'RUNNING') await this.work.start(id);
      await sleep(20);
    }
  }

  /** Runs an execution to its end; each of its waits ends with success. */
  async runThrough(id: string): Promise<ExecutionRecord> {
    for (;;) {
      const record = await this.run(id);
      if (isFinal(record.state)) return record;
      await this.endWait(id, { state: 'SUCCESS' });
    }
  }

  async read(id: string): Promise<ExecutionRecord> {
    const record = await this.store.read(id);
    if (record === undefined) throw new Error(`There is no execution ${id}`);
    return record;
  }

  async #begin(record: ExecutionRecord, end: SegmentEnd): Promise<void> {
    this.ends.push(end);
    const { texts, fence, ...left } = end;
    const since = new Date().toISOString();
    const message = texts.message && { message: texts.message };
    const waitingFor = { kind: 'approval', task: left.task, since, version: 1, ...message } as const;
    await this.#life.send(record, waitBegan(waitingFor, left), fence);
    await this.onWait(record.id);
  }

  async endWait(id: string, end: WaitEnd): Promise<void> {
    await told(this.store, id, waitEnded({ end }));
  }

  async log(id: string): Promise<string> {
    return (await this.logs.read(id, { start: 0, bytes: 1_000_000 }))?.bytes.toString() ?? '';
  }

  /** Ends executions whose process has died, after their leases have expired. */
  async endInterrupted(redis: Redis): Promise<void> {
    const leases = await redis.keys('*lease:*');
    if (leases.length > 0) await redis.del(leases);
    for (const round of this.work.upkeep) await round.run(new AbortController().signal);
  }
}
