import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';
const call = 'type: dev.vendor.plugin.core.flow.Subflow, namespace: examples';
const forEach = 'type: dev.vendor.plugin.core.flow.ForEach';

const build = `id: build
namespace: examples
description: Builds a version of something, unless it shall fail.
inputs:
  - {id: name, type: STRING}
  - {id: token, type: SECRET, required: false}
tasks:
  - id: make
    ${shell}
    script: 'test "{{ inputs.name }}" != bad && echo "{\\"version\\": \\"{{ inputs.name }}-1\\"}"'
    outputSchema: {version: {type: STRING}}
outputs:
  - {id: version, type: STRING, value: "{{ task_outputs.make.version }}"}
`;

const flow = (id: string, tasks: string, more = '') => `id: ${id}
namespace: examples
description: Calls others.
inputs:
  - {id: name, type: STRING, defaults: app}
  - {id: names, type: JSON, defaults: '["a", "b", "c"]'}
  - {id: token, type: SECRET, required: false}
tasks:
${tasks}${more}`;

let running: GatewayWithWorker;
const post = (path: string, body: object = {}) =>
  request(running.gateway.app).post(path).set('x-oidc-sub', 'ada').send(body);
const get = async (path: string) => (await request(running.gateway.app).get(path).expect(200)).body;
const statesOf = ({ tasks }: { tasks: readonly { path: string; state: string }[] }) =>
  Object.fromEntries(tasks.map(({ path, state }) => [path, state]));
const childrenOf = async (id: string) => (await get(`/executions?parent=${id}&limit=100`)).executions;

async function start(id: string, inputs: object = {}): Promise<string> {
  const { body } = await post(`/flows/examples/${id}/executions`, { inputs }).expect(202);
  return body.id;
}

beforeAll(async () => {
  running = await startLocalGateway({ executors: 4 });
  await running.store(build);
});
afterAll(() => running.stop());

describe('a call that is an execution of its own', () => {
  it('returns its outputs and its id', { timeout: 60_000 }, async () => {
    await running.store(
      flow(
        'one',
        `  - {id: build, ${call}, flowId: build, separate: true, inputs: {name: "{{ inputs.name }}"}}
  - {id: told, ${log}, message: "{{ task_outputs.build.version }} of {{ task_outputs.build.execution }}"}
`,
        'outputs: [{id: version, type: STRING, value: "{{ task_outputs.build.version }}"}]\n',
      ),
    );
    const id = await start('one');
    const ended = await running.until(id, 'SUCCESS');
    expect(ended.outputs).toEqual({ version: 'app-1' });
    expect(statesOf(ended)).toEqual({ build: 'SUCCESS', told: 'SUCCESS' });
    const [child, ...others] = await childrenOf(id);
    expect(others).toEqual([]);
    expect(child).toMatchObject({
      flowId: 'build',
      actor: 'ada',
      inputs: { name: 'app' },
      parent: { execution: id, namespace: 'examples', flowId: 'one', task: 'build' },
    });
    expect((await request(running.gateway.app).get(`/executions/${id}/logs`)).text).toContain(`app-1 of ${child.id}`);
  });

  it('fails the task with its reason', { timeout: 60_000 }, async () => {
    const id = await start('one', { name: 'bad' });
    const ended = await running.until(id, 'FAILED');
    const [child] = await childrenOf(id);
    expect(ended.reason).toContain(`Task build failed: the execution ${child.id} failed: Task make failed`);
  });
});

describe('a loop of executions', () => {
  it('runs one for each item, and returns lists', { timeout: 60_000 }, async () => {
    await running.store(
      flow(
        'many',
        `  - id: all
    ${forEach}
    values: "{{ inputs.names }}"
    concurrency: 2
    tasks:
      - {id: build, ${call}, flowId: build, separate: true, inputs: {name: "{{ items.all }}"}, outputSchema: {version: {type: STRING}}}
    outputs:
      - {id: versions, type: STRING, value: "{{ task_outputs.build.version }}"}
      - {id: executions, type: STRING, value: "{{ task_outputs.build.execution }}"}
  - {id: told, ${log}, message: "{{ task_outputs.all.versions }}"}
`,
        'outputs: [{id: versions, type: JSON, value: "{{ task_outputs.all.versions }}"}, {id: failed, type: INT, value: "{{ task_outputs.all.failed }}"}]\n',
      ),
    );
    const id = await start('many');
    const ended = await running.until(id, 'SUCCESS');
    expect(ended.outputs).toEqual({ versions: ['a-1', 'b-1', 'c-1'], failed: 0 });
    expect(ended.tasks[0]).toMatchObject({ path: 'all', items: { total: 3, succeeded: 3, failed: 0 } });
    expect(await childrenOf(id)).toMatchObject([
      { parent: { task: 'all/build', item: 'c' } },
      { parent: { item: 'b' } },
      { parent: { item: 'a' } },
    ]);
  });

  it('names the items that failed, and a restart runs only those', { timeout: 60_000 }, async () => {
    const id = await start('many', { names: '["a", "bad", "c"]' });
    const ended = await running.until(id, 'FAILED');
    expect(ended.reason).toContain('Task all failed: 1 of 3 items failed: bad');
    const { body } = await post(`/executions/${id}/restart`).expect(202);
    const again = await running.until(body.id, 'FAILED');
    expect(again.reason).toContain('1 of 3 items failed: bad');
    expect(again.tasks[0]).toMatchObject({ items: { total: 3, succeeded: 2, failed: 1 } });
    expect(await childrenOf(body.id)).toMatchObject([{ parent: { item: 'bad' } }]);
  });
});
