import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AccessPolicy } from '../../../src/access/access-policy.ts';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { headingsBegin } from '../../../src/engines/jenkins/builds/headed-text.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { told } from '../../support/life-of.ts';

const policy = readPolicy(`grants:
  - {subjects: [root, watcher], namespaces: ["*"], rights: [read]}
  - {subjects: [root], namespaces: ["*"], rights: [write, execute]}
  - {subjects: [eve, dev], namespaces: [a], rights: [read, write, execute]}
  - {subjects: [dev], namespaces: [b], rights: [execute]}
`).value as AccessPolicy; // the policy is valid

// Nothing runs the accepted executions.
const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const calling = (name: string, more = '') =>
  `{id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: ${name.split('/')[0]}, flowId: ${name.split('/')[1]}${more}}`;
const flow = (name: string, tasks: readonly string[], more = '') =>
  `id: ${name.split('/')[1]}\nnamespace: ${name.split('/')[0]}\ndescription: One of three.\n${more}tasks:\n${tasks.map((task) => `  - ${task}\n`).join('')}`;

/** `a/caller` calls `b/middle`, which calls `c/deepest`. Each contains unique words. */
const flows = [
  flow('c/deepest', [`{id: deep_task, ${shell}, commands: [echo deep-words]}`]),
  flow('b/middle', [`{id: middle_task, ${shell}, commands: [echo middle-words]}`, calling('c/deepest')]),
  flow('a/caller', [`{id: own_task, ${shell}, commands: [echo own-words]}`, calling('b/middle')]),
];
const needy = flow(
  'c/deepest',
  [`{id: deep_task, ${shell}, commands: ['echo "{{ inputs.deep_input }}"']}`],
  'inputs: [{id: deep_input, type: INT}]\n',
);

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    identity: { verifier: new ProxyIdentity(['loopback']), forReading: false, policy },
    jenkins,
  });
});
beforeEach(async () => {
  await gateway.redis.redis.flushall();
  for (const text of flows) await as('root', 'post', '/flows', text).expect(201);
});
afterAll(() => gateway.stop());

function as(subject: string, method: 'get' | 'post' | 'put' | 'delete', path: string, body?: string | object) {
  const sent = request(gateway.app)[method](path).set('x-oidc-sub', subject);
  if (body === undefined) return sent;
  return typeof body === 'string' ? sent.set('Content-Type', 'text/yaml').send(body) : sent.send(body);
}

const makeNeedy = () => as('root', 'put', '/flows/c/deepest', needy);
const ofDeepest = /deep-words|deep_task|deep_input/;
const ofMiddle = /middle-words|middle_task/;

it('a Jenkinsfile requires execute or read for every flow in it, and other callers learn only a name', async () => {
  const eve = await as('eve', 'get', '/flows/a/caller/jenkinsfile');
  expect(eve.body).toMatchObject({
    status: 403,
    type: 'urn:flowgate:problem:forbidden',
    namespace: 'b',
    right: 'execute',
    subject: 'eve',
    detail: expect.stringContaining('b/middle'),
  });
  const dev = await as('dev', 'get', '/flows/a/caller/jenkinsfile');
  expect(dev.body).toMatchObject({ status: 403, namespace: 'c', detail: expect.stringContaining('c/deepest') });
  expect(dev.text).not.toMatch(ofDeepest);
  for (const subject of ['root', 'watcher'])
    expect((await as(subject, 'get', '/flows/a/caller/jenkinsfile').expect(200)).text).toMatch(/deep-words/);
  expect((await as('dev', 'post', '/transpiler/convert/jenkins', flows[2])).body).toMatchObject({
    status: 403,
    namespace: 'c',
    detail: expect.stringContaining('c/deepest'),
  });
  expect((await as('dev', 'post', '/transpiler/convert/jenkins/validate', flows[2])).body).toMatchObject({
    convertible: true,
    warnings: [],
  });
  await as('root', 'delete', '/flows/b/middle?purge=true').expect(204);
  expect((await as('eve', 'get', '/flows/a/caller/jenkinsfile')).body).toEqual(eve.body);
});

it('the audit entry of such a denial is in the namespace of the requested flow', async () => {
  await as('eve', 'get', '/flows/a/caller/jenkinsfile').expect(403);
  const { body } = await as('root', 'get', '/audit?actor=eve');
  expect(body.entries).toMatchObject([
    { action: 'getJenkinsfile', outcome: 'denied', namespace: 'a', flowId: 'caller' },
  ]);
});

it('validate-subflows returns only the name of a hidden flow, whether it exists or not', async () => {
  const validate = (subject: string) => as(subject, 'post', '/flows/a/caller/validate-subflows').expect(200);
  const eve = await validate('eve');
  expect(eve.body).toMatchObject({
    valid: true,
    errors: [],
    warnings: [{ code: 'subflow-hidden', severity: 'warning', path: '/tasks/1/flowId' }],
  });
  expect(eve.body.subflows).toEqual([{ task_id: 'call', namespace: 'b', flow_id: 'middle', hidden: true }]);
  expect((await validate('dev')).body).toMatchObject({
    warnings: [{ code: 'subflow-hidden', message: expect.stringMatching(/b\/middle.*c\/deepest/) }],
    subflows: [{ flow_id: 'middle', revision: 1, exists: true, valid: true }],
  });
  await makeNeedy().expect(200);
  expect((await validate('dev')).text).not.toMatch(ofDeepest);
  expect((await validate('root')).body).toMatchObject({
    errors: [{ code: 'subflow-missing-input', message: expect.stringMatching(/deep_input/) }],
  });
  await as('root', 'delete', '/flows/b/middle?purge=true').expect(204);
  expect((await validate('eve')).body).toEqual(eve.body);
});

it('an invalid call of a hidden flow prevents storing and running, without details about the hidden flow', async () => {
  await makeNeedy().expect(200);
  const unusable = { code: 'subflow-unusable', path: '/tasks/1/flowId' };
  const changed = `${flows[2]}# changed\n`;
  expect((await as('dev', 'post', '/flows/validate', changed)).body).toMatchObject({
    valid: false,
    errors: [unusable],
  });
  expect((await as('dev', 'put', '/flows/a/caller', changed)).body).toMatchObject({ status: 422, errors: [unusable] });
  expect((await as('dev', 'post', '/import?dryRun=true', changed)).body.flows).toMatchObject([
    { outcome: 'refused', errors: [unusable] },
  ]);
  expect((await as('dev', 'post', '/transpiler/convert/jenkins/validate', changed)).body).toMatchObject({
    convertible: false,
    warnings: [unusable],
  });
  for (const path of ['executions', 'push'])
    expect((await as('dev', 'post', `/flows/a/caller/${path}`, {})).body).toMatchObject({
      status: 422,
      errors: [unusable],
    });
  for (const answer of [
    await as('dev', 'post', '/flows/validate', changed),
    await as('dev', 'post', '/flows/a/caller/executions', {}),
  ])
    expect(answer.text).not.toMatch(ofDeepest);
  expect((await as('root', 'put', '/flows/a/caller', changed)).text).toMatch(ofDeepest);
  await as('root', 'delete', '/flows/c/deepest?purge=true').expect(204);
  expect((await as('dev', 'post', '/flows/a/caller/executions', {})).body).toMatchObject({
    status: 422,
    errors: [unusable],
  });
});

it('failures of a schedule and responses of a webhook contain no details about it either, regardless of who stored the flow', async () => {
  const triggers = 'triggers: [{id: nightly, type: schedule, cron: "@daily"}, {id: pushed, type: webhook}]\n';
  await as('root', 'put', '/flows/a/caller', `${flows[2]}${triggers}`).expect(200);
  const { key } = (await as('root', 'post', '/flows/a/caller/triggers/pushed/key').expect(201)).body;
  await makeNeedy().expect(200);
  const hook = await request(gateway.app).post('/hooks/a/caller/pushed').set('X-Flowgate-Key', key).expect(422);
  expect(hook.body).toMatchObject({
    errors: [{ code: 'subflow-unusable', message: expect.stringContaining('b/middle') }],
  });
  expect(hook.text).not.toMatch(/c\/deepest|deep_input/);
  const tick = {
    flow: { namespace: 'a', id: 'caller' },
    triggerId: 'nightly',
    cron: '@daily',
    timezone: 'UTC',
    at: new Date(),
  };
  expect(await gateway.services.schedules.processTick(tick)).toBe('failed');
  const [failed] = (await as('eve', 'get', '/executions')).body.executions;
  expect(failed).toMatchObject({ state: 'FAILED', reason: expect.stringContaining('b/middle') });
  expect(failed.reason).not.toMatch(/c\/deepest|deep_input/);
});

const log = `[Pipeline] stage
[Pipeline] { (caller)
[Pipeline] script
[Pipeline] {
[Pipeline] stage
[Pipeline] { (own_task)
own-words
[Pipeline] }
[Pipeline] stage
[Pipeline] { (call)
[Pipeline] stage
[Pipeline] { (middle_task)
middle-words
[Pipeline] }
[Pipeline] }
[Pipeline] }
[Pipeline] }
[Pipeline] End of Pipeline
ERROR: Task middle_task failed
Finished: FAILURE
`;

/** A completed execution of `a/caller`. */
async function ended(): Promise<string> {
  const { id } = (await as('root', 'post', '/flows/a/caller/executions', {}).expect(202)).body;
  const at = new Date();
  const times = { startedAt: at.toISOString(), endedAt: at.toISOString() };
  const tasks = ['own_task', 'call', 'call/middle_task', 'call/call/deep_task'].map((path) => ({
    path,
    state: 'FAILED' as const,
    ...times,
    reason: 'Task middle_task failed',
    attempts: [1, 2].map((number) => ({
      number,
      state: 'FAILED' as const,
      ...times,
      reason: 'Task middle_task failed',
    })),
  }));
  await gateway.ports.logs.write(
    id,
    (async function* pieces() {
      yield log;
    })(),
  );
  await told(gateway.ports, id, [
    { name: 'buildFound', build: { number: 1, url: 'http://jenkins/1/' } },
    { name: 'begun', tasks },
    { name: 'finished', state: 'FAILED', reason: 'Task middle_task failed' },
  ]);
  return id;
}

it('an execution shows only its own part to callers who may not see its subflows', async () => {
  const id = await ended();
  const paths = (body: { tasks: { path: string }[] }) => body.tasks.map(({ path }) => path);
  const eve = await as('eve', 'get', `/executions/${id}`).expect(200);
  expect(eve.body).toMatchObject({ partial: true, subflows: [], source: flows[2], state: 'FAILED' });
  expect(paths(eve.body)).toEqual(['own_task', 'call']);
  expect(eve.text).not.toMatch(ofMiddle);
  const dev = await as('dev', 'get', `/executions/${id}`).expect(200);
  expect(dev.body).toMatchObject({ partial: true, subflows: [{ namespace: 'b', id: 'middle', revision: 1 }] });
  for (const subject of ['root', 'watcher']) {
    const { body } = await as(subject, 'get', `/executions/${id}`).expect(200);
    expect(body).toMatchObject({
      partial: false,
      subflows: [{ id: 'middle' }, { id: 'deepest' }],
      reason: 'Task middle_task failed',
    });
    expect(paths(body)).toHaveLength(4);
    expect(body.tasks[1].attempts[1].reason).toBe('Task middle_task failed');
  }
  expect((await as('eve', 'get', '/executions')).text).not.toMatch(/middle|deep/);
  const briefs = async (subject: string) =>
    (await as(subject, 'get', '/flows/a/caller/executions').expect(200)).body.executions;
  const facts = { id, number: 1, state: 'FAILED' };
  expect(await briefs('root')).toMatchObject([{ ...facts, failedTask: 'own_task', reason: 'Task middle_task failed' }]);
  const [hidden] = await briefs('eve');
  expect(hidden).toMatchObject(facts);
  expect(hidden).not.toHaveProperty('reason');
  expect(hidden).not.toHaveProperty('failedTask');
});

it('and only the log lines of its own tasks', async () => {
  const id = await ended();
  const logOf = async (subject: string, query = '') =>
    (await as(subject, 'get', `/executions/${id}/logs${query}`).buffer(true).expect(200)).text;
  for (const query of ['', '?follow=true']) {
    expect(await logOf('eve', query)).toContain('own-words');
    expect(await logOf('eve', query)).not.toMatch(ofMiddle);
    expect(await logOf('root', query)).toMatch(/middle-words[^]*ERROR: Task middle_task failed/);
  }
  expect((await as('eve', 'get', `/executions/${id}/logs`).set('Range', 'bytes=0-').expect(200)).text).not.toMatch(
    ofMiddle,
  );
  expect(await logOf('eve', '?task=call')).toBe('');
  // As for a task that does not exist.
  expect((await as('eve', 'get', `/executions/${id}/logs?task=call/middle_task`).expect(404)).text).not.toMatch(
    /only.*middle|deep/,
  );
  expect(await logOf('root', '?task=call/middle_task')).toBe('middle-words\n');
});

it('tasks in blocks of the flow itself are its own', async () => {
  const id = await ended();
  const startedAt = new Date().toISOString();
  const paths = ['ship', 'ship[a/b]/own_task', 'call', 'call/middle_task', 'call/loop[a/b]/middle_task'];
  const tasks = paths.map((path) => ({ path, state: 'SUCCESS', startedAt }));
  await gateway.redis.redis.hset(redisKey.execution(id), 'tasks', JSON.stringify(tasks));
  const pathsFor = async (subject: string, query = '') =>
    (await as(subject, 'get', `/executions/${id}/tasks${query}`).expect(200)).body.tasks.map(
      ({ path }: { path: string }) => path,
    );
  expect(await pathsFor('eve')).toEqual(paths.slice(0, 3));
  expect(await pathsFor('eve', '?parent=call')).toEqual([]);
  expect(await pathsFor('root')).toEqual(paths);
  expect(
    await pathsFor('root', `?parent=${encodeURIComponent('call/loop')}&item=${encodeURIComponent('a/b')}`),
  ).toEqual(paths.slice(4));
});

it('an execution records which of its tasks call flows, also in blocks', async () => {
  const loop = `{id: each, type: dev.vendor.plugin.core.flow.ForEach, values: [x], tasks: [${calling('b/middle').replace('id: call', 'id: inner')}]}`;
  await as('root', 'post', '/flows', flow('a/looped', [calling('b/middle'), loop])).expect(201);
  const { id } = (await as('root', 'post', '/flows/a/looped/executions', {}).expect(202)).body;
  expect((await gateway.ports.store.read(id))?.calls).toEqual(['call', 'each/inner']);
});

it('the log of a task is found by any path, whatever the key of its item is', async () => {
  const key = 'a/b 🚀 +&?#%20';
  const { id } = (await as('root', 'post', '/flows/a/caller/executions', {}).expect(202)).body;
  const text = `[Pipeline] { (ship)\n${headingsBegin}\n[Flowgate] task ship[${key}]/own_task\nmine\n[Flowgate] task ship[b]/own_task\nother\n[Flowgate] task ship[${key}]/x\nmore\n`;
  await gateway.ports.logs.write(
    id,
    (async function* pieces() {
      yield text;
    })(),
  );
  const at = new Date();
  const tasks = ['ship', `ship[${key}]/own_task`].map((path) => ({
    path,
    state: 'SUCCESS' as const,
    startedAt: at.toISOString(),
  }));
  await told(gateway.ports, id, [
    { name: 'buildFound', build: { number: 1, url: 'http://jenkins/1/' } },
    { name: 'begun', tasks },
    { name: 'finished', state: 'SUCCESS' },
  ]);
  const logOf = async (task: string) =>
    (
      await as('root', 'get', `/executions/${id}/logs?task=${encodeURIComponent(task)}`)
        .buffer(true)
        .expect(200)
    ).text;
  expect(await logOf(`ship[${key}]/own_task`)).toBe('mine\n');
  expect(await logOf(`ship[${key}]`)).toBe('mine\nmore\n');
  expect(await logOf('ship')).toBe('mine\nother\nmore\n');
  await as('root', 'get', `/executions/${id}/logs?task=${encodeURIComponent('ship[a')}`).expect(404);
  const page = await as('root', 'get', `/executions/${id}/tasks?item=${encodeURIComponent(key)}`).expect(200);
  expect(page.body.tasks).toMatchObject([{ path: `ship[${key}]/own_task`, parent: 'ship', item: key }]);
});

it('responses to a run or a replay are limited in the same way', async () => {
  const run = await as('dev', 'post', '/flows/a/caller/executions', {}).expect(202);
  expect(run.body).toMatchObject({ partial: true, subflows: [{ id: 'middle' }] });
  expect((await as('dev', 'post', `/executions/${run.body.id}/stop`).expect(202)).body).toMatchObject({
    partial: true,
    subflows: [{ id: 'middle' }],
  });
  expect((await as('dev', 'post', `/executions/${run.body.id}/replay`, {}).expect(202)).body.subflows).toHaveLength(1);
});

it('a build that was started in Jenkins is fully visible only to callers who see every namespace', async () => {
  const { life } = gateway.ports;
  const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  await life.create({
    accepted: {
      id,
      flow: { namespace: 'a', id: 'caller' },
      subflows: [],
      actor: 'jenkins:ada',
      labels: {},
      inputs: {},
      messages: [],
    },
    source: { bytes: Buffer.alloc(0), mediaType: 'application/x-yaml', format: 'yaml' },
    at: new Date(),
    secrets: {},
    adopted: { build: { number: 1, url: 'http://jenkins/1/' } },
  });
  await told(gateway.ports, id, {
    name: 'progressed',
    tasks: [{ path: 'call/middle_task', state: 'RUNNING', startedAt: new Date().toISOString() }],
  });
  expect((await as('eve', 'get', `/executions/${id}`).expect(200)).body).toMatchObject({ partial: true, tasks: [] });
  expect((await as('watcher', 'get', `/executions/${id}`).expect(200)).body).toMatchObject({
    partial: false,
    tasks: [{ path: 'call/middle_task' }],
  });
});

it('no graph, list, export or suggestion contains hidden flows', async () => {
  const answers = [
    await as('eve', 'get', '/flows/a/caller/dependencies'),
    await as('eve', 'get', '/flows'),
    await as('eve', 'get', '/flows?limit=1'),
    await as('eve', 'get', '/export').buffer(true),
    await as('eve', 'get', '/flows/a/midle'),
    await as('eve', 'get', '/audit'),
    await as('dev', 'post', '/flows/validate', flow('a/other', [calling('b/midle')])),
  ];
  for (const { text } of answers)
    expect(text.replaceAll(flows[2] ?? '', '')).not.toMatch(/b\/middle"|"middle"|deepest/);
  for (const name of ['b/middle', 'b/never-was']) {
    for (const path of ['', '/schema', '/triggers', '/revisions', '/dependencies'])
      expect((await as('eve', 'get', `/flows/${name}${path}`)).body).toMatchObject({
        status: 403,
        namespace: 'b',
        right: 'read',
      });
    expect((await as('eve', 'post', '/flows', flow('a/prober', [calling(name)]))).body).toMatchObject({
      status: 403,
      namespace: 'b',
      right: 'execute',
    });
  }
});

it('a change of inputs names only the callers that the author may read, and counts the others', async () => {
  const inside = (name: string, inputs = '') =>
    flow(name, [`{id: say, ${shell}, commands: ["true"]}`], inputs === '' ? '' : `inputs: [${inputs}]\n`);
  await as('root', 'post', '/flows', inside('a/shared')).expect(201);
  await as('root', 'post', '/flows', flow('a/visible', [calling('a/shared')])).expect(201);
  await as('root', 'post', '/flows', flow('b/secretive', [calling('a/shared')])).expect(201);
  const { body } = await as('eve', 'put', '/flows/a/shared', inside('a/shared', '{id: target, type: STRING}')).expect(
    200,
  );
  const ofCallers = body.warnings.filter(({ code }: { code: string }) => code === 'callers-left-behind');
  expect(ofCallers.map(({ message }: { message: string }) => message)).toEqual([
    'a/shared requires a value for its input "target". Flows that call the latest revision and do not fit: a/visible (call); and 1 flow that you may not read.',
  ]);
});
