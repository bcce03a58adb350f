import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RedisLeases } from '../../../src/execution/redis/redis-leases.ts';
import { RedisPushedJobs } from '../../../src/execution/redis/redis-pushed-jobs.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

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
  it('is found among all keys only once', async () => {
    const scan = vi.spyOn(test.redis, 'scan');
    expect([await jobs.any(), await jobs.any()]).toEqual([false, false]);
    expect(scan).toHaveBeenCalledTimes(1);
    scan.mockRestore();
  });

  it('is known for what 0.1.0 has pushed', async () => {
    await test.redis.hset('{flowgate}:pushed:examples/hello', 'digest', 'd', 'url', job.url);
    expect([await jobs.any(), await jobs.any()]).toEqual([true, true]);
  });

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
