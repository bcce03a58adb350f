import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

const artifacts = {
  'out/a;b#c%.txt': 'odd',
  'out/what?.txt': 'a question',
  'out/*zip*/x': 'a trap',
  'a*b': 'a star',
  'back\\slash': 'back',
  '.flowgate2/kept.txt': 'kept',
};

let running: RunningGateway;
let id: string;
beforeAll(async () => {
  running = await startRunningGateway();
  await running.store(plannedFlow({ tasks: [{ path: 'greet' }], outputs: { token: 'the secret' }, artifacts }));
  id = (await running.run()).body.id;
  await running.until(id, 'SUCCESS');
});
afterAll(() => running.stop());

const get = (path: string) =>
  request(running.gateway.app).get(`/executions/${id}/artifacts/${path.split('/').map(encodeURIComponent).join('/')}`);

it('with unusual names are served unchanged', async () => {
  for (const path of ['out/a;b#c%.txt', '.flowgate2/kept.txt'] as const)
    expect((await get(path).buffer(true).expect(200)).body.toString()).toBe(artifacts[path]);
});

it('whose names Jenkins would interpret differently are not served, and the response explains why', async () => {
  const { body } = await request(running.gateway.app).get(`/executions/${id}/artifacts`).expect(200);
  const listed = body.artifacts.map(({ path }: { path: string }) => path);
  expect(listed.toSorted()).toEqual(Object.keys(artifacts).toSorted());
  for (const path of ['out/what?.txt', 'out/*zip*/x', 'a*b', 'back\\slash']) {
    const answer = await get(path);
    expect(answer.body).toMatchObject({
      status: 404,
      type: 'urn:flowgate:problem:artifact-not-found',
      detail: expect.stringContaining('Rename the file.'),
    });
  }
});

it('in Jenkins itself, an archive below a build contains hidden files', async () => {
  // Otherwise the stand-in would not test this case.
  const { jenkins } = running;
  const archive = await fetch(`${jenkins.url}/job/flows/job/examples/job/hello/1/artifact/*zip*/archive.zip`, {
    headers: { authorization: `Basic ${btoa(`${jenkins.user}:${jenkins.token}`)}` },
  });
  expect(await archive.text()).toContain('the secret');
});

it('whose names contain a secret are shown and served under masked names', async () => {
  const made = { 'out/hunter2-token.txt': 'one', 'out/plain.txt': 'two' };
  const more = 'inputs: [{id: token, type: SECRET}]\n';
  await running.store(plannedFlow({ tasks: [{ path: 'greet' }], artifacts: made }, { id: 'named', more }));
  const { body } = await running.run({ inputs: { token: 'hunter2-token' } }, { flow: 'named' });
  await running.until(body.id, 'SUCCESS');
  const list = () => request(running.gateway.app).get(`/executions/${body.id}/artifacts`);
  expect((await list().expect(200)).body.artifacts.map(({ path }: { path: string }) => path).toSorted()).toEqual([
    'out/****.txt',
    'out/plain.txt',
  ]);
  const served = await request(running.gateway.app).get(`/executions/${body.id}/artifacts/out/****.txt`).buffer(true);
  expect([served.status, served.body.toString()]).toEqual([200, 'one']);
  const { status } = await request(running.gateway.app).get(`/executions/${body.id}/artifacts/out/hunter2-token.txt`);
  expect(status).toBe(404);
});
