import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

let running: RunningGateway;
beforeAll(async () => {
  running = await startRunningGateway();
});
afterAll(() => running.stop());

const inputs = 'inputs: [{id: size, type: INT, defaults: 1}, {id: token, type: SECRET}]\n';

async function run(log: string, values: Record<string, string | number>): Promise<string> {
  await running.store(
    plannedFlow(
      { tasks: [{ path: 'build', log }], outputs: { kind: 'a', size: Number(values['size']) } },
      { id: 'compared', more: inputs },
    ),
  );
  const { body } = await running.run({ inputs: values }, { flow: 'compared' });
  await running.until(body.id, 'SUCCESS');
  return body.id;
}

const compare = (left: string, right: string) =>
  request(running.gateway.app).get(`/executions/${left}/comparison?with=${right}`).set('x-oidc-sub', 'ada');

it('compares the values, tasks and logs of two executions', async () => {
  const left = await run('same\nfour\n', { size: 4, token: 'first-secret' });
  const right = await run('same\nfive\n', { size: 5, token: 'other-secret' });
  const { body } = await compare(left, right).expect(200);
  expect(body).toMatchObject({
    left: { id: left, number: 1, namespace: 'examples', flowId: 'compared', revision: 1, state: 'SUCCESS' },
    right: { id: right, number: 2, revision: 2 },
    sameFlow: true,
    // Secrets are masked.
    inputs: [{ id: 'size', left: 4, right: 5 }],
    outputs: [{ id: 'size', left: 4, right: 5 }],
    tasks: [{ path: 'build', left: { state: 'SUCCESS', duration: expect.any(Number) }, right: { state: 'SUCCESS' } }],
    firstDifferingLine: { left: { text: 'four' }, right: { text: 'five' } },
  });
  expect(JSON.stringify(body)).not.toMatch(/first-secret|other-secret/);
  const { body: same } = await compare(left, left).expect(200);
  expect(same).toMatchObject({ inputs: [], outputs: [] });
  expect(same).not.toHaveProperty('firstDifferingLine');
});

it('requires two executions', async () => {
  const { body } = await running.run({ inputs: { token: 'a-secret' } }, { flow: 'compared' });
  await compare(body.id, '01ARZ3NDEKTSV4RRFFQ69G5FAV').expect(404);
  await compare(body.id, 'none').expect(400);
});
