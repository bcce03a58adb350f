import { afterAll, beforeAll, expect, it } from 'vitest';
import { queueUnattended } from '../../../src/abilities/runs/unattended-executions.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

const now = new Date('2026-01-01T12:00:00Z');
const inSeconds = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

let test: TestRedis;

beforeAll(async () => {
  test = await startTestRedis();
});
afterAll(() => test.stop());

it('queues executions that nobody works on, also if the clock that accepted them is ahead', async () => {
  const store = new RedisExecutionStore(test.redis);
  const old = await createdExecution(store, { at: inSeconds(-60) });
  await createdExecution(store, { at: inSeconds(-1) });
  const ahead = await createdExecution(store, { at: inSeconds(600) });
  const queued: string[] = [];
  const queue = {
    add: async (id: string) => void queued.push(id),
    depth: async () => 0,
    remove: async () => undefined,
  };
  await queueUnattended({ store, queue, now: () => now });
  expect(queued.toSorted()).toEqual([old, ahead].toSorted());
});
