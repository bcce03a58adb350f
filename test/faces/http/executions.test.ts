import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flowText, startTestGateway } from '../../support/gateway.ts';
import { listen, urlOf } from '../../support/listening-server.ts';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

let running: RunningGateway;
beforeAll(async () => {
  running = await startRunningGateway();
  await running.store(flowText());
});
afterAll(() => running.stop());

const app = () => running.gateway.app;

describe('POST /flows/{namespace}/{flow_id}/executions', () => {
  it('returns immediately and runs the flow', async () => {
    const { body, headers } = await running.run({ inputs: { user_name: 'Ada' }, labels: { reason: 'test' } });
    expect(headers.location).toBe(`/executions/${body.id}`);
    expect(body).toMatchObject({
      namespace: 'examples',
      flowId: 'hello',
      revision: 1,
      state: 'CREATED',
      actor: 'ada',
      inputs: { user_name: 'Ada' },
      labels: { team: 'greeters', reason: 'test' },
    });
    const ended = await running.until(body.id, 'SUCCESS');
    expect(ended.history.map(({ state }: { state: string }) => state)).toEqual([
      'CREATED',
      'QUEUED',
      'RUNNING',
      'SUCCESS',
    ]);
    expect(ended.tasks).toMatchObject([{ path: 'greet', state: 'SUCCESS' }]);
    expect(ended).toMatchObject({
      build: { number: 1, url: `${running.jenkins.url}/job/flows/job/examples/job/hello/1/` },
      attempts: 1,
      source: flowText(),
    });
    const [build] = running.jenkins.builds();
    expect(build?.parameters).toMatchObject({
      USER_NAME: 'Ada',
      FLOWGATE_EXECUTION_ID: body.id,
      FLOWGATE_INPUTS: '{"user_name":"Ada"}',
    });
  });

  it('accepts a request without a body, and uses the defaults', async () => {
    const { body, status } = await request(app()).post('/flows/examples/hello/executions').set('x-oidc-sub', 'ada');
    expect([status, body.inputs]).toEqual([202, { user_name: 'World' }]);
  });

  it('rejects values as validate-inputs does', async () => {
    const { body, status } = await running.run({ inputs: { user_name: 'ada', nope: 1 } });
    expect(status).toBe(422);
    const { body: validation } = await request(app())
      .post('/flows/examples/hello/validate-inputs')
      .send({ inputs: { user_name: 'ada', nope: 1 } });
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:inputs-invalid', ...validation });
  });

  it('returns and records the notices of validate-inputs', async () => {
    await running.store(
      `id: short\nnamespace: examples\ndescription: Has a secret.\ninputs: [{id: pin, type: SECRET}, {id: kind, type: STRING}, {id: wheels, type: INT, depends_on: {inputs: [kind], condition: "inputs.kind == 'car'"}}]\ntasks: [{id: log, type: dev.vendor.plugin.core.log.Log, message: x}]\n`,
    );
    const notices = [
      { input_id: 'pin', message: 'Value has fewer than 4 characters, so it may not be masked everywhere' },
      {
        input_id: 'wheels',
        message: "The value is ignored because the input is hidden while this is false: inputs.kind == 'car'",
      },
    ];
    const inputs = { pin: '123', kind: 'boat', wheels: 4 };
    const { body: validation } = await request(app()).post('/flows/examples/short/validate-inputs').send({ inputs });
    expect(validation).toEqual({ valid: true, errors: [], notices });
    const { body } = await running.run({ inputs }, { flow: 'short' });
    expect(body).toMatchObject({ inputs: { pin: '****', kind: 'boat' }, notices });
    // Others need not know that the secret is short.
    const { body: read } = await request(app()).get(`/executions/${body.id}`);
    expect(read.notices).toEqual(notices.filter(({ input_id: id }) => id !== 'pin'));
  });

  it('requires authentication and an existing flow', async () => {
    await request(app()).post('/flows/examples/hello/executions').send({}).expect(401);
    expect((await running.run({}, { flow: 'none' })).status).toBe(404);
    expect((await running.run({ revision: 9 })).body.type).toBe('urn:flowgate:problem:revision-not-found');
    expect((await running.run({ input: {} })).status).toBe(400);
  });

  it('rejects labels with characters that cannot be stored', async () => {
    for (const [name, value] of [
      ['a\ud800', 'x'],
      ['a', 'x\udc00'],
      ['a', '\u0000'],
    ] as const) {
      const { body } = await running.run({ labels: { [name]: value } });
      expect(body).toMatchObject({
        status: 400,
        type: 'urn:flowgate:problem:invalid-request',
        errors: [{ message: expect.stringContaining('must not contain') }],
      });
    }
  });

  it('rejects labels that cannot be used as a filter', async () => {
    const asked = { labels: { 'a:b': 'x', '': 'y', ok: 'x:y' } };
    const { body } = await running.run(asked);
    expect(body).toMatchObject({
      status: 400,
      type: 'urn:flowgate:problem:invalid-request',
      errors: [{ path: '/body/labels/a:b' }, { path: '/body/labels/' }],
    });
    const { body: execution } = await running.run({ labels: { ok: 'x:y' } });
    expect(
      (await request(app()).post(`/executions/${execution.id}/replay`).set('x-oidc-sub', 'ada').send(asked)).body
        .errors,
    ).toEqual(body.errors);
    expect((await request(app()).get('/executions?label=ok:x:y')).body.executions).toMatchObject([
      { id: execution.id },
    ]);
  });

  it('sets the durability of builds in Jenkins, until the flow no longer specifies it', async () => {
    for (const [more, hint] of [
      ['durability: performance\n', 'PERFORMANCE_OPTIMIZED'],
      ['', undefined],
    ] as const) {
      await running.store(plannedFlow({ tasks: [] }, { id: 'durable', more }));
      await running.until((await running.run({}, { flow: 'durable' })).body.id, 'SUCCESS');
      const config = running.jenkins.job('/job/flows/job/examples/job/durable')?.config;
      expect(/<hint>(.*)<\/hint>/.exec(config ?? '')?.[1]).toBe(hint);
    }
  });

  it('runs the latest revision, however the flow changed since the previous request', async () => {
    const flow = (id: string, text: string) =>
      `id: changing\nnamespace: examples\ndescription: Changes.\ninputs: [{id: ${id}, type: STRING}]\ntasks: [{id: log, type: dev.vendor.plugin.core.log.Log, message: ${text}}]\n`;
    const run = (inputs: Record<string, string>) => running.run({ inputs }, { flow: 'changing' });
    const source = async (inputs: Record<string, string>) =>
      (await running.read((await run(inputs)).body.id)).source as string;
    await running.store(flow('old', 'first'));
    expect(await source({ old: 'x' })).toBe(flow('old', 'first'));
    await running.store(flow('old', 'second'));
    expect(await source({ old: 'x' })).toBe(flow('old', 'second'));
    // Values that the previous revision rejects.
    await running.store(flow('new', 'third'));
    expect(await source({ new: 'x' })).toBe(flow('new', 'third'));
    expect((await run({ old: 'x' })).status).toBe(422);
    const remove = (query = '') =>
      request(app()).delete(`/flows/examples/changing${query}`).set('x-oidc-sub', 'ada').expect(204);
    await remove();
    expect((await run({ new: 'x' })).status).toBe(404);
    // The numbers of revisions begin again.
    await remove('?purge=true');
    await running.store(flow('new', 'again'));
    expect(await source({ new: 'x' })).toBe(flow('new', 'again'));
    await remove('?purge=true');
    await running.store(flow('new', 'anew'));
    expect(await source({ new: 'x' })).toBe(flow('new', 'anew'));
  });

  it('rejects a disabled flow', async () => {
    await running.store(plannedFlow({ tasks: [] }, { id: 'off', more: 'disabled: true\n' }));
    expect((await running.run({}, { flow: 'off' })).body).toMatchObject({
      status: 409,
      type: 'urn:flowgate:problem:flow-disabled',
    });
  });
});

describe('checks', () => {
  const check = (behavior: string) =>
    `inputs:\n  - {id: count, type: INT}\nchecks:\n  - {condition: '{{ inputs.count < 10 }}', message: Too many., style: WARNING, behavior: ${behavior}}\n`;

  it('block, fail or only add a message', async () => {
    for (const behavior of ['BLOCK_EXECUTION', 'FAIL_EXECUTION', 'CREATE_EXECUTION']) {
      await running.store(plannedFlow({ tasks: [] }, { id: behavior.toLowerCase(), more: check(behavior) }));
    }
    const ask = (flow: string, count: number) => running.run({ inputs: { count } }, { flow });
    expect((await ask('block_execution', 10)).body).toMatchObject({
      status: 422,
      type: 'urn:flowgate:problem:execution-blocked',
      detail: 'Too many.',
    });
    expect((await ask('block_execution', 9)).status).toBe(202);
    const failed = await ask('fail_execution', 10);
    expect(failed.body).toMatchObject({
      state: 'FAILED',
      reason: 'Too many.',
      messages: [{ message: 'Too many.', style: 'WARNING' }],
    });
    const created = await ask('create_execution', 10);
    expect(created.body).toMatchObject({ state: 'CREATED', messages: [{ message: 'Too many.', style: 'WARNING' }] });
    await running.until(created.body.id, 'SUCCESS');
  });

  it('fill references in their messages, but mask secrets', async () => {
    const more = `inputs:
  - {id: count, type: INT}
  - {id: token, type: SECRET}
variables: {AUTH: "Bearer {{ inputs.token }}"}
checks:
  - {condition: inputs.count < 10, message: '{{ inputs.count }} are too many for {{ inputs.token }}, {{ variables.AUTH }} and \\{{ braces }}.', behavior: CREATE_EXECUTION}
`;
    await running.store(plannedFlow({ tasks: [] }, { id: 'telling', more }));
    const { body } = await running.run({ inputs: { count: 12, token: 'a-secret-value' } }, { flow: 'telling' });
    expect(body.messages).toEqual([
      { message: '12 are too many for ****, Bearer **** and {{ braces }}.', style: 'INFO' },
    ]);
  });
});

describe('a build that does not succeed', () => {
  it.each([
    [
      'FAILED',
      { tasks: [{ path: 'build', outcome: 'FAILED' as const }] },
      'Task build failed: its script ended with status 1',
    ],
    [
      'WARNING',
      { tasks: [{ path: 'build', outcome: 'FAILED' as const }], result: 'UNSTABLE' as const },
      'Task build failed, which allow_failure permits.',
    ],
    ['FAILED', { tasks: [], broken: true }, 'The build failed outside its tasks. See the log for the reason.'],
  ])('results in the state %s', async (state, plan, reason) => {
    await running.store(plannedFlow(plan, { id: 'ends' }));
    const { body } = await running.run({}, { flow: 'ends' });
    expect(await running.until(body.id, state)).toMatchObject({ reason });
  });
});

describe('a secret', () => {
  const secret = 'pä"ss word/42';

  it('is visible only to the build', async () => {
    await running.store(
      plannedFlow(
        {
          tasks: [{ path: 'greet', log: `plain ${'${secret.TOKEN}'} or ${encodeURIComponent(secret)}` }],
          outputs: { echoed: `x ${secret} y` },
        },
        { id: 'secretive', more: 'inputs:\n  - {id: token, type: SECRET}\n' },
      ),
    );
    const { body } = await running.run({ inputs: { token: secret } }, { flow: 'secretive' });
    expect(body.inputs).toEqual({ token: '****' });
    const keys = await running.gateway.redis.redis.keys('*');
    const dump = JSON.stringify(
      await Promise.all(
        keys.map((key) => running.gateway.redis.redis.dumpBuffer(key).then((bytes) => bytes?.toString('latin1'))),
      ),
    );
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

  it('can be a credential that the operator has listed for the namespace', async () => {
    const shared = await running.run({ inputs: { token: 'credential:shared-token' } }, { flow: 'secretive' });
    expect(shared.status).toBe(202);
    expect(
      (await running.run({ inputs: { token: 'credential:other-token' } }, { flow: 'secretive' })).body.errors,
    ).toMatchObject([{ input_id: 'token', provided_value: '****' }]);
    await running.until(shared.body.id, ({ build }) => build !== undefined);
    expect(
      running.jenkins.builds().find(({ parameters }) => parameters.FLOWGATE_EXECUTION_ID === shared.body.id)?.parameters
        .FLOWGATE_SECRET_TOKEN,
    ).toBe('shared-token');
  });
});

describe('GET /executions', () => {
  it('returns pages, filtered by flow, state and label', async () => {
    const list = async (query: string) => (await request(app()).get(`/executions?${query}`).expect(200)).body;
    await running.store(flowText({ id: 'listed' }));
    for (let index = 0; index < 3; index++) await running.run({}, { flow: 'listed' });
    const all = await list('namespace=examples&flow_id=listed&limit=2');
    expect(all.executions).toHaveLength(2);
    expect((await list(`namespace=examples&flow_id=listed&limit=2&cursor=${all.nextCursor}`)).executions).toHaveLength(
      1,
    );
    expect((await list('label=reason:test')).executions).toHaveLength(1);
    expect(
      (await list('state=FAILED&state=KILLED')).executions.every(({ state }: { state: string }) => state !== 'SUCCESS'),
    ).toBe(true);
    expect((await list(`to=2020-01-01T00:00:00Z`)).executions).toEqual([]);
    await request(app()).get('/executions?cursor=nonsense').expect(400);
    await request(app()).get('/executions?state=DONE').expect(400);
    await request(app()).get('/executions/01ARZ3NDEKTSV4RRFFQ69G5FAV').expect(404);
  });
});

describe('DELETE /executions/{id}', () => {
  const remove = (id: string) => request(app()).delete(`/executions/${id}`).set('x-oidc-sub', 'ada');

  it('removes an execution that has ended with everything about it', async () => {
    const { body, headers } = await running.run({}, { key: 'once' });
    await running.until(body.id, 'SUCCESS');
    await remove(body.id).expect(204);
    for (const path of ['', '/logs', '/outputs', '/artifacts'])
      expect((await request(app()).get(headers.location + path)).body).toMatchObject({
        status: 404,
        type: 'urn:flowgate:problem:execution-not-found',
      });
    const { redis } = running.gateway.redis;
    expect((await redis.keys('*')).filter((key) => key.includes(body.id))).toEqual([]);
    const listed = (await request(app()).get('/executions?limit=500')).body.executions;
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(body.id);
    expect((await running.run({}, { key: 'once' })).body.id).not.toBe(body.id);
    await remove(body.id).expect(404);
    const { entries } = (await request(app()).get('/audit?action=deleteExecution').set('x-oidc-sub', 'ada')).body;
    expect(entries).toMatchObject([
      { outcome: 'refused', status: 404, executionId: body.id },
      { outcome: 'done', status: 204, executionId: body.id, namespace: 'examples', flowId: 'hello' },
    ]);
  });

  it('rejects one that has not ended, with its state', async () => {
    await running.store(plannedFlow({ tasks: [{ path: 'greet', milliseconds: 60_000 }] }, { id: 'lasting' }));
    const { body } = await running.run({}, { flow: 'lasting' });
    await running.until(body.id, 'RUNNING');
    expect((await remove(body.id).expect(409)).body).toMatchObject({
      type: 'urn:flowgate:problem:execution-not-ended',
      detail: expect.stringContaining('RUNNING'),
      state: 'RUNNING',
    });
    await request(app()).post(`/executions/${body.id}/stop`).set('x-oidc-sub', 'ada').expect(202);
    await running.until(body.id, 'KILLED');
    await remove(body.id).expect(204);
  });
});

describe('HEAD with ?follow', () => {
  it('does not block later requests on the same connection', async () => {
    await running.store(plannedFlow({ tasks: [{ path: 'greet', milliseconds: 60_000 }] }, { id: 'long' }));
    const { body } = await running.run({}, { flow: 'long' });
    await running.until(body.id, 'RUNNING');
    const server = await listen(app());
    const connection = connect(Number(new URL(urlOf(server)).port), '127.0.0.1');
    connection.write(
      `HEAD /executions/${body.id}/logs?follow HTTP/1.1\r\nHost: localhost\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    expect((await textOf(connection)).match(/^HTTP\/1\.1 \d+/gm)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
    server.close();
    await request(app()).post(`/executions/${body.id}/stop`).set('x-oidc-sub', 'ada').expect(202);
  });
});

describe('GET /metrics', () => {
  it('returns states, the queue, requests and calls to Jenkins', async () => {
    const { text } = await request(app()).get('/metrics').expect(200);
    expect(text).toMatch(/^flowgate_executions\{state="SUCCESS"\} [1-9]/m);
    expect(text).toMatch(/^flowgate_trigger_queue_depth \d/m);
    expect(text).toMatch(/^flowgate_http_request_duration_seconds_count\{operation="runFlow",status="202"\} [1-9]/m);
    expect(text).toMatch(
      /^flowgate_jenkins_call_duration_seconds_count\{call="trigger",outcome="ok",controller="default"\} [1-9]/m,
    );
  });
});

describe('without a Jenkins', () => {
  it('returns an error for executions, and serves everything else', async () => {
    const gateway = await startTestGateway();
    await request(gateway.app)
      .post('/flows')
      .set('x-oidc-sub', 'ada')
      .set('Content-Type', 'text/yaml')
      .send(flowText())
      .expect(201);
    const { body } = await request(gateway.app)
      .post('/flows/examples/hello/executions')
      .set('x-oidc-sub', 'ada')
      .send({})
      .expect(409);
    expect(body).toMatchObject({ type: 'urn:flowgate:problem:jenkins-not-configured' });
    await request(gateway.app).post('/flows/examples/hello/push').set('x-oidc-sub', 'ada').expect(409);
    await request(gateway.app).get('/executions').expect(200);
    await gateway.stop();
  });
});
