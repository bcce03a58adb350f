import { setTimeout as sleep } from 'node:timers/promises';
import { usualPace } from '../../src/base/timers/pace.ts';
import type { SegmentEnd } from '../../src/engines/engine.ts';
import { CallBudget } from '../../src/engines/jenkins/call-budget.ts';
import { JenkinsClientGateway } from '../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import { ExecutionFollower } from '../../src/engines/jenkins/follow/execution-follower.ts';
import { BuildStopper } from '../../src/engines/jenkins/stop/build-stopper.ts';
import type { ExecutionRecord } from '../../src/lifecycle/execution-record.ts';
import { isFinal } from '../../src/lifecycle/execution-state.ts';
import { ExecutionLife } from '../../src/store/executions/execution-life.ts';
import { newExecutionId } from '../../src/store/executions/record/execution-id.ts';
import { RedisExecutionStore } from '../../src/store/executions/redis/redis-execution-store.ts';
import { RedisLogStore } from '../../src/store/executions/redis/redis-log-store.ts';
import { RedisPushedJobs } from '../../src/store/executions/redis/redis-pushed-jobs.ts';
import { SecretVault } from '../../src/store/executions/secret-vault.ts';
import { SecretBox } from '../../src/store/secrets/secret-box.ts';
import { onlyController } from './controllers.ts';
import { executionCreation } from './execution-creation.ts';
import { told } from './life-of.ts';
import { startTestRedis, type TestRedis } from './redis.ts';
import type { BuildPlan } from './stand-in-jenkins/build-plan.ts';
import { StandInJenkins, type StandInOptions } from './stand-in-jenkins/stand-in-jenkins.ts';

/**
 * Builds of the stand-in and their records, followed only when a test does so, with a clock that a test can advance.
 */
export class FollowedBuilds {
  readonly jenkins: StandInJenkins;
  readonly gateway: JenkinsClientGateway;
  readonly store: RedisExecutionStore;
  /** Milliseconds by which Flowgate's clock is ahead. */
  ahead = 0;
  /** The call budget for followers created from now on. */
  calls = plentyOfCalls();
  /** The waits that have begun; their records do not change. */
  readonly waits: { readonly record: ExecutionRecord; readonly end: SegmentEnd }[] = [];
  readonly #redis: TestRedis;
  #follower: ExecutionFollower;
  #flows = 0;

  static async start(options: StandInOptions = {}): Promise<FollowedBuilds> {
    return new FollowedBuilds(await startTestRedis(), await StandInJenkins.start(options));
  }

  private constructor(redis: TestRedis, jenkins: StandInJenkins) {
    this.#redis = redis;
    this.jenkins = jenkins;
    this.gateway = new JenkinsClientGateway({
      url: jenkins.url,
      user: jenkins.user,
      token: jenkins.token,
      folder: 'flows',
    });
    this.store = new RedisExecutionStore(redis.redis);
    this.#follower = this.#newFollower();
  }

  /** From now on another process follows the builds, which knows only the records. */
  changeLeader(): void {
    this.#follower = this.#newFollower();
  }

  /** Starts a build and waits until it is accepted. @returns the ID of its execution */
  async build(
    plan: BuildPlan,
    { announcesStop = plan.stopLine !== '' }: Pick<ExecutionRecord, 'announcesStop'> = {},
  ): Promise<string> {
    const id = await this.lost(plan, { announcesStop });
    await this.until(id, ({ state }) => state === 'RUNNING');
    return id;
  }

  /** The same for a build that is not accepted. */
  async lost(
    plan: BuildPlan,
    { announcesStop = plan.stopLine !== '' }: Pick<ExecutionRecord, 'announcesStop'> = {},
  ): Promise<string> {
    const key = { namespace: 'examples', id: `flow-${++this.#flows}` };
    const id = newExecutionId(new Date());
    await this.store.create(executionCreation({ at: new Date(), accepted: { id, flow: key } }));
    await this.gateway.pushJob({
      key,
      description: '',
      parameters: [],
      script: `// stand-in: ${JSON.stringify({ stopLine: 'stopping <time>', ...plan })}`,
    });
    const { queueItem } = await this.gateway.trigger(key, new Map([['FLOWGATE_EXECUTION_ID', id]]));
    while ((await this.gateway.build({ job: key, number: 1 })) === undefined) await sleep(10);
    await told(this.store, id, [
      { name: 'attempted', announcesStop },
      { name: 'enqueued', queueItem },
      { name: 'buildFound', build: { number: 1, url: '' } },
    ]);
    return id;
  }

  /** Requests a stop, like the API. */
  async stop(id: string, by = 'eve'): Promise<void> {
    await told(this.store, id, { name: 'stopAsked', by, at: this.#now() });
  }

  /** What the API does when a stop is requested. */
  async requestStop(id: string): Promise<void> {
    await new BuildStopper(this.#parts()).requestStop(await this.read(id));
  }

  /** Sends the stop that is due to a build whose state was read `milliseconds` ago. */
  async press(id: string, milliseconds: number): Promise<void> {
    const record = await this.read(id);
    const build = await this.gateway.build({ job: record.flow, number: 1 });
    if (build !== undefined)
      await new BuildStopper(this.#parts()).sendNextStop(record, build, performance.now() - milliseconds);
  }

  async poll(): Promise<void> {
    await this.#follower.poll();
    await this.#follower.settle();
  }

  async read(id: string): Promise<ExecutionRecord> {
    const record = await this.store.read(id);
    if (record === undefined) throw new Error(`The execution ${id} was not found.`);
    return record;
  }

  /** Runs rounds until the record matches. */
  async until(id: string, isEnough: (record: ExecutionRecord) => boolean): Promise<ExecutionRecord> {
    for (;;) {
      await this.poll();
      const record = await this.read(id);
      if (isEnough(record)) return record;
      if (isFinal(record.state)) throw new Error(`The execution ended as ${record.state}: ${record.reason}`);
      await sleep(10);
    }
  }

  /** The calls that stop the build of an execution, such as `stop`, in order. */
  async sent(id: string): Promise<readonly string[]> {
    const { flow } = await this.read(id);
    const calls = this.jenkins.requests.map(
      (request) => new RegExp(`^POST .*/${flow.id}/1/(stop|term|kill)$`).exec(request)?.[1],
    );
    return calls.filter((call) => call !== undefined);
  }

  async close(): Promise<void> {
    this.gateway.close();
    await this.jenkins.stop();
    await this.#redis.stop();
  }

  readonly #now = (): Date => new Date(Date.now() + this.ahead);

  #parts() {
    const { store, gateway, calls } = this;
    const queue = { add: async () => undefined };
    return {
      ...onlyController,
      store,
      gateway,
      queue,
      now: this.#now,
      calls,
      life: new ExecutionLife({ store, queue, now: this.#now }),
    };
  }

  #newFollower(): ExecutionFollower {
    const { redis } = this.#redis;
    const parts = {
      ...this.#parts(),
      jobs: new RedisPushedJobs(redis),
      report: (error: unknown) => {
        throw error;
      },
    };
    return new ExecutionFollower({
      ...parts,
      pace: usualPace,
      waits: {
        begin: async (record, end) => void this.waits.push({ record, end }),
      },
      vault: new SecretVault({ box: new SecretBox('key'), store: this.store }),
      logs: new RedisLogStore(redis),
    });
  }
}

export function plentyOfCalls(): CallBudget {
  return new CallBudget({ perSecond: 1e6, saved: 1e6 });
}
