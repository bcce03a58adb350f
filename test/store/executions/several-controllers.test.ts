import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultController } from '../../../src/lifecycle/execution-record.ts';
import { placedFlow, startSeveralControllers, type SeveralControllers } from '../../support/several-controllers.ts';
import { isDisabled } from '../../support/stand-in-jenkins/items.ts';

const short = { tasks: [{ path: 'greet', milliseconds: 20 }] };
const long = { tasks: [{ path: 'greet', milliseconds: 60_000 }] };

let running: SeveralControllers<'default' | 'eu' | 'lab'>;
beforeAll(async () => {
  running = await startSeveralControllers({
    [defaultController]: {},
    eu: { namespaces: ['web', 'web.*'], workerGroups: ['gpu'] },
    lab: { workerGroups: ['bench'] },
  });
});
afterAll(() => running.stop());

async function started(namespace: string, id: string) {
  const answer = await running.run({}, { namespace, flow: id });
  expect(answer.status).toBe(202);
  return answer.body;
}

const jobsOf = (name: keyof typeof running.jenkins) => running.jenkins[name].builds().map(({ job }) => job);

describe('an execution', () => {
  it('runs on the controller of its namespace, its worker group, or the one for all others', async () => {
    await running.store(placedFlow('web.shop', short, { id: 'a' }));
    await running.store(placedFlow('web.shop', short, { id: 'b', group: 'bench' }));
    await running.store(placedFlow('ops', short, { id: 'c' }));
    const executions = [await started('web.shop', 'a'), await started('web.shop', 'b'), await started('ops', 'c')];
    expect(executions.map(({ controller }) => controller)).toEqual(['eu', 'lab', 'default']);
    for (const { id } of executions) await running.until(id, 'SUCCESS');
    expect(jobsOf('eu')).toEqual(['/job/flows/job/web.shop/job/a']);
    expect(jobsOf('lab')).toEqual(['/job/flows/job/web.shop/job/b']);
    expect(jobsOf('default')).toEqual(['/job/flows/job/ops/job/c']);
    const logs = await request(running.gateway.app).get(`/executions/${executions[1].id}/logs`).expect(200);
    expect(logs.text).toContain('Finished: SUCCESS');
  });

  it('is followed and stopped where it runs', async () => {
    await running.store(placedFlow('web.shop', long, { id: 'slow', group: 'bench' }));
    const { id } = await started('web.shop', 'slow');
    await running.until(id, 'RUNNING');
    await request(running.gateway.app).post(`/executions/${id}/stop`).set('x-oidc-sub', 'ada').expect(202);
    await running.until(id, 'KILLED');
    expect(await running.gateway.ports.store.countOn('lab', [])).toEqual({ open: 0, followed: 0 });
  });

  it('starts and ends while another controller hangs', async () => {
    running.jenkins.eu.misbehave([{ kind: 'late', milliseconds: 60_000 }]);
    await running.store(placedFlow('web', short, { id: 'stuck' }));
    // More than a worker starts at once.
    const stuck = await Promise.all(Array.from({ length: 25 }, () => started('web', 'stuck')));
    await running.store(placedFlow('ops', short, { id: 'free' }));
    const { id } = await started('ops', 'free');
    await running.until(id, 'SUCCESS');
    expect((await running.read(stuck[0].id)).state).toBe('CREATED');
    running.jenkins.eu.misbehave([]);
  });
});

it('rejects an execution whose tasks need two controllers, and warns when the flow is stored', async () => {
  const flow = placedFlow('web', short, { id: 'both', group: 'bench' }).replace(
    "commands: ['true']}",
    "commands: ['true'], worker_group: 'gpu && linux'}",
  );
  const stored = await request(running.gateway.app)
    .post('/flows')
    .set('x-oidc-sub', 'ada')
    .set('content-type', 'application/x-yaml')
    .send(flow)
    .expect(201);
  expect(stored.body.warnings).toMatchObject([{ code: 'several-controllers', path: '/tasks/0/worker_group', line: 6 }]);
  const { status, body } = await running.run({}, { namespace: 'web', flow: 'both' });
  expect([status, body.errors]).toEqual([
    422,
    [
      expect.objectContaining({
        code: 'several-controllers',
        message: expect.stringContaining('the flow needs "lab" (worker group bench) and the task "greet" needs "eu"'),
      }),
    ],
  ]);
});

it('adopts builds that were started by hand once, on their controller', async () => {
  await running.store(placedFlow('ops', short, { id: 'manual', group: 'bench' }));
  const push = request(running.gateway.app).post('/flows/ops/manual/push').set('x-oidc-sub', 'ada');
  expect((await push.expect(200)).body.url).toContain(running.jenkins.lab.url);
  const { url, user, token } = running.jenkins.lab;
  await fetch(`${url}/job/flows/job/ops/job/manual/buildWithParameters`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}` },
  });
  const list = async () =>
    (await request(running.gateway.app).get('/executions?namespace=ops&flow_id=manual')).body.executions;
  while ((await list()).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const [{ id }] = await list();
  expect(await running.until(id, 'SUCCESS')).toMatchObject({ controller: 'lab', build: { number: 1 } });
});

it('disables the jobs of a deleted flow on every controller that has one', async () => {
  await running.store(placedFlow('ops', short, { id: 'moved' }));
  await running.until((await started('ops', 'moved')).id, 'SUCCESS');
  await running.store(placedFlow('ops', short, { id: 'moved', group: 'bench' }));
  await running.until((await started('ops', 'moved')).id, 'SUCCESS');
  await request(running.gateway.app).delete('/flows/ops/moved').set('x-oidc-sub', 'ada').expect(204);
  const jobs = [running.jenkins.default, running.jenkins.lab].map((jenkins) =>
    jenkins.job('/job/flows/job/ops/job/moved')!,
  );
  while (!jobs.every(isDisabled)) await new Promise((resolve) => setTimeout(resolve, 10));
});
