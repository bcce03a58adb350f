import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageVersion } from '../../src/config/package-root.ts';
import { RedisProcess } from '../support/flowgate-fleet.ts';
import { spawnFlowgate, type FlowgateProcess } from '../support/flowgate-process.ts';
import { temporaryFolder } from '../support/redis.ts';

let redis: RedisProcess;
let worker: FlowgateProcess;

beforeAll(async () => {
  redis = await RedisProcess.start();
  worker = spawnFlowgate({
    FLOWGATE_ROLE: 'worker',
    REDIS_URL: redis.url,
    FLOWGATE_KEY: 'a key for the tests alone',
    FLOWGATE_DATA: temporaryFolder(),
    // Nothing listens there: the worker is alive but not ready.
    JENKINS_URL: 'http://127.0.0.1:1',
    JENKINS_USER: 'flowgate',
    JENKINS_TOKEN: 'a token for the tests',
  });
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
