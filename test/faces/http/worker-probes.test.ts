import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageVersion } from '../../../src/base/config/package-root.ts';
import { RedisProcess } from '../../support/flowgate-fleet.ts';
import { spawnFlowgate, type FlowgateProcess } from '../../support/flowgate-process.ts';
import { temporaryFolder } from '../../support/redis.ts';

let redis: RedisProcess;
let worker: FlowgateProcess;

const settings = {
  FLOWGATE_ROLE: 'worker',
  FLOWGATE_KEY: 'a key for the tests alone',
  FLOWGATE_DATA: temporaryFolder(),
  // Nothing listens there: the worker is alive but not ready.
  JENKINS_URL: 'http://127.0.0.1:1',
  JENKINS_USER: 'flowgate',
  JENKINS_TOKEN: 'a token for the tests',
};

beforeAll(async () => {
  redis = await RedisProcess.start();
  worker = spawnFlowgate({ ...settings, REDIS_URL: redis.url });
  await worker.url;
});

afterAll(() => {
  worker.child.kill('SIGKILL');
  redis.kill();
});

async function get(path: string): Promise<Response> {
  return fetch(`${await worker.url}${path}`, { headers: { 'x-oidc-sub': 'ada' } });
}

it('serves the probes and metrics of a worker', async () => {
  expect(await (await get('/healthz')).json()).toMatchObject({ version: packageVersion() });
  const readiness = await get('/readyz');
  expect(readiness.status).toBe(503);
  expect(await readiness.text()).toContain('jenkins');
  expect(await (await get('/metrics')).text()).toContain('flowgate_trigger_queue_depth 0');
});

it.each(['/flows', '/executions', '/', '/whoami', '/openapi.json'])('serves nothing else: %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

it('starts although Redis is gone for a moment in the middle of it', async () => {
  let cuts = 0;
  const door = createServer((client) => {
    const server = connect(Number(new URL(redis.url).port), '127.0.0.1');
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.on('data', (data) => {
      if (!data.includes('{flowgate}:controllers') || cuts++ > 0) return void server.write(data);
      client.destroy();
      server.destroy();
    });
    server.pipe(client);
  }).listen(0, '127.0.0.1');
  const { port } = await new Promise<AddressInfo>((resolve) =>
    door.once('listening', () => resolve(door.address() as AddressInfo)),
  );
  const late = spawnFlowgate({ ...settings, REDIS_URL: `redis://127.0.0.1:${port}` });
  try {
    await late.url;
    await expect.poll(() => cuts, { timeout: 20_000 }).toBeGreaterThan(1); // it has asked again
  } finally {
    late.child.kill('SIGKILL');
    door.close();
  }
});
