import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../support/running-gateway.ts';
import { flowText, startTestGateway } from '../support/gateway.ts';

let running: RunningGateway;
beforeAll(async () => {
  running = await startRunningGateway();
  await running.store(flowText());
});
afterAll(() => running.stop());

const app = () => running.gateway.app;

describe('POST /flows/{namespace}/{flow_id}/executions', () => {
  it('answers at once and runs the flow', async () => {
    const { body, headers } = (await running.run({ inputs: { user_name: 'Ada' }, labels: { reason: 'test' } }));
    expect(headers.location).toBe(`/executions/${body.id}`);
    expect(body).toMatchObject({ namespace: 'examples', flowId: 'hello', revision: 1, state: 'CREATED', actor: 'ada', inputs: { user_name: 'Ada' }, labels: { team: 'greeters', reason: 'test' } });
    const ended = await running.until(body.id, 'SUCCESS');
    expect(ended.history.map(({ state }: { state: string }) => state)).toEqual(['CREATED', 'QUEUED', 'RUNNING', 'SUCCESS']);
    expect(ended.tasks).toMatchObject([{ path: 'greet', state: 'SUCCESS' }]);
    expect(ended).toMatchObject({ build: { number: 1, url: `${running.jenkins.url}/job/flows/job/examples/job/hello/1/` }, attempts: 1, source: flowText() });
    const [build] = running.jenkins.builds();
    expect(build?.parameters).toMatchObject({ USER_NAME: 'Ada', FLOWGATE_EXECUTION_ID: body.id, FLOWGATE_INPUTS: 'user_name' });
  });

  it('takes a request without a body, with defaults filled in', async () => {
    const { body, status } = await request(app()).post('/flows/examples/hello/executions').set('x-oidc-sub', 'ada');
    expect([status, body.inputs]).toEqual([202, { user_name: 'World' }]);
  });

  it('refuses values as validate-inputs does', async () => {
    const { body, status } = await running.run({ inputs: { user_name: 'ada', nope: 1 } });
    expect(status).toBe(422);
    const { body: validation } = await request(app()).post('/flows/examples/hello/validate-inputs').send({ inputs: { user_name: 'ada', nope: 1 } });
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:inputs-invalid', ...validation });
  });

  it('needs to know who asks, and a flow', async () => {
    await request(app()).post('/flows/examples/hello/executions').send({}).expect(401);
    expect((await running.run({}, { flow: 'none' })).status).toBe(404);
    expect((await running.run({ revision: 9 })).body.type).toBe('urn:flowgate:problem:revision-not-found');
    expect((await running.run({ input: {} })).status).toBe(400);
  });

  it('refuses a flow that is disabled', async () => {
    await running.store(plannedFlow({ tasks: [] }, { id: 'off', more: 'disabled: true\n' }));
    expect((await running.run({}, { flow: 'off' })).body).toMatchObject({ status: 409, type: 'urn:flowgate:problem:flow-disabled' });
  });
});

describe('checks', () => {
  const check = (behavior: string) => `inputs:\n  - {id: count, type: INT}\nchecks:\n  - {condition: '{{ inputs.count < 10 }}', message: Too many., style: WARNING, behavior: ${behavior}}\n`;

  it('block, fail or only speak', async () => {
    for (const behavior of ['BLOCK_EXECUTION', 'FAIL_EXECUTION', 'CREATE_EXECUTION']) {
      await running.store(plannedFlow({ tasks: [] }, { id: behavior.toLowerCase(), more: check(behavior) }));
    }
    const ask = (flow: string, count: number) => running.run({ inputs: { count } }, { flow });
    expect((await ask('block_execution', 10)).body).toMatchObject({ status: 422, type: 'urn:flowgate:problem:execution-blocked', detail: 'Too many.' });
    expect((await ask('block_execution', 9)).status).toBe(202);
    const failed = await ask('fail_execution', 10);
    expect(failed.body).toMatchObject({ state: 'FAILED', reason: 'Too many.', messages: [{ message: 'Too many.', style: 'WARNING' }] });
    const created = await ask('create_execution', 10);
    expect(created.body).toMatchObject({ state: 'CREATED', messages: [{ message: 'Too many.', style: 'WARNING' }] });
    await running.until(created.body.id, 'SUCCESS');
  });
});

describe('an idempotency key', () => {
  it('stands for one execution', async () => {
    const first = await running.run({ inputs: { user_name: 'Ada' } }, { key: 'k1' });
    const again = await running.run({ inputs: { user_name: 'Ada' } }, { key: 'k1' });
    expect([first.status, again.status, again.body.id]).toEqual([202, 202, first.body.id]);
    const other = await running.run({ inputs: { user_name: 'Bob' } }, { key: 'k1' });
    expect(other.body).toMatchObject({ status: 409, type: 'urn:flowgate:problem:idempotency-conflict' });
  });
});

describe('a build that ends otherwise', () => {
  it.each([
    ['FAILED', { tasks: [{ path: 'build', outcome: 'FAILED' as const }] }, 'Task build failed.'],
    ['WARNING', { tasks: [{ path: 'build', outcome: 'FAILED' as const }], result: 'UNSTABLE' as const }, 'Task build failed, which the flow allows.'],
    ['FAILED', { tasks: [], broken: true }, 'The build failed outside its tasks; its log tells why.'],
  ])('makes the execution %s', async (state, plan, reason) => {
    await running.store(plannedFlow(plan, { id: 'ends' }));
    const { body } = await running.run({}, { flow: 'ends' });
    expect(await running.until(body.id, state)).toMatchObject({ reason });
  });
});

describe('outputs, logs and artifacts', () => {
  it('come back as the build made them', async () => {
    await running.store(plannedFlow({ tasks: [{ path: 'greet', log: 'Größe 😀' }], outputs: { size: 3, ok: true, list: ['a'] }, artifacts: { 'out/a b.txt': 'text' } }, { id: 'leaves' }));
    const { body } = await running.run({}, { flow: 'leaves' });
    await running.until(body.id, 'SUCCESS');
    expect((await request(app()).get(`/executions/${body.id}/outputs`).expect(200)).body).toEqual({ size: 3, ok: true, list: ['a'] });
    const { text } = await request(app()).get(`/executions/${body.id}/logs`).expect(200);
    expect(text).toContain('Größe 😀\n');
    expect(text).toContain('Finished: SUCCESS\n');
    const artifacts = await request(app()).get(`/executions/${body.id}/artifacts`).expect(200);
    expect(artifacts.body).toEqual({ artifacts: [{ path: 'out/a b.txt' }] });
    const file = await request(app()).get(`/executions/${body.id}/artifacts/out/a%20b.txt`).buffer(true).expect(200);
    expect([file.headers['content-type'], file.body.toString()]).toEqual(['application/octet-stream', 'text']);
    for (const path of ['none.txt', '.flowgate/outputs.json', '..%2f..%2fconfig.xml']) await request(app()).get(`/executions/${body.id}/artifacts/${path}`).expect(404);
  });

  it('are sent line by line as they are written, and again from any place', async () => {
    await running.store(plannedFlow({ tasks: ['one', 'two', 'three'].map((path) => ({ path, milliseconds: 300, log: `from ${path}` })) }, { id: 'slow' }));
    const { body } = await running.run({}, { flow: 'slow' });
    const events = (await follow(body.id)).split('\n\n');
    expect(events.at(-2)).toBe('event: end\ndata: {"state":"SUCCESS"}');
    const at = events.findIndex((event) => event.endsWith('data: from two'));
    expect(at).toBeGreaterThan(0);
    const id = /^id: (\d+)/.exec(events[at] ?? '')?.[1] ?? '';
    expect(await follow(body.id, id)).toBe(events.slice(at + 1).join('\n\n'));
  });
});

/** All events of a log to its end. */
async function follow(id: string, lastEventId = ''): Promise<string> {
  const answer = await request(app()).get(`/executions/${id}/logs?follow`).set('Last-Event-ID', lastEventId).buffer(true).parse((response, done) => {
    const pieces: Buffer[] = [];
    response.on('data', (piece: Buffer) => pieces.push(piece)).on('end', () => done(null, Buffer.concat(pieces).toString()));
  });
  expect(answer.headers['content-type']).toContain('text/event-stream');
  return String(answer.body);
}

describe('POST /executions/{id}/stop', () => {
  it('ends a build that runs', async () => {
    await running.store(plannedFlow({ tasks: [{ path: 'greet', milliseconds: 60_000 }] }, { id: 'long' }));
    const { body } = await running.run({}, { flow: 'long' });
    await running.until(body.id, 'RUNNING');
    const { body: asked } = await request(app()).post(`/executions/${body.id}/stop`).set('x-oidc-sub', 'eve').expect(202);
    expect(asked.stop).toMatchObject({ by: 'eve' });
    expect(await running.until(body.id, 'KILLED')).toMatchObject({ reason: 'Stopped by eve.', tasks: [{ path: 'greet', state: 'KILLED' }] });
    await request(app()).post(`/executions/${body.id}/stop`).set('x-oidc-sub', 'eve').expect(409);
  });

  it('ends what Jenkins never heard of', async () => {
    await running.store(plannedFlow({ tasks: [{ path: 'greet', milliseconds: 60_000 }] }, { id: 'single', more: 'concurrency: {limit: 1, behavior: QUEUE}\n' }));
    const first = await running.run({}, { flow: 'single' });
    const second = await running.run({}, { flow: 'single' });
    expect(second.body.waiting).toBe(true);
    await request(app()).post(`/executions/${second.body.id}/stop`).set('x-oidc-sub', 'eve').expect(202);
    expect(await running.until(second.body.id, 'KILLED')).toMatchObject({ attempts: 0 });
    const third = await running.run({}, { flow: 'single' });
    await request(app()).post(`/executions/${first.body.id}/stop`).set('x-oidc-sub', 'eve').expect(202);
    await running.until(first.body.id, 'KILLED');
    await running.until(third.body.id, 'RUNNING');
    await request(app()).post(`/executions/${third.body.id}/stop`).set('x-oidc-sub', 'eve').expect(202);
  });
});

describe('POST /executions/{id}/replay', () => {
  it('runs the same revision with the same or other values', async () => {
    await running.store(flowText({ id: 'again' }));
    const { body } = await running.run({ inputs: { user_name: 'Ada' } }, { flow: 'again' });
    await running.store(flowText({ id: 'again', greeting: 'Hi' }));
    const same = await request(app()).post(`/executions/${body.id}/replay`).set('x-oidc-sub', 'bob').expect(202);
    expect(same.body).toMatchObject({ revision: 1, replayOf: body.id, actor: 'bob', inputs: { user_name: 'Ada' } });
    const other = await request(app()).post(`/executions/${body.id}/replay`).set('x-oidc-sub', 'bob').send({ inputs: { user_name: 'Eve' }, revision: 2 }).expect(202);
    expect(other.body).toMatchObject({ revision: 2, inputs: { user_name: 'Eve' } });
    for (const answer of [same, other]) await running.until(answer.body.id, 'SUCCESS');
  });
});

describe('a secret', () => {
  const secret = 'pä"ss word/42';

  it('reaches the build and nobody else', async () => {
    await running.store(plannedFlow({ tasks: [{ path: 'greet', log: `plain ${'${secret.TOKEN}'} or ${encodeURIComponent(secret)}` }], outputs: { echoed: `x ${secret} y` } }, { id: 'secretive', more: 'inputs:\n  - {id: token, type: SECRET}\n' }));
    const { body } = await running.run({ inputs: { token: secret } }, { flow: 'secretive' });
    expect(body.inputs).toEqual({ token: '****' });
    const keys = await running.gateway.redis.redis.keys('*');
    const dump = JSON.stringify(await Promise.all(keys.map((key) => running.gateway.redis.redis.dumpBuffer(key).then((bytes) => bytes?.toString('latin1')))));
    expect(dump).not.toContain(Buffer.from(secret).toString('latin1'));
    const ended = await running.until(body.id, 'SUCCESS');
    expect(ended.outputs).toEqual({ echoed: 'x **** y' });
    const { text } = await request(app()).get(`/executions/${body.id}/logs`);
    expect(text).toContain('plain **** or ****\n');
    expect(running.jenkins.secrets('/job/flows/job/examples').size).toBe(0);
    expect(running.gateway.log.join('')).not.toContain('ss word');
    const missing = await request(app()).post(`/executions/${body.id}/replay`).set('x-oidc-sub', 'ada').expect(422);
    expect(missing.body.errors).toMatchObject([{ input_id: 'token' }]);
  });

  it('can be a credential that the operator has opened to the namespace', async () => {
    const shared = await running.run({ inputs: { token: 'credential:shared-token' } }, { flow: 'secretive' });
    expect(shared.status).toBe(202);
    expect((await running.run({ inputs: { token: 'credential:other-token' } }, { flow: 'secretive' })).body.errors).toMatchObject([{ input_id: 'token', provided_value: '****' }]);
    await running.until(shared.body.id, ({ build }) => build !== undefined);
    expect(running.jenkins.builds().find(({ parameters }) => parameters.FLOWGATE_EXECUTION_ID === shared.body.id)?.parameters.FLOWGATE_SECRET_TOKEN).toBe('shared-token');
  });
});

describe('GET /executions', () => {
  it('gives pages by flow, state and label', async () => {
    const list = async (query: string) => (await request(app()).get(`/executions?${query}`).expect(200)).body;
    const all = await list('namespace=examples&flow_id=again&limit=2');
    expect(all.executions).toHaveLength(2);
    expect((await list(`namespace=examples&flow_id=again&limit=2&cursor=${all.nextCursor}`)).executions).toHaveLength(1);
    expect((await list('label=reason:test')).executions).toHaveLength(1);
    expect((await list('state=FAILED&state=KILLED')).executions.every(({ state }: { state: string }) => state !== 'SUCCESS')).toBe(true);
    expect((await list(`to=2020-01-01T00:00:00Z`)).executions).toEqual([]);
    await request(app()).get('/executions?cursor=nonsense').expect(400);
    await request(app()).get('/executions?state=DONE').expect(400);
    await request(app()).get('/executions/01ARZ3NDEKTSV4RRFFQ69G5FAV').expect(404);
  });
});

describe('POST /flows/{namespace}/{flow_id}/push', () => {
  it('makes the job and runs nothing', async () => {
    await running.store(flowText({ id: 'pushed' }));
    const push = () => request(app()).post('/flows/examples/pushed/push').set('x-oidc-sub', 'ada').expect(200);
    expect((await push()).body).toEqual({ url: `${running.jenkins.url}/job/flows/job/examples/job/pushed/`, change: 'created', revision: 1 });
    expect((await push()).body.change).toBe('unchanged');
    expect(running.jenkins.builds().some(({ job }) => job.endsWith('/pushed'))).toBe(false);
  });
});

describe('GET /metrics', () => {
  it('tells states, the queue, requests and calls of Jenkins', async () => {
    const { text } = await request(app()).get('/metrics').expect(200);
    expect(text).toMatch(/^flowgate_executions\{state="SUCCESS"\} [1-9]/m);
    expect(text).toMatch(/^flowgate_trigger_queue_depth \d/m);
    expect(text).toMatch(/^flowgate_http_request_duration_seconds_count\{operation="runFlow",status="202"\} [1-9]/m);
    expect(text).toMatch(/^flowgate_jenkins_call_duration_seconds_count\{call="trigger",outcome="ok"\} [1-9]/m);
  });
});

describe('without a Jenkins', () => {
  it('says so, and serves everything else', async () => {
    const gateway = await startTestGateway();
    await request(gateway.app).post('/flows').set('x-oidc-sub', 'ada').set('Content-Type', 'text/yaml').send(flowText()).expect(201);
    const { body } = await request(gateway.app).post('/flows/examples/hello/executions').set('x-oidc-sub', 'ada').send({}).expect(503);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:jenkins-not-configured' });
    await request(gateway.app).post('/flows/examples/hello/push').set('x-oidc-sub', 'ada').expect(503);
    await request(gateway.app).get('/executions').expect(200);
    await gateway.stop();
  });
});
