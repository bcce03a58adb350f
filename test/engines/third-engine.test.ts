import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfiguration } from '../../src/base/config/load-configuration.ts';
import { chooseEngine } from '../../src/engines/choose-engine.ts';
import { engineModules } from '../../src/engines/engine-modules.ts';
import { startTestGateway } from '../support/gateway.ts';
import { withWorker, type GatewayWithWorker } from '../support/running-gateway.ts';
import { printEngine } from './print-engine.ts';

const flow = `id: pair
namespace: examples
tasks:
  - {id: first, type: dev.vendor.plugin.core.shell.Shell, commands: ['exit 1']}
  - {id: second, type: dev.vendor.plugin.core.shell.Shell, commands: ['exit 1']}
`;
let running: GatewayWithWorker;
beforeAll(async () => {
  running = withWorker(
    await startTestGateway({
      engineModules: [printEngine],
      engineName: 'print',
      // The contract names only the engines of Flowgate.
      validateResponses: false,
    }),
  );
  await running.store(flow);
});
afterAll(() => running.stop());

it('runs an execution from its request to its log, without a change of src', async () => {
  const accepted = await running.run({}, { flow: 'pair' });
  expect(accepted.status).toBe(202);
  const { id } = accepted.body;
  expect(await running.until(id, 'SUCCESS')).toMatchObject({ engine: 'print', attempts: 1, state: 'SUCCESS' });
  const get = (path: string) => request(running.gateway.app).get(`/executions/${id}/${path}`);
  expect((await get('logs').expect(200)).text).toBe('first: Run shell commands\nsecond: Run shell commands\nprinted\n');
  expect((await get('logs?task=second').expect(200)).text).toBe('second: Run shell commands\n');
  expect((await get('artifacts').expect(200)).body).toMatchObject({ artifacts: [{ path: `${id}.txt` }] });
  expect((await request(running.gateway.app).get('/system').expect(200)).body).toMatchObject({ engine: 'print' });
});

it('has no jobs to push', async () => {
  const push = await request(running.gateway.app).post('/flows/examples/pair/push').set('x-oidc-sub', 'ada');
  expect([push.status, push.body.type]).toEqual([409, expect.stringContaining('jenkins-not-configured')]);
});

it('is chosen if it says that it is the default', async () => {
  const modules = [{ ...printEngine, isDefault: () => true }, ...Object.values(engineModules)];
  const noRedis = () => Promise.reject(new Error('not needed'));
  expect((await chooseEngine(modules, loadConfiguration({}), noRedis))?.name).toBe('print');
});
