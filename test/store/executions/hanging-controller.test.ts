import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isDown } from '../../../src/engines/controllers/controller-states.ts';
import { RedisControllerStates } from '../../../src/engines/controllers/redis-controller-states.ts';
import { placedFlow, startSeveralControllers, type SeveralControllers } from '../../support/several-controllers.ts';

let running: SeveralControllers<'eu' | 'lab'>;
let isStopped = false;
beforeEach(async () => {
  isStopped = false;
  running = await startSeveralControllers({ eu: {}, lab: { namespaces: ['lab'] } });
});
afterEach(async () => (isStopped ? undefined : running.stop()));

const post = (path: string) => request(running.gateway.app).post(path).set('x-oidc-sub', 'ada');

async function started(milliseconds: number): Promise<string> {
  await running.store(placedFlow('lab', { tasks: [{ path: 'greet', milliseconds }] }));
  return (await running.run({}, { namespace: 'lab' })).body.id;
}

/** @returns a function that ends it */
async function hang(): Promise<() => void> {
  running.jenkins.lab.misbehave([{ kind: 'late', milliseconds: 120_000 }]);
  const states = new RedisControllerStates(running.gateway.redis.redis);
  for (;;) {
    const look = (await states.looks()).get('lab');
    if (isDown(look) && look?.isSilent === true) return () => running.jenkins.lab.misbehave([]);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

it('is not asked while it is known to hang, and is named', async () => {
  const ended = await started(20);
  await running.until(ended, 'SUCCESS');
  const open = await started(60_000);
  await running.until(open, 'RUNNING');
  const goOn = await hang();
  const asked = () => running.jenkins.lab.requests.filter((each) => /artifacts|stop|config\.xml/.test(each)).length;
  const before = asked();
  const stop = await post(`/executions/${open}/stop`);
  expect([stop.status, stop.body.stop.by]).toEqual([202, 'ada']);
  const artifacts = await request(running.gateway.app).get(`/executions/${ended}/artifacts`);
  expect([artifacts.status, artifacts.body.detail]).toEqual([
    503,
    'The artifacts could not be read from Jenkins: Jenkins does not answer (controller "lab").',
  ]);
  const push = async () => {
    const { status, body } = await post('/flows/lab/hello/push');
    return [status, body.detail];
  };
  // The start of the execution may still hold the job.
  await expect
    .poll(push, { timeout: 30_000 })
    .toEqual([503, 'The job could not be pushed: Jenkins does not answer (controller "lab").']);
  expect(asked()).toBe(before);
  expect((await running.read(open)).trouble).toContain('(controller "lab")');
  goOn();
  expect(await running.until(open, 'KILLED')).toMatchObject({ controller: 'lab' });
}, 60_000);

it('does not keep a worker from ending', async () => {
  await running.until(await started(20), 'SUCCESS');
  await started(60_000);
  running.jenkins.lab.misbehave([{ kind: 'late', milliseconds: 120_000 }]);
  const asked = running.jenkins.lab.requests.length;
  await expect.poll(() => running.jenkins.lab.requests.length, { timeout: 10_000 }).toBeGreaterThan(asked + 2);
  isStopped = true;
  await running.stop();
}, 20_000);
