import { afterAll, beforeAll, expect, it } from 'vitest';
import { CallBudget } from '../../../../src/engines/jenkins/call-budget.ts';
import { JenkinsClientGateway } from '../../../../src/engines/jenkins/client/jenkins-client-gateway.ts';
import { ExecutionStarter } from '../../../../src/engines/jenkins/start/execution-starter.ts';
import type { ExecutionRecord } from '../../../../src/lifecycle/execution-record.ts';
import { ExecutionLife } from '../../../../src/store/executions/execution-life.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisPools } from '../../../../src/store/executions/redis/redis-pools.ts';
import { RedisPushedJobs } from '../../../../src/store/executions/redis/redis-pushed-jobs.ts';
import { RedisLeases } from '../../../../src/store/leases/redis-leases.ts';
import { onlyController } from '../../../support/controllers.ts';
import { executionCreation } from '../../../support/execution-creation.ts';
import { startTestRedis, type TestRedis } from '../../../support/redis.ts';
import { StandInJenkins } from '../../../support/stand-in-jenkins/stand-in-jenkins.ts';

const second = 1_000;
const minute = 60 * second;

let redis: TestRedis;
let jenkins: StandInJenkins;
let gateway: JenkinsClientGateway;
beforeAll(async () => {
  redis = await startTestRedis();
  jenkins = await StandInJenkins.start();
  gateway = new JenkinsClientGateway({ url: jenkins.url, user: jenkins.user, token: jenkins.token, folder: 'flows' });
});
afterAll(async () => {
  gateway.close();
  await jenkins.stop();
  await redis.stop();
});

/** Tries an execution at these times after the first attempt, with the clock set accordingly. */
async function recordsAfter(...times: readonly number[]): Promise<readonly (ExecutionRecord | undefined)[]> {
  const store = new RedisExecutionStore(redis.redis);
  const jobs = new RedisPushedJobs(redis.redis);
  const start = new Date('2026-01-02T03:04:05.678Z');
  const creation = executionCreation({ at: start });
  const { id, flow } = creation.accepted;
  await store.create(creation);
  let now = start;
  const clock = () => now;
  const starter = new ExecutionStarter({
    ...onlyController,
    queue: { add: async () => undefined },
    store,
    pools: new RedisPools(redis.redis),
    jobs,
    gateway,
    leases: new RedisLeases(redis.redis),
    plan: async () => ({
      job: { key: flow, description: '', parameters: [], script: "echo 'hello'" },
      digest: '',
      parameters: new Map(),
      secrets: [],
      hasFinals: false,
    }),
    calls: new CallBudget(),
    life: new ExecutionLife({ store, queue: { add: async () => undefined }, now: clock }),
    now: clock,
    report: () => undefined,
  });
  const records: (ExecutionRecord | undefined)[] = [];
  for (const time of times) {
    now = new Date(start.getTime() + time);
    await starter.start(id);
    records.push(await store.read(id));
  }
  return records;
}

it.each([
  ['unauthorised' as const, '401', 15 * second],
  ['forbidden' as const, '403', 10 * minute],
])('gives up when Jenkins stays %s', async (kind, status, grace) => {
  jenkins.misbehave([{ kind }]);
  const [first, waiting, last] = await recordsAfter(second, grace, grace + 2 * second);
  expect(first).toMatchObject({
    state: 'CREATED',
    trouble: expect.stringContaining(status),
    troubleSince: '2026-01-02T03:04:06.678Z',
  });
  expect(waiting).toEqual(first);
  expect(last).toMatchObject({ state: 'FAILED', reason: first?.trouble, trouble: undefined, troubleSince: undefined });
});

it('counts from the beginning of the current trouble', async () => {
  jenkins.misbehave([{ kind: 'starting', times: 2 }, { kind: 'unauthorised' }]);
  const [starting, still, rejected, waiting] = await recordsAfter(0, minute, 2 * minute, 2 * minute + 10 * second);
  for (const record of [starting, still])
    expect(record).toMatchObject({ trouble: expect.stringContaining('503'), troubleSince: '2026-01-02T03:04:05.678Z' });
  for (const record of [rejected, waiting])
    expect(record).toMatchObject({ trouble: expect.stringContaining('401'), troubleSince: '2026-01-02T03:06:05.678Z' });
});

it('waits a day for an unavailable Jenkins', async () => {
  jenkins.misbehave([{ kind: 'down' }]);
  const day = 24 * 60 * minute;
  const [waiting, last] = await recordsAfter(day - minute, day + minute);
  expect(waiting?.state).toBe('CREATED');
  expect(last).toMatchObject({ state: 'FAILED', reason: waiting?.trouble });
});
