import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ExecutionFolders } from '../../../../src/engines/local/executors/execution-folders.ts';
import { runLease } from '../../../../src/store/leases/run-lease.ts';
import { redisKey } from '../../../../src/store/redis/redis-key.ts';
import { told } from '../../../support/life-of.ts';
import { processesWith } from '../../../support/processes.ts';
import { startLocalGateway, type GatewayWithWorker } from '../../../support/running-gateway.ts';

let running: GatewayWithWorker;
beforeAll(async () => {
  running = await startLocalGateway();
  await running.store(`id: patient
namespace: examples
tasks:
  - id: wait
    type: dev.vendor.plugin.core.shell.Shell
    commands: ['while [ ! -e go ]; do sleep 0.0578; done']
  - {id: end, type: dev.vendor.plugin.core.log.Log, message: went on}
`);
});
afterAll(() => running.stop());

const nap = 'sleep 0.0578';
const workspace = (id: string) => join(new ExecutionFolders(running.gateway.dataFolder).running(id), 'workspace');

async function started(): Promise<string> {
  const { id } = (await running.run({}, { flow: 'patient' })).body as { id: string };
  await running.until(id, ({ tasks }) => tasks?.length === 1);
  while (!existsSync(workspace(id))) await pause(20);
  return id;
}

it('an execution whose lease ran out goes on, and exactly one process has it again', async () => {
  const id = await started();
  const { redis } = running.gateway.redis;
  const key = redisKey.lease(runLease(id));
  const token = await redis.get(key);
  await redis.del(key);
  while ((await redis.get(key)) === null) await pause(20);
  expect(await redis.get(key)).toBe(token);
  writeFileSync(join(workspace(id), 'go'), '');
  expect(await running.until(id, 'SUCCESS')).toMatchObject({ attempts: 1 });
});

it('an execution that another process has ended is noticed, and leaves nothing', async () => {
  const id = await started();
  const { ports, redis } = running.gateway;
  await redis.redis.del(redisKey.lease(runLease(id)));
  const lease = await ports.leases.acquire(runLease(id), 10_000);
  await told(ports, id, { name: 'interrupted', state: 'FAILED', reason: 'taken over' });
  await lease!.release();
  while (processesWith(nap).length > 0 || existsSync(workspace(id))) await pause(20);
  expect(await running.read(id)).toMatchObject({ state: 'FAILED', reason: 'taken over' });
});
