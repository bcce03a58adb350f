import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';

// Nothing runs the accepted executions.
const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ jenkins });
});
afterAll(() => gateway.stop());

async function outline(text: string) {
  const answer = await request(gateway.app)
    .post('/flows/outline')
    .set({ 'x-oidc-sub': 'ada', 'Content-Type': 'text/yaml' })
    .send(text);
  expect(answer.status).toBe(200);
  return answer.body.nodes as readonly Record<string, unknown>[];
}

const type = 'dev.vendor.plugin.core';
const blocks = `id: release
namespace: examples
tasks:
  - id: deploy
    type: ${type}.flow.ForEach
    values: [eu, us]
    disabled: true
    tasks:
      - id: push
        type: ${type}.shell.Shell
        script: ./push.sh
  - {id: child, type: ${type}.flow.Subflow, namespace: examples, flowId: hello, run_if: "{{ inputs.missing }}"}
finally:
  - {id: tidy, type: ${type}.log.Log}
  - {id: half, type: ${type}.flow.Subflow, namespace: examples}
`;

it('lists the tasks of a document with errors, those of blocks after their block', async () => {
  const nodes = await outline(blocks);
  expect(nodes).toMatchObject([
    { path: 'deploy', kind: 'block', control: 'loop', condition: '["eu","us"]', disabled: true, line: 4 },
    {
      path: 'deploy/push',
      parent: 'deploy',
      kind: 'task',
      section: 'tasks',
      disabled: true,
      line: 9,
      type: `${type}.shell.Shell`,
    },
    {
      path: 'child',
      kind: 'call',
      flow: { namespace: 'examples', id: 'hello' },
      condition: '{{ inputs.missing }}',
      line: 12,
    },
    { path: 'tidy', section: 'finally', disabled: false, line: 14 },
    { path: 'half', line: 15 },
  ]);
  expect(nodes[1]).not.toHaveProperty('body');
});

it('lists every task of a small document with many values', async () => {
  const tasks = Array.from({ length: 400 }, (_, index) => `{id: t${index}, type: x}`);
  expect(await outline(`tasks: [${tasks.join(',')}]`)).toHaveLength(400);
});

it('lists nothing of a document that cannot be read', async () => {
  expect(await outline('tasks: [')).toEqual([]);
  expect(await outline('')).toEqual([]);
  expect(await outline('- just a list')).toEqual([]);
});

it('outlines the revision that an execution runs, for those who may read it', async () => {
  const text = (id: string) =>
    `id: outlined\nnamespace: examples\ntasks:\n  - {id: ${id}, type: ${type}.log.Log, message: a}\n`;
  const ada = { 'x-oidc-sub': 'ada' };
  const yaml = { ...ada, 'Content-Type': 'text/yaml' };
  await request(gateway.app).post('/flows').set(yaml).send(text('first')).expect(201);
  const { body: accepted } = await request(gateway.app)
    .post('/flows/examples/outlined/executions')
    .set(ada)
    .send({ inputs: {} })
    .expect(202);
  await request(gateway.app).put('/flows/examples/outlined').set(yaml).send(text('second')).expect(200);
  const path = `/executions/${accepted.id}/outline`;
  const { body } = await request(gateway.app).get(path).set(ada).expect(200);
  expect(body.nodes).toMatchObject([{ path: 'first', line: 4 }]);
});
