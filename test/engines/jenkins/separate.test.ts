import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';
import type { BuildPlan } from '../../support/stand-in-jenkins/build-plan.ts';

const core = 'dev.vendor.plugin.core';

let running: RunningGateway;
beforeAll(async () => {
  running = await startRunningGateway({ timing: { task: 20 } });
});
afterAll(() => running.stop());

const get = async (path: string) =>
  (await request(running.gateway.app).get(path).set('x-oidc-sub', 'ada').expect(200)).body;
const tasksOf = ({ tasks }: { readonly tasks: readonly JsonObject[] }) =>
  tasks.map(({ path, state }) => `${String(path)} ${String(state)}`);

const planned = (id: string, plan: BuildPlan, more: string) =>
  running.store(
    `id: ${id}\nnamespace: examples\ndescription: ${JSON.stringify(`stand-in: ${JSON.stringify(plan)}`)}\n${more}`,
  );

it('a build ends where executions of their own begin, and another one goes on with what they return', async () => {
  await planned(
    'child',
    { tasks: [{ path: 'make' }], outputs: { version: '1.7' } },
    `inputs: [{id: name, type: STRING}]
tasks: [{id: make, type: ${core}.shell.Shell, script: make, outputSchema: {version: {type: STRING}}}]
outputs: [{id: version, type: STRING, value: "{{ task_outputs.make.version }}"}]
`,
  );
  const left = (task: string) => ({
    outputs: { list: { names: '["a","b"]' } },
    files: {},
    task,
    texts: {},
    elapsed: 5,
  });
  await planned(
    'parent',
    {
      tasks: [{ path: 'list' }, { path: 'all' }, { path: 'show' }],
      waits: [{ task: 'all', leaves: left('all') }],
    },
    `tasks:
  - {id: list, type: ${core}.shell.Shell, script: list, outputSchema: {names: {type: JSON}}}
  - id: all
    type: ${core}.flow.ForEach
    values: "{{ task_outputs.list.names }}"
    tasks:
      - {id: one, type: ${core}.flow.Subflow, namespace: examples, flowId: child, separate: true, inputs: {name: "{{ items.all }}"}}
    outputs: [{id: versions, type: STRING, value: "{{ task_outputs.one.version }}"}]
  - {id: show, type: ${core}.log.Log, message: "{{ task_outputs.all.versions }}"}
`,
  );
  const { id } = (await running.run({}, { flow: 'parent' })).body;
  const ended = await running.until(id, 'SUCCESS');
  expect(tasksOf(ended)).toEqual(['list SUCCESS', 'all SUCCESS', 'show SUCCESS']);
  expect(ended.tasks[1]).toMatchObject({ items: { total: 2, succeeded: 2, failed: 0 } });
  expect(ended.builds).toHaveLength(2);
  const { executions } = await get(`/executions?parent=${id}`);
  expect(executions.map(({ inputs }: JsonObject) => inputs)).toEqual([{ name: 'b' }, { name: 'a' }]);
  const carried = await running.gateway.ports.store.carried(id);
  expect(carried?.outputs.all).toEqual({ versions: '["1.7","1.7"]', total: '2', succeeded: '2', failed: '0' });
});

/** A caller of a flow whose builds do as planned. */
async function caller(id: string, plan: BuildPlan): Promise<string> {
  await planned(`${id}-child`, plan, `tasks: [{id: make, type: ${core}.shell.Shell, script: make}]\n`);
  const leaves = { outputs: {}, files: {}, task: 'one', texts: {}, elapsed: 5 };
  await planned(
    id,
    { tasks: [{ path: 'one' }], waits: [{ task: 'one', leaves }] },
    `tasks: [{id: one, type: ${core}.flow.Subflow, namespace: examples, flowId: ${id}-child, separate: true}]\n`,
  );
  return (await running.run({}, { flow: id })).body.id;
}

it('a build that fails fails the caller, which names it', async () => {
  const id = await caller('fails', { tasks: [{ path: 'make', outcome: 'FAILED' }] });
  const ended = await running.until(id, 'FAILED');
  const { executions } = await get(`/executions?parent=${id}`);
  expect(executions).toMatchObject([{ state: 'FAILED' }]);
  expect(ended.reason).toContain(`Task one failed: the execution ${executions[0].id} failed: Task make failed`);
});

it('a stop of the caller stops the build for which it waits', async () => {
  const id = await caller('stops', { tasks: [{ path: 'make', milliseconds: 60_000 }] });
  const childrenOf = async () => (await get(`/executions?parent=${id}`)).executions;
  await expect.poll(async () => (await childrenOf())[0]?.state, { timeout: 20_000 }).toBe('RUNNING');
  await request(running.gateway.app).post(`/executions/${id}/stop`).set('x-oidc-sub', 'ada').expect(202);
  expect((await running.until(id, 'KILLED')).reason).toBe('Stopped by ada.');
  const [child] = await childrenOf();
  expect(child).toMatchObject({ state: 'KILLED', reason: 'Stopped by ada.', stop: { by: 'ada' } });
  expect(running.jenkins.builds().find(({ job }) => job.endsWith('stops-child'))).toMatchObject({ result: 'ABORTED' });
});
