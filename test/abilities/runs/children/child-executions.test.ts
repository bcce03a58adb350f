import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../../support/running-gateway.ts';

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

const sleeper = `id: sleeper
namespace: examples
description: Takes long.
tasks:
  - {id: nap, ${shell}, script: sleep 60}
`;

let running: GatewayWithWorker;
const post = (path: string, body: object = {}) =>
  request(running.gateway.app).post(path).set('x-oidc-sub', 'ada').send(body);
const get = async (path: string) => (await request(running.gateway.app).get(path).expect(200)).body;
const statesOf = ({ tasks }: { tasks: readonly { path: string; state: string }[] }) =>
  Object.fromEntries(tasks.map(({ path, state }) => [path, state]));
const childrenOf = async (id: string) => (await get(`/executions?parent=${id}&limit=100`)).executions;

const itemsOf = async (id: string) =>
  (await childrenOf(id)).map(({ parent }: { parent: { item: string } }) => parent.item).toSorted();

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

describe('calls of calls', () => {
  it('run inside each other, wait for people, and stop together', { timeout: 60_000 }, async () => {
    await running.store(
      `id: asks-first\nnamespace: examples\ndescription: Asks.\ntasks: [{id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Go?}]\n`,
    );
    await running.store(flow('middle', `  - {id: inner, ${call}, flowId: asks-first, separate: true}\n`));
    await running.store(flow('outer', `  - {id: inner, ${call}, flowId: middle, separate: true}\n`));
    const inmost = async (id: string) => {
      await running.until(id, ({ waitingFor }) => waitingFor?.executions?.open === 1);
      const [middle] = await childrenOf(id);
      await running.until(middle.id, ({ waitingFor }) => waitingFor?.executions?.open === 1);
      const [inner] = await childrenOf(middle.id);
      await running.until(inner.id, ({ waitingFor }) => waitingFor?.kind === 'approval');
      return { middle: middle.id, inner: inner.id };
    };
    const approved = await start('outer');
    const { inner } = await inmost(approved);
    await post(`/executions/${inner}/decision`, { task: 'ask', decision: 'APPROVE' }).expect(202);
    await running.until(approved, 'SUCCESS');
    const stopped = await start('outer');
    const below = await inmost(stopped);
    await post(`/executions/${stopped}/stop`).expect(202);
    await running.until(stopped, 'KILLED');
    for (const id of Object.values(below)) expect((await running.read(id)).state).toBe('KILLED');
  });

  it('must not form a cycle', async () => {
    const calls = (id: string, other: string) =>
      flow(id, `  - {id: next, ${call}, flowId: ${other}, separate: true}\n`);
    await running.store(calls('ping', 'pong'));
    await expect(running.store(calls('pong', 'ping'))).rejects.toThrow('subflow-cycle');
  });

  it('cannot be inlined, because the build would end there', async () => {
    await running.store(
      flow('inlined', `  - {id: build, ${call}, flowId: build, separate: true, inputs: {name: a}}\n`),
    );
    await expect(running.store(flow('inlines', `  - {id: inner, ${call}, flowId: inlined}\n`))).rejects.toThrow(
      'A called flow cannot wait',
    );
  });
});

describe('a call that only starts an execution', () => {
  it('goes on at once, and a stop of the caller does not stop it', { timeout: 60_000 }, async () => {
    await running.store(sleeper);
    await running.store(
      flow(
        'starts',
        `  - {id: slow, ${call}, flowId: sleeper, separate: true, wait: false}
  - {id: told, ${log}, message: "{{ task_outputs.slow.execution }}"}
  - {id: hold, ${shell}, script: sleep 60}
`,
      ),
    );
    const id = await start('starts');
    await running.until(id, ({ tasks }) => tasks.some(({ path }: { path: string }) => path === 'hold'));
    await post(`/executions/${id}/stop`).expect(202);
    await running.until(id, 'KILLED');
    const [child] = await childrenOf(id);
    expect((await get(`/executions/${child.id}`)).stop).toBeUndefined();
    await post(`/executions/${child.id}/stop`).expect(202);
  });
});

describe('a stop', () => {
  it('of the caller stops what it waits for, before its last tasks', { timeout: 60_000 }, async () => {
    await running.store(sleeper);
    const last = `finally: [{id: clean, ${log}, message: Clean}]\n`;
    await running.store(flow('holds', `  - {id: slow, ${call}, flowId: sleeper, separate: true}\n`, last));
    const id = await start('holds');
    const waiting = await running.until(id, ({ waitingFor }) => waitingFor?.executions?.open === 1);
    expect(waiting.waitingFor).toMatchObject({ kind: 'executions', task: 'slow', executions: { total: 1, failed: 0 } });
    await post(`/executions/${id}/stop`).expect(202);
    const ended = await running.until(id, 'KILLED');
    expect(statesOf(ended)).toEqual({ slow: 'KILLED', clean: 'SUCCESS' });
    expect(await childrenOf(id)).toMatchObject([{ state: 'KILLED', reason: 'Stopped by ada.' }]);
  });

  it('of the called execution alone fails the task', { timeout: 60_000 }, async () => {
    const id = await start('holds');
    await running.until(id, ({ waitingFor }) => waitingFor?.executions?.open === 1);
    const [child] = await childrenOf(id);
    await post(`/executions/${child.id}/stop`).expect(202);
    const ended = await running.until(id, 'FAILED');
    expect(ended.reason).toContain(`Task slow failed: the execution ${child.id} was stopped: Stopped by ada`);
  });

  it('at the timeout of the task fails it', { timeout: 60_000 }, async () => {
    await running.store(flow('limits', `  - {id: slow, ${call}, flowId: sleeper, separate: true, timeout: 1s}\n`));
    const id = await start('limits');
    const ended = await running.until(id, 'FAILED');
    expect(ended.reason).toContain('Task slow failed: it did not end within 1s');
    expect(await childrenOf(id)).toMatchObject([{ state: 'KILLED', reason: `Stopped by the execution ${id}.` }]);
  });
});

describe('a call that is repeated', () => {
  it('shows how many failed, and when the next one starts', { timeout: 60_000 }, async () => {
    const retry = 'retry: {type: constant, max_attempt: 2, interval: 10m}';
    await running.store(
      flow('repeats', `  - {id: build, ${call}, flowId: build, separate: true, inputs: {name: bad}, ${retry}}\n`),
    );
    const id = await start('repeats');
    const { waitingFor } = await running.until(id, (record) => record.waitingFor?.executions?.retryAt !== undefined);
    expect(waitingFor.executions).toMatchObject({ total: 1, open: 0, succeeded: 0, failed: 0, retrying: 1 });
    const minutes = (Date.parse(waitingFor.executions.retryAt) - Date.parse(waitingFor.since)) / 60_000;
    expect(Math.round(minutes)).toBe(10);
    await post(`/executions/${id}/stop`).expect(202);
    await running.until(id, 'KILLED');
  });
});

describe('the timeout of the flow', () => {
  const ofNap = (nap: string) => `  - {id: nap, ${call}, flowId: sleeper, separate: true${nap}}\n`;
  const first = `  - {id: first, ${shell}, script: sleep 1}\n`;

  it('counts while it waits, and stops what it waits for', { timeout: 60_000 }, async () => {
    await running.store(sleeper);
    const last = `timeout: 4s\nerrors: [{id: told, ${log}, message: failed}]\nfinally: [{id: cleaned, ${log}, message: done}]\n`;
    await running.store(flow('bounded', first + ofNap(', timeout: 1h, allow_failure: true'), last));
    const id = await start('bounded');
    const ended = await running.until(id, 'FAILED');
    expect(ended.reason).toBe("Flow bounded timed out: the flow's limit of 4 s was reached");
    expect(statesOf(ended)).toEqual({ first: 'SUCCESS', nap: 'FAILED', told: 'SUCCESS', cleaned: 'SUCCESS' });
    expect(await childrenOf(id)).toMatchObject([{ state: 'KILLED' }]);
  });

  it('is what is left after a call', { timeout: 60_000 }, async () => {
    await running.store(sleeper.replace('id: sleeper', 'id: napper').replace('sleep 60', 'sleep 3'));
    const after = `  - {id: long, ${shell}, script: sleep 60}\n`;
    await running.store(flow('left', ofNap('').replace('sleeper', 'napper') + after, 'timeout: 6s\n'));
    const ended = await running.until(await start('left'), 'FAILED');
    expect(ended.reason).toBe("Flow left timed out: the flow's limit of 6 s was reached");
    expect(statesOf(ended)).toEqual({ nap: 'SUCCESS', long: 'FAILED' });
  });

  it('ends a flow of which nothing follows', { timeout: 60_000 }, async () => {
    await running.store(flow('single', ofNap(''), 'timeout: 2s\n'));
    const ended = await running.until(await start('single'), 'FAILED');
    expect(ended.reason).toBe("Task nap failed: Flow single timed out: the flow's limit of 2 s was reached");
  });
});

describe('what a called execution gets', () => {
  it('is the revision of the time at which the caller was accepted', { timeout: 60_000 }, async () => {
    const older = (message: string) =>
      `id: pinned\nnamespace: examples\ndescription: Says something.\ntasks:\n  - {id: say, ${log}, message: ${message}}\n`;
    await running.store(older('first'));
    await running.store(
      flow(
        'pins',
        `  - {id: pause, ${shell}, script: sleep 2}\n  - {id: say, ${call}, flowId: pinned, separate: true}\n`,
      ),
    );
    const id = await start('pins');
    await running.store(older('second'));
    await running.until(id, 'SUCCESS');
    expect(await childrenOf(id)).toMatchObject([{ revision: 1 }]);
  });

  it('includes secrets only where it expects one', { timeout: 60_000 }, async () => {
    await running.store(
      flow(
        'passes',
        `  - {id: build, ${call}, flowId: build, separate: true, inputs: {name: "{{ inputs.name }}", token: "{{ inputs.token }}"}}
  - {id: leak, ${call}, flowId: build, separate: true, inputs: {name: "{{ inputs.token }}-x"}}
`,
      ),
    );
    const id = await start('passes', { token: 'hunter2-hunter2' });
    const ended = await running.until(id, 'FAILED');
    expect(ended.reason).toContain(
      'Task leak failed: the value for the input name contains a secret, which can be passed only to an input of type SECRET',
    );
    const [child, ...others] = await childrenOf(id);
    expect(others).toEqual([]);
    expect(child).toMatchObject({ state: 'SUCCESS', inputs: { name: 'app', token: '****' } });
    const { redis } = running.gateway.redis;
    for (const key of await redis.keys('*executions:child*')) throw new Error(`${key} is left over`);
  });

  it('includes files', { timeout: 60_000 }, async () => {
    await running.store(
      `id: reads\nnamespace: examples\ndescription: Reads.\ninputs: [{id: notes, type: FILE}]\ntasks: [{id: read, ${shell}, script: 'cat "{{ inputs.notes }}"'}]\n`,
    );
    await running.store(
      `id: sends\nnamespace: examples\ndescription: Sends.\ninputs: [{id: paper, type: FILE}]\ntasks: [{id: send, ${call}, flowId: reads, separate: true, inputs: {notes: "{{ inputs.paper }}"}}]\n`,
    );
    const { body } = await request(running.gateway.app)
      .post('/flows/examples/sends/executions')
      .set('x-oidc-sub', 'ada')
      .attach('paper', Buffer.from('what the file says'), 'paper.txt')
      .expect(202);
    await running.until(body.id, 'SUCCESS');
    const [child] = await childrenOf(body.id);
    expect(child.inputs.notes).toMatchObject({ filename: 'paper.txt', size: 18 });
    expect((await request(running.gateway.app).get(`/executions/${child.id}/logs`)).text).toContain(
      'what the file says',
    );
  });

  it('is checked as for anybody', { timeout: 60_000 }, async () => {
    await running.store(
      `id: strict\nnamespace: examples\ndescription: Is strict.\ninputs: [{id: n, type: INT, max: 3}]\ntasks: [{id: say, ${log}, message: "{{ inputs.n }}"}]\n`,
    );
    await running.store(
      flow(
        'asks',
        `  - {id: ask, ${call}, flowId: strict, separate: true, inputs: {n: "{{ inputs.name }}"}}\n`,
      ).replace('{id: name, type: STRING, defaults: app}', '{id: name, type: INT, defaults: 4}'),
    );
    const ended = await running.until(await start('asks'), 'FAILED');
    expect(ended.reason).toContain('Task ask failed: the input n of examples/strict is invalid: ');
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
    expect(await itemsOf(id)).toEqual(['a', 'b', 'c']);
    expect((await childrenOf(id))[0]).toMatchObject({ parent: { execution: id, task: 'all/build' } });
  });

  it('names the items that failed, and a restart runs only those', { timeout: 60_000 }, async () => {
    const id = await start('many', { names: ['a', 'bad', 'c'] });
    const ended = await running.until(id, 'FAILED');
    expect(ended.reason).toContain('Task all failed: 1 of 3 items failed: bad. First failure: the execution ');
    const failed = (await childrenOf(id)).find(({ state }: { state: string }) => state === 'FAILED');
    expect(ended.reason).toContain(`${failed.id} failed: Task make failed`);
    const { body } = await post(`/executions/${id}/restart`).expect(202);
    const again = await running.until(body.id, 'FAILED');
    expect(again.reason).toContain('1 of 3 items failed: bad');
    expect(again.tasks[0]).toMatchObject({ items: { total: 3, succeeded: 2, failed: 1 } });
    expect(await itemsOf(body.id)).toEqual(['bad']);
  });

  it('repeats and tolerates items, and skips those whose condition is false', { timeout: 60_000 }, async () => {
    await running.store(
      flow(
        'tolerates',
        `  - id: all
    ${forEach}
    values: "{{ inputs.names }}"
    tasks:
      - id: build
        type: dev.vendor.plugin.core.flow.Subflow
        namespace: examples
        flowId: build
        separate: true
        inputs: {name: "{{ items.all }}"}
        allow_failure: true
        run_if: items.all != 'b'
        retry: {type: constant, max_attempt: 2, interval: 1s}
    outputs:
      - {id: versions, type: STRING, value: "{{ task_outputs.build.version }}"}
`,
        'outputs: [{id: versions, type: JSON, value: "{{ task_outputs.all.versions }}"}]\n',
      ),
    );
    const id = await start('tolerates', { names: ['a', 'b', 'bad'] });
    const ended = await running.until(id, 'WARNING');
    expect(ended.outputs).toEqual({ versions: ['a-1', null, null] });
    expect(await itemsOf(id)).toEqual(['a', 'bad', 'bad']);
  });

  it('starts no others after a failure with fail_fast', { timeout: 60_000 }, async () => {
    const loop = `  - id: all
    ${forEach}
    values: "{{ inputs.names }}"
    fail_fast: true
    tasks: [{id: build, ${call}, flowId: build, separate: true, inputs: {name: "{{ items.all }}"}}]
`;
    await running.store(flow('hastens', loop));
    const ended = await running.until(await start('hastens', { names: ['a', 'bad', 'c'] }), 'FAILED');
    expect(ended.reason).toContain('1 of 3 items failed: bad');
    expect(ended.tasks[0]).toMatchObject({ items: { total: 3, succeeded: 1, failed: 1 } });
  });

  it('is done at once without items', { timeout: 60_000 }, async () => {
    const ended = await running.until(await start('many', { names: [] }), 'SUCCESS');
    expect(ended.outputs).toEqual({ versions: [], failed: 0 });
  });

  it('fails for a list that is none', { timeout: 60_000 }, async () => {
    const ended = await running.until(await start('many', { names: { a: 1 } }), 'FAILED');
    expect(ended.reason).toContain('Task all failed: the values must be a list');
  });
});
