import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Carried } from '../../../src/language/execution-plan/segment.ts';
import type { TaskProgress, TaskState } from '../../../src/language/execution-plan/task-state.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { told, waitBegan, waitEnded } from '../../support/life-of.ts';
import { storeFlow } from '../../support/waiting-execution.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';
const flow = (id: string, { build = './build.sh', more = '' } = {}) => `id: ${id}
namespace: shop
description: Builds and deploys.
inputs:
  - {id: version, type: STRING, defaults: "1.2"}
  - {id: key, type: SECRET, required: false}
tasks:
  - {id: build, ${shell}, script: "${build}", outputSchema: {image: {type: STRING}}, outputFiles: [app.txt]}
  - {id: test, ${shell}, script: ./test.sh, allow_failure: true}
  - {id: deploy, ${shell}, script: "./deploy.sh {{ task_outputs.build.image }} {{ inputs.version }}", env: {KEY: "{{ inputs.key }}"}}
  - {id: announce, ${log}, message: Done}
${more}`;

let gateway: TestGateway;
const post = (path: string, body: object = {}, headers: object = {}) =>
  request(gateway.app)
    .post(path)
    .set({ 'x-oidc-sub': 'ada', ...headers })
    .send(body);
const restart = (id: string, body: object = {}, headers: object = {}) =>
  post(`/executions/${id}/restart`, body, headers);
const taskIn = (path: string, state: TaskState): TaskProgress => ({ path, state, startedAt: new Date().toISOString() });
const kept = { outputs: { build: { image: 'shop:1.2' }, deploy: { url: 'x' } }, files: [] } satisfies Carried;

interface EndedOptions {
  readonly flowId?: string;
  readonly inputs?: object;
  readonly states?: Readonly<Record<string, TaskState>>;
  readonly state?: 'FAILED' | 'SUCCESS' | 'KILLED';
  readonly carried?: Carried | undefined;
  /** Those before a wait at the task `test`; undefined if it did not wait. */
  readonly earlierTasks?: readonly TaskProgress[];
  readonly engine?: string;
}

const failed = { build: 'SUCCESS', test: 'FAILED', deploy: 'FAILED' } as const;

/** An execution that has ended, with its tasks in these states. */
async function ended({ flowId = 'ship', inputs = {}, ...given }: EndedOptions = {}): Promise<string> {
  const { states = failed, state = 'FAILED', engine = 'local' } = given;
  const { body } = await post(`/flows/shop/${flowId}/executions`, { inputs }).expect(202);
  const tasks = Object.entries(states).map(([path, taskState]) => taskIn(path, taskState));
  const carried = 'carried' in given ? given.carried : kept;
  const soak = { kind: 'time', task: 'test', since: new Date().toISOString(), version: 1 } as const;
  const waited = given.earlierTasks && [
    { name: 'begun', engine } as const,
    waitBegan(soak, { tasks: given.earlierTasks }),
    waitEnded(),
  ];
  await told(gateway.ports, body.id, [
    ...(waited ?? []),
    { name: 'begun', engine },
    { name: 'progressed', tasks, carried },
    { name: 'finished', state },
  ]);
  return body.id;
}

beforeAll(async () => {
  gateway = await startTestGateway({ engineName: 'local' });
  await storeFlow(gateway, flow('ship'));
});
afterAll(() => gateway.stop());

describe('a restart', () => {
  it('begins at the first task that did not succeed, and keeps what came before', async () => {
    const id = await ended({ inputs: { version: '1.3' } });
    const { body } = await restart(id).expect(202);
    expect(body).toMatchObject({ restartOf: id, restartFrom: 'deploy', inputs: { version: '1.3' }, actor: 'ada' });
    expect(body.tasks).toMatchObject([
      { path: 'build', state: 'KEPT' },
      { path: 'test', state: 'FAILED' },
    ]);
    expect(await gateway.ports.store.read(body.id)).toMatchObject({
      state: 'CREATED',
      segment: { number: 1, from: 'deploy', elapsed: 0, hasWarning: true },
    });
    // Nothing of the task that runs again.
    expect(await gateway.ports.store.carried(body.id)).toEqual({
      outputs: { build: { image: 'shop:1.2' } },
      files: [],
    });
  });

  it('begins at a task that may fail, if the execution failed there', async () => {
    const id = await ended({ states: { build: 'SUCCESS', test: 'FAILED' } });
    const { body } = await restart(id).expect(202);
    expect(body.restartFrom).toBe('test');
    expect(body.tasks).toMatchObject([{ path: 'build', state: 'KEPT' }]);
    const { body: later } = await restart(id, { from: 'deploy' }).expect(202);
    expect(later.restartFrom).toBe('deploy');
  });

  it('begins earlier on request, also of an execution that succeeded', async () => {
    const states = { build: 'SUCCESS', test: 'SUCCESS', deploy: 'SUCCESS', announce: 'SKIPPED' } as const;
    const id = await ended({ states, state: 'SUCCESS' });
    expect((await restart(id).expect(409)).body).toMatchObject({
      type: 'urn:flowgate:problem:restart-not-possible',
      detail: expect.stringContaining('name the task at which to begin: build, test, deploy and announce'),
    });
    for (const from of ['build', 'test', 'announce'])
      expect((await restart(id, { from }).expect(202)).body.restartFrom).toBe(from);
  });

  it('of a restart keeps what that one kept', async () => {
    const id = await ended({ states: { build: 'KEPT', test: 'KEPT', deploy: 'KILLED' }, state: 'KILLED' });
    const { body } = await restart(id).expect(202);
    expect(body.tasks.map((task: TaskProgress) => task.state)).toEqual(['KEPT', 'KEPT']);
  });

  it('is the same execution for the same key', async () => {
    const id = await ended();
    const key = { 'Idempotency-Key': 'once' };
    const first = await restart(id, { from: 'test' }, key).expect(202);
    expect((await restart(id, { from: 'test' }, key).expect(202)).body.id).toBe(first.body.id);
    await restart(id, { from: 'build' }, key).expect(409);
    await post(`/executions/${id}/replay`, {}, key).expect(409);
  });

  it('needs the secrets that are no longer stored, and takes no other values', async () => {
    const id = await ended({ inputs: { key: 'a long secret' } });
    const { body } = await restart(id).expect(422);
    expect(body.errors).toMatchObject([{ input_id: 'key', provided_value: null }]);
    expect(
      (await restart(id, { inputs: { version: '2', key: 'a long secret' } }).expect(422)).body.errors,
    ).toMatchObject([{ input_id: 'version' }]);
    const again = await restart(id, { inputs: { key: 'a long secret' } }).expect(202);
    expect((await gateway.ports.vault!.open(again.body.id))?.get('key')).toBe('a long secret');
  });

  it('runs another revision if the tasks that are kept are the same', async () => {
    await storeFlow(gateway, flow('revised'));
    const id = await ended({ flowId: 'revised' });
    await storeFlow(
      gateway,
      flow('revised', { more: 'finally: [{id: clean, type: dev.vendor.plugin.core.log.Log, message: Clean}]\n' }),
    );
    await storeFlow(gateway, flow('revised', { build: './other.sh' }));
    const { body } = await restart(id, { revision: 2 }).expect(202);
    expect(body.revision).toBe(2);
    expect((await restart(id, { revision: 3 }).expect(409)).body.detail).toContain('the task "build" differs');
    await restart(id, { revision: 3, from: 'build' }).expect(202);
    await restart(id, { revision: 4 }).expect(404);
  });
});

describe('a restart at a loop', () => {
  const items = { task: 'each', done: { a: {} } };
  const itemsOf = async (each: TaskState): Promise<Carried['items']> => {
    const id = await ended({ flowId: 'loops', states: { each, after: 'FAILED' }, carried: { ...kept, items } });
    const { body } = await restart(id, { from: 'each' }).expect(202);
    return (await gateway.ports.store.carried(body.id))?.items;
  };

  it('keeps the items that succeeded, but none if all of them did', async () => {
    await storeFlow(
      gateway,
      `id: loops
namespace: shop
description: Runs a task for each item.
tasks:
  - id: each
    type: dev.vendor.plugin.core.flow.ForEach
    values: [a, b]
    tasks:
      - {id: show, ${log}, message: Hello}
  - {id: after, ${log}, message: Done}
`,
    );
    expect(await itemsOf('FAILED')).toEqual(items);
    expect(await itemsOf('KILLED')).toEqual(items);
    expect(await itemsOf('SUCCESS')).toBeUndefined();
  });
});

describe('a restart is not possible', () => {
  const reason = async (id: string, body: object = {}) => (await restart(id, body).expect(409)).body.detail as string;

  it('after the first task that did not succeed, or at none of them', async () => {
    const id = await ended();
    expect(await reason(id, { from: 'announce' })).toContain('the task "deploy" before "announce" did not succeed');
    expect(await reason(id, { from: 'unknown' })).toContain('"unknown" is not one of its tasks: build, test, deploy');
  });

  it('while the execution runs', async () => {
    const { body } = await post('/flows/shop/ship/executions').expect(202);
    expect(await reason(body.id)).toContain(`the execution ${body.id} is still CREATED`);
  });

  it('if outputs or files are lost', async () => {
    expect(await reason(await ended({ carried: { outputs: {}, files: [] } }))).toContain(
      'the outputs of the task "build" are no longer stored',
    );
    expect(await reason(await ended({ carried: undefined }))).toContain('the task "build"');
    const own = await ended();
    const file = { path: 'app.txt', task: 'build', execution: own };
    const id = await ended({ carried: { ...kept, files: [file] } });
    expect(await reason(id)).toContain('the file "app.txt" that the task "build" kept no longer exists');
    await restart(id, { from: 'build' }).expect(202);
  });

  it('after an approval that was given for another revision, or for an execution that succeeded', async () => {
    const approved = (script: string) => `id: approved
namespace: shop
description: Asks, and deploys.
tasks:
  - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Deploy?, approvers: {not_starter: true}}
  - {id: deploy, ${shell}, script: ${script}}
`;
    await storeFlow(gateway, approved('./deploy.sh'));
    await storeFlow(gateway, approved('./other.sh'));
    const carried = { outputs: { ask: { decision: 'APPROVE', approver: 'carol', decided_at: 'x' } }, files: [] };
    const options = { flowId: 'approved', carried };
    const first = await ended({ ...options, states: { ask: 'SUCCESS', deploy: 'FAILED' } });
    await restart(first, { from: 'deploy' }).expect(202);
    expect(await reason(first, { revision: 1 })).toContain('the approval "ask" was given for revision 2; begin there');
    await restart(first, { revision: 1, from: 'ask' }).expect(202);
    const done = await ended({ ...options, states: { ask: 'KEPT', deploy: 'SUCCESS' }, state: 'SUCCESS' });
    expect(await reason(done, { from: 'deploy' })).toContain(
      `was given for the execution ${done}, which has succeeded`,
    );
    await restart(done, { from: 'ask' }).expect(202);
  });

  it('if a build has recorded no files since the last wait', async () => {
    await restart(await ended({ earlierTasks: [taskIn('build', 'SUCCESS')] })).expect(202);
    expect(await reason(await ended({ earlierTasks: [] }))).toContain(
      'it is not recorded which files the task "build" has kept',
    );
  });

  it('of a build that succeeded, if the tasks before it return something', async () => {
    const before = gateway;
    const account = { user: 'u', token: 't', folder: 'flows', credentials: [] };
    gateway = await startTestGateway({ jenkins: { url: 'http://127.0.0.1:1', ...account } });
    try {
      await storeFlow(gateway, flow('ship'));
      const states = { build: 'SUCCESS', test: 'SUCCESS', deploy: 'SUCCESS', announce: 'SUCCESS' } as const;
      const id = await ended({ states, state: 'SUCCESS', carried: undefined, engine: 'jenkins' });
      expect(await reason(id, { from: 'deploy' })).toContain(
        'Jenkins keeps no outputs of a build that succeeds; use replay to run everything again.',
      );
    } finally {
      await gateway.stop();
      gateway = before;
    }
  });

  it('without a definition, or for a deleted flow', async () => {
    const adopted = await createdExecution(gateway.ports.life, {
      accepted: { flow: { namespace: 'shop', id: 'ship' }, revision: undefined },
      source: { bytes: Buffer.alloc(0), mediaType: 'application/x-yaml', format: 'yaml' },
      failure: 'x',
    });
    expect(await reason(adopted)).toContain('was started in Jenkins');
    await storeFlow(gateway, flow('gone'));
    const id = await ended({ flowId: 'gone' });
    await request(gateway.app).delete('/flows/shop/gone').set('x-oidc-sub', 'ada').expect(204);
    expect((await restart(id).expect(404)).body.type).toBe('urn:flowgate:problem:flow-not-found');
    await restart('01ARZ3NDEKTSV4RRFFQ69G5FAV').expect(404);
  });
});
