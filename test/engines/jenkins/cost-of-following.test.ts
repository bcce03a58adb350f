import { afterAll, beforeAll, expect, it } from 'vitest';
import { usualPace } from '../../../src/base/timers/pace.ts';
import { CallBudget } from '../../../src/engines/jenkins/call-budget.ts';
import { JenkinsClientGateway } from '../../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import { BuildAdopter } from '../../../src/engines/jenkins/follow/build-adopter.ts';
import { ExecutionFollower } from '../../../src/engines/jenkins/follow/execution-follower.ts';
import { ExecutionLife } from '../../../src/store/executions/execution-life.ts';
import { newExecutionId } from '../../../src/store/executions/record/execution-id.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisLogStore } from '../../../src/store/executions/redis/redis-log-store.ts';
import { RedisPushedJobs } from '../../../src/store/executions/redis/redis-pushed-jobs.ts';
import { SecretVault } from '../../../src/store/executions/secret-vault.ts';
import { SecretBox } from '../../../src/store/secrets/secret-box.ts';
import { onlyController } from '../../support/controllers.ts';
import { executionCreation } from '../../support/execution-creation.ts';
import { told } from '../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { StandInJenkins } from '../../support/stand-in-jenkins/stand-in-jenkins.ts';

/** Each is the only one of its job; a long run increases this. */
const builds = Number(process.env.FLOWGATE_TEST_BUILDS ?? 120);
const namespaces = 6;
// One round per second.
const maxCalls = 5;

let redis: TestRedis;
let jenkins: StandInJenkins;
let gateway: JenkinsClientGateway;
let store: RedisExecutionStore;
let follower: ExecutionFollower;
let adopter: BuildAdopter;
const calls = new CallBudget();
beforeAll(async () => {
  redis = await startTestRedis();
  jenkins = await StandInJenkins.start({ executors: 0, timing: { lastLine: 0 } });
  gateway = new JenkinsClientGateway({ url: jenkins.url, user: jenkins.user, token: jenkins.token, folder: 'flows' });
  store = new RedisExecutionStore(redis.redis);
  const jobs = new RedisPushedJobs(redis.redis);
  const now = () => new Date();
  const queue = { add: async () => undefined };
  const parts = {
    store,
    ...onlyController,
    gateway,
    jobs,
    queue,
    now,
    calls,
    life: new ExecutionLife({ store, queue, now }),
    report: (error: unknown) => {
      throw error;
    },
  };
  follower = new ExecutionFollower({
    ...parts,
    pace: usualPace,
    waits: { begin: async () => undefined },
    vault: new SecretVault({ box: new SecretBox('key'), store }),
    logs: new RedisLogStore(redis.redis),
  });
  adopter = new BuildAdopter(parts);
  for (let index = 0; index < builds; index++) await startBuild(index);
});
afterAll(async () => {
  gateway.close();
  await jenkins.stop();
  await redis.stop();
});

async function startBuild(index: number): Promise<void> {
  const key = { namespace: `team-${index % namespaces}`, id: `flow-${index}` };
  const id = newExecutionId(new Date());
  await store.create(executionCreation({ at: new Date(), accepted: { id, flow: key } }));
  const script = '// stand-in: {"tasks": [{"path": "work", "milliseconds": 86400000}]}';
  await gateway.pushJob({ key, description: '', parameters: [], script });
  const { queueItem } = await gateway.trigger(key, new Map([['FLOWGATE_EXECUTION_ID', id]]));
  await told(store, id, [
    { name: 'enqueued', queueItem },
    { name: 'buildFound', build: { number: 1, url: '' } },
  ]);
}

/** The number of requests that a step makes. */
async function cost(step: () => Promise<void>): Promise<number> {
  const before = jenkins.requests.length;
  await step();
  return jenkins.requests.length - before;
}

const poll = () => cost(() => follower.poll());
const adopt = () => cost(() => adopter.adopt());

/** A build that Jenkins does not have yet counts as deleted. */
async function untilThereAre(count: number): Promise<void> {
  while (jenkins.builds().length < count) await new Promise((resolve) => setTimeout(resolve, 20));
}

it('costs the same for any number of builds waiting for an executor', async () => {
  await untilThereAre(builds);
  for (let round = 0; round < 3; round++) expect((await poll()) + (await adopt())).toBeLessThanOrEqual(maxCalls);
  expect(await store.count('QUEUED')).toBe(builds);
});

it('costs the same for any number of running builds', async () => {
  jenkins.addExecutors(builds);
  while (jenkins.builds().some(({ ran }) => ran.length === 0)) await new Promise((resolve) => setTimeout(resolve, 20));
  for (let round = 0; round < 3; round++) expect((await poll()) + (await adopt())).toBeLessThanOrEqual(maxCalls);
  expect(await store.count('RUNNING')).toBe(builds);
});

it('collects any number of builds that end at once, in a few rounds', async () => {
  const authorization = `Basic ${Buffer.from(`${jenkins.user}:${jenkins.token}`).toString('base64')}`;
  for (const { job, number } of jenkins.builds())
    await fetch(`${jenkins.url}${job}/${number}/stop`, {
      method: 'POST',
      headers: { authorization },
      redirect: 'manual',
    });
  const before = jenkins.requests.length;
  let looks = 0;
  while ((await store.count('KILLED')) < builds) {
    // The rounds of the previous tests have used up the calls; they are available again after a second.
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await follower.poll();
    looks++;
    while ((await store.count('KILLED')) < builds && (await store.count('RUNNING')) > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // Its log, its final state, its outputs.
  expect(looks).toBeLessThanOrEqual(2);
  expect(jenkins.requests.length - before).toBeLessThanOrEqual(3 * builds + looks * maxCalls);
});

it('still reads builds while very many executions use up all calls', async () => {
  await startBuild(builds);
  await untilThereAre(builds + 1);
  jenkins.addExecutors(1);
  const spending = setInterval(() => calls.spend(100), 1);
  try {
    while ((await store.count('RUNNING')) === 0) await follower.poll();
  } finally {
    clearInterval(spending);
  }
  expect(await store.count('RUNNING')).toBe(1);
  // Its turn comes after those of the builds that wait, each of which may take half a second.
}, 120_000);
