import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JenkinsGateway } from '../../../../src/engines/jenkins/client/jenkins-gateway.ts';
import { JenkinsUpkeep } from '../../../../src/engines/jenkins/jenkins-upkeep.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisPushedJobs } from '../../../../src/store/executions/redis/redis-pushed-jobs.ts';
import { RedisLeases } from '../../../../src/store/leases/redis-leases.ts';
import { RedisRevisionStore } from '../../../../src/store/revisions/redis-revision-store.ts';
import { onlyController } from '../../../support/controllers.ts';
import { createdExecution } from '../../../support/execution-creation.ts';
import { endedIn, told } from '../../../support/life-of.ts';
import { startTestRedis, type TestRedis } from '../../../support/redis.ts';
import { revisionWrite } from '../../../support/revision-writes.ts';

const flow = { namespace: 'examples', id: 'hello' };
const job = { digest: 'd', url: 'http://jenkins/job/hello/' };

let test: TestRedis;
let jobs: RedisPushedJobs;
beforeAll(async () => {
  test = await startTestRedis();
  jobs = new RedisPushedJobs(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

describe('whether a flow was ever pushed', () => {
  it('changes with the first push', async () => {
    expect(await jobs.any()).toBe(false);
    await jobs.write(flow, job, { name: 'push', token: 7 });
    expect(await jobs.any()).toBe(false); // without the lease nothing is written
    const lease = await new RedisLeases(test.redis).acquire('push', 60_000);
    await jobs.write(flow, job, lease!);
    expect(await jobs.any()).toBe(true);
  });

  it('changes when a job is to be disabled', async () => {
    expect(await jobs.any()).toBe(false);
    await jobs.retire(flow);
    expect(await jobs.any()).toBe(true);
  });
});

describe('a removed job', () => {
  const known = () => test.redis.exists('{flowgate}:pushed:examples/hello');
  let executions: RedisExecutionStore;
  let revisions: RedisRevisionStore;

  beforeEach(async () => {
    executions = new RedisExecutionStore(test.redis);
    revisions = new RedisRevisionStore(test.redis);
    await revisions.create(revisionWrite({ key: flow }));
    await jobs.write(flow, job, (await new RedisLeases(test.redis).acquire('push', 60_000))!);
  });

  const purge = () => revisions.purge({ key: flow, actor: 'eve', time: new Date() });
  const forget = (listed: readonly (typeof flow)[]) =>
    new JenkinsUpkeep({
      ...onlyController,
      // The only call that it makes.
      gateway: { listJobs: async () => listed.map((key) => ({ key })) } as unknown as JenkinsGateway,
      store: executions,
      leases: new RedisLeases(test.redis),
      jobs,
    }).forgetRemovedJobs();

  it('is forgotten once its flow is purged', async () => {
    await forget([]);
    expect(await known()).toBe(1);
    await purge();
    await forget([flow]);
    expect(await known()).toBe(1);
    await forget([]);
    expect(await known()).toBe(0);
  });

  it('is remembered until it is disabled', async () => {
    await purge();
    await jobs.retire(flow);
    await forget([]);
    expect(await known()).toBe(1);
    await jobs.retired(flow);
    await forget([]);
    expect(await known()).toBe(0);
  });

  it('is remembered while an execution of its flow goes on or waits', async () => {
    const concurrency = { limit: 1, behavior: 'QUEUE' } as const;
    const first = await createdExecution(executions, { concurrency });
    const second = await createdExecution(executions, { concurrency });
    await purge();
    for (const id of [first, second]) {
      await forget([]);
      expect(await known()).toBe(1);
      await told(executions, id, endedIn('SUCCESS'));
    }
    await forget([]);
    expect(await known()).toBe(0);
  });
});
