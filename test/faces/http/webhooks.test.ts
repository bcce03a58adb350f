import { createHmac } from 'node:crypto';
import request, { type Response, type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

const more = `inputs:
  - {id: branch, type: STRING, defaults: main, max_length: 60}
  - {id: count, type: INT, required: false}
  - {id: payload, type: JSON, required: false}
  - {id: token, type: SECRET, required: false}
triggers:
  - id: pushed
    type: webhook
    inputs:
      branch: "{{ trigger.body.ref }} by {{ trigger.body.user.name }}"
      count: "{{ trigger.headers.X-Count }}"
      payload: "{{ trigger.body.commits }}"
      token: "{{ trigger.body.token }}"
    conditions: ["trigger.body.deleted != true", "trigger.headers.x-event == null or trigger.headers.x-event == 'push'"]
  - {id: off, type: webhook, disabled: true}
  - {id: nightly, type: schedule, cron: "0 2 * * *"}
`;

let running: RunningGateway;
let key: string;
const app = () => running.gateway.app;
const asAda = (sent: Test) => sent.set('x-oidc-sub', 'ada');
const keyPath = (flow: string, trigger: string) => `/flows/examples/${flow}/triggers/${trigger}/key`;

async function makeKey(flow = 'hooked', trigger = 'pushed'): Promise<string> {
  return (await asAda(request(app()).post(keyPath(flow, trigger))).expect(201)).body.key;
}

function call(
  body: string | object = {},
  { path = 'hooked/pushed', headers = {} as Record<string, string> } = {},
): Test {
  return request(app()).post(`/hooks/examples/${path}`).set('X-Flowgate-Key', key).set(headers).send(body);
}

/** The inputs of the execution that a call starts; the answer does not have them. */
async function inputsOf(sent: Test): Promise<unknown> {
  return (await running.read((await sent.expect(202)).body.id)).inputs;
}

beforeAll(async () => {
  running = await startRunningGateway();
  await running.store(plannedFlow({ tasks: [{ path: 'greet' }] }, { id: 'hooked', more }));
  key = await makeKey();
});
afterAll(() => running.stop());

describe('a call with the key', () => {
  it('starts the flow with values of the delivery', async () => {
    const { body, headers } = await call(
      { ref: 'main', user: { name: 'Ada' }, commits: [{ id: 1 }], token: 'hush hush' },
      { headers: { 'X-Count': '3', 'X-Event': 'push' } },
    ).expect(202);
    expect(headers.location).toBe(`/executions/${body.id}`);
    expect(body).toMatchObject({
      actor: 'webhook:pushed',
      trigger: { id: 'pushed', type: 'webhook' },
      revision: 1,
      inputs: {},
      partial: true,
    });
    expect(await running.until(body.id, 'SUCCESS')).toMatchObject({
      trigger: { id: 'pushed', type: 'webhook' },
      inputs: { branch: 'main by Ada', count: 3, payload: [{ id: 1 }], token: '****' },
    });
    const { body: audit } = await asAda(request(app()).get('/audit?actor=webhook:pushed')).expect(200);
    expect(audit.entries[0]).toMatchObject({
      action: 'callHook',
      executionId: body.id,
      triggerId: 'pushed',
      outcome: 'done',
    });
  });

  it('omits missing values', async () => {
    const json = { headers: { 'Content-Type': 'application/json' } };
    const odd = '{"user": {"__proto__": {"name": "x"}}, "constructor": 1}';
    for (const sent of [call(''), call([1, 2]), call(odd, json)])
      expect(await inputsOf(sent)).toEqual({ branch: ' by ' });
  });

  it('is rejected for invalid values, as by validate-inputs', async () => {
    const { body } = await call({ ref: 'x'.repeat(60) }, { headers: { 'X-Count': 'three' } }).expect(422);
    expect(body).toMatchObject({
      type: 'urn:flowgate:problem:inputs-invalid',
      valid: false,
      errors: [
        { input_id: 'branch' },
        { input_id: 'count', message: 'Value must be an integer; found the string "three"' },
      ],
    });
    expect((await call({ commits: 3, token: 7 }).expect(422)).body.errors).toMatchObject([
      { input_id: 'token', provided_value: '****' },
    ]);
  });

  it('starts nothing if a condition is false', async () => {
    const { body } = await call({ deleted: true }).expect(200);
    expect(body).toEqual({ execution: null, reason: 'The condition "trigger.body.deleted != true" is false.' });
    await call({}, { headers: { 'X-Event': 'ping' } }).expect(200);
  });

  it('accepts a form with the JSON in it', async () => {
    const form = (text: string) => call(text, { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } });
    const sent = form(`payload=${encodeURIComponent('{"ref": "a&b+c"}')}`);
    expect(await inputsOf(sent)).toMatchObject({ branch: 'a&b+c by ' });
    await form('a=b').expect(202);
  });

  it.each([
    ['application/cloudevents+json', '{"ref": "r", "commits": [{"id": 1}]}', 'r by ', [{ id: 1 }]],
    ['application/vnd.acme.v1+json; charset=utf-8', '{"ref": "r"}', 'r by ', undefined],
    ['text/plain; charset=UTF-8', ' {"ref": "sns", "commits": 3}', 'sns by ', 3],
    ['application/x-www-form-urlencoded', 'ref=a%26b+c&commits=1&commits=2', 'a&b c by ', ['1', '2']],
    ['application/x-www-form-urlencoded', 'ref=x&payload=no+JSON', 'x by ', undefined],
  ])('accepts %s: %s', async (type, text, branch, payload) => {
    const inputs = await inputsOf(call(text, { headers: { 'Content-Type': type } }));
    expect(inputs).toEqual({ branch, ...(payload !== undefined && { payload }) });
  });

  it('passes a whole body, also one that is only text, with its media type', async () => {
    const whole = `inputs: [{id: all, type: JSON}, {id: as, type: STRING}]
triggers: [{id: any, type: webhook, inputs: {all: "{{ trigger.body }}", as: "{{ trigger.headers.content-type }}"}}]
`;
    await running.store(plannedFlow({ tasks: [{ path: 'greet' }] }, { id: 'whole', more: whole }));
    key = await makeKey('whole', 'any');
    const sent = (type: string, text: string) =>
      inputsOf(call(text, { path: 'whole/any', headers: { 'Content-Type': type } }));
    expect(await sent('text/plain', 'disk full: "/"\n')).toEqual({ all: 'disk full: "/"\n', as: 'text/plain' });
    expect(await sent('text/plain', '[1, 2')).toEqual({ all: '[1, 2', as: 'text/plain' });
    expect(await sent('application/a+json', '[1]')).toEqual({ all: [1], as: 'application/a+json' });
    await call('<a/>', { path: 'whole/any', headers: { 'Content-Type': 'application/xml' } }).expect(415);
    await call('3', { path: 'whole/any', headers: { 'Content-Type': 'application/a+json' } }).expect(400);
    const signature = `sha256=${createHmac('sha256', key).update('as it is\r\n').digest('hex')}`;
    const signed = request(app()).post('/hooks/examples/whole/any').set('X-Hub-Signature-256', signature);
    expect(await inputsOf(signed.set('Content-Type', 'text/plain').send('as it is\r\n'))).toMatchObject({
      all: 'as it is\r\n',
    });
    key = await makeKey();
  });

  it.each([
    ['broken JSON', '{"a":', 400],
    ['a text', '"text"', 400],
    ['JSON that is too deep', '['.repeat(100), 400],
    ['too much', JSON.stringify('x'.repeat(1024 * 1024)), 413],
  ])('is rejected with %s', async (_, body, status) => {
    await call(body, { headers: { 'Content-Type': 'application/json' } }).expect(status);
  });

  it('is rejected by a disabled or deleted trigger or flow', async () => {
    key = await makeKey('hooked', 'off');
    expect((await call({}, { path: 'hooked/off' }).expect(409)).body.type).toBe(
      'urn:flowgate:problem:trigger-disabled',
    );
    await running.store(plannedFlow({ tasks: [] }, { id: 'gone', more }));
    key = await makeKey('gone');
    await running.store(plannedFlow({ tasks: [] }, { id: 'gone', more: `disabled: true\n${more}` }));
    expect((await call({}, { path: 'gone/pushed' }).expect(409)).body.type).toBe('urn:flowgate:problem:flow-disabled');
    await asAda(request(app()).delete('/flows/examples/gone')).expect(204);
    expect((await call({}, { path: 'gone/pushed' }).expect(409)).body.detail).toContain('was deleted');
    await asAda(request(app()).delete('/flows/examples/gone?purge=true')).expect(204);
    await running.store(plannedFlow({ tasks: [] }, { id: 'gone', more }));
    await call({}, { path: 'gone/pushed' }).expect(401);
    key = await makeKey();
  });

  it('is rejected by a trigger that was removed from its flow', async () => {
    await running.store(plannedFlow({ tasks: [] }, { id: 'changing', more }));
    key = await makeKey('changing');
    await running.store(plannedFlow({ tasks: [] }, { id: 'changing' }));
    await call({}, { path: 'changing/pushed' }).expect(404);
    key = await makeKey();
  });
});

describe('a repeated delivery', () => {
  const count = async () => (await request(app()).get('/executions?flow_id=hooked&limit=500')).body.executions.length;

  it.each(['Idempotency-Key', 'X-GitHub-Delivery', 'X-Gitlab-Event-UUID'])(
    'by its %s stands for the same execution',
    async (header) => {
      const before = await count();
      const deliver = (ref: string) => call({ ref }, { headers: { [header]: `of ${header}` } });
      const answers = await Promise.all([1, 2, 3].map(() => deliver(header)));
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      const other = await deliver('other');
      // GitLab sends the same UUID with all events that result from one event.
      expect(other.status).toBe(header === 'X-Gitlab-Event-UUID' ? 202 : 409);
      expect(await count()).toBe(before + (other.status === 202 ? 2 : 1));
    },
  );

  it('is recognised after the flow has changed', async () => {
    const deliver = () => call({ ref: 'x' }, { headers: { 'X-GitHub-Delivery': 'delivery-2' } }).expect(202);
    const { body } = await deliver();
    await running.store(
      plannedFlow({ tasks: [{ path: 'greet' }] }, { id: 'hooked', more: `labels: {changed: yes}\n${more}` }),
    );
    expect((await deliver()).body.id).toBe(body.id);
  });
});

describe('a Standard Webhooks delivery', () => {
  const text = '{"ref": "größe"}';
  const signed = (id: string, { timestamp = Math.floor(Date.now() / 1000), body = text } = {}) => {
    const mac = createHmac('sha256', Buffer.from(key, 'base64url'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${mac}` };
  };
  const deliver = (headers: Record<string, string>, body = text) =>
    request(app())
      .post('/hooks/examples/hooked/pushed')
      .set('Content-Type', 'application/json')
      .set(headers)
      .send(body);

  it('starts the flow once, regardless of other headers', async () => {
    const headers = signed('msg_1');
    const { body: first } = await deliver(headers).expect(202);
    const again = [
      await deliver(headers),
      await deliver({ ...headers, 'Idempotency-Key': 'another' }),
      await deliver({ ...headers, 'X-GitHub-Delivery': 'another', 'X-Gitlab-Event-UUID': 'another' }),
      await deliver(signed('msg_1', { timestamp: Math.floor(Date.now() / 1000) - 60 })),
    ];
    expect(again.map(({ status, body }) => [status, body.id])).toEqual(again.map(() => [202, first.id]));
    expect((await deliver(signed('msg_2')).expect(202)).body.id).not.toBe(first.id);
    await deliver(signed('msg_1', { body: '{}' }), '{}').expect(409);
  });

  it('is rejected if it is late, or the signature does not match', async () => {
    const now = Math.floor(Date.now() / 1000);
    await deliver(signed('msg_3', { timestamp: now - 400 })).expect(401);
    await deliver(signed('msg_3', { timestamp: now + 400 })).expect(401);
    await deliver({ ...signed('msg_3'), 'webhook-id': 'msg_4' }).expect(401);
    await deliver(signed('msg_3'), '{}').expect(401);
    const { 'webhook-timestamp': _, ...untimed } = signed('msg_3');
    await deliver(untimed).expect(401);
  });
});

describe('authentication', () => {
  const body = '{"ref": "größe"}';
  const signed = (secret: string, text = body) => `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
  const send = (headers: Record<string, string>, path = 'examples/hooked/pushed') =>
    request(app()).post(`/hooks/${path}`).set('Content-Type', 'application/json').set(headers).send(body);

  it.each([
    ['X-Flowgate-Key', () => ({ 'X-Flowgate-Key': key })],
    ['X-Gitlab-Token', () => ({ 'X-Gitlab-Token': key })],
    ['X-Hub-Signature-256', () => ({ 'X-Hub-Signature-256': signed(key) })],
    ['several', () => ({ 'X-Hub-Signature-256': signed(key), 'X-Flowgate-Key': key })],
  ])('accepts %s', async (_, headers) => {
    await send(headers()).expect(202);
  });

  it('returns the same response to all other callers', async () => {
    const rejected: Response[] = [
      await send({}),
      await send({ 'X-Flowgate-Key': '' }),
      await send({ 'X-Flowgate-Key': `${key}x` }),
      await send({ 'X-Gitlab-Token': key.toUpperCase() }),
      await send({ 'X-Hub-Signature-256': signed('another') }),
      await send({ 'X-Hub-Signature-256': signed(key, '{"ref":"größe"}') }),
      await send({ 'X-Hub-Signature-256': signed(key).slice(7) }),
      await send({ 'X-Hub-Signature-256': signed(key), 'X-Flowgate-Key': 'wrong' }),
      await send({ 'x-oidc-sub': 'ada' }),
      await send({ 'X-Flowgate-Key': key }, 'examples/hooked/off'),
      await send({ 'X-Flowgate-Key': key }, 'examples/hooked/nightly'),
      await send({ 'X-Flowgate-Key': key }, 'examples/hooked/none'),
      await send({ 'X-Flowgate-Key': key }, 'examples/none/pushed'),
      await send({ 'X-Flowgate-Key': key }, 'None%20at%20all/%2e%2e/__proto__'),
      await request(app()).post('/hooks/examples/none/pushed').set('Content-Type', 'application/json').send('{broken'),
    ];
    await asAda(request(app()).delete(keyPath('hooked', 'off'))).expect(204);
    for (const { status, body: problem, headers } of rejected) {
      expect({ status, problem: { ...problem, instance: '' }, cookies: headers['set-cookie'] }).toEqual({
        status: 401,
        problem: { ...rejected[0]?.body, instance: '' },
        cookies: undefined,
      });
    }
  });

  it('fails after the key was revoked', async () => {
    const old = key;
    key = await makeKey();
    await send({ 'X-Flowgate-Key': old }).expect(401);
    await send({ 'X-Flowgate-Key': key }).expect(202);
    await asAda(request(app()).delete(keyPath('hooked', 'pushed'))).expect(204);
    await send({ 'X-Flowgate-Key': key }).expect(401);
    await asAda(request(app()).delete(keyPath('hooked', 'pushed'))).expect(204);
    key = await makeKey();
  });
});

describe('the key', () => {
  it('is random, returned once, and never stored in plain text', async () => {
    const answer = await asAda(request(app()).post(keyPath('hooked', 'pushed'))).expect(201);
    key = answer.body.key;
    expect(Buffer.from(key, 'base64url')).toHaveLength(32);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.signingSecret).toBe(`whsec_${Buffer.from(key, 'base64url').toString('base64')}`);
    expect(answer.body).toMatchObject({ path: '/hooks/examples/hooked/pushed', createdBy: 'ada' });
    await call().expect(202);
    const { redis } = running.gateway.redis;
    const dump = await Promise.all(
      (await redis.keys('*')).map((name) => redis.dumpBuffer(name).then((bytes) => bytes?.toString('latin1') ?? '')),
    );
    expect(dump.join('')).not.toContain(key);
    expect(dump.join('')).not.toContain(answer.body.signingSecret.slice(6));
    expect(running.gateway.log.join('')).not.toContain(key);
    expect(JSON.stringify((await asAda(request(app()).get('/audit'))).body)).not.toContain(key);
  });

  it('requires an existing webhook and an authenticated user', async () => {
    await request(app()).post(keyPath('hooked', 'pushed')).expect(401);
    await request(app()).delete(keyPath('hooked', 'pushed')).expect(401);
    const problems = ['hooked/none', 'hooked/nightly', 'none/pushed'].map(async (path) => {
      const [flow = '', trigger = ''] = path.split('/');
      return (await asAda(request(app()).post(keyPath(flow, trigger)))).body.type;
    });
    expect(await Promise.all(problems)).toEqual(
      ['trigger-not-found', 'trigger-not-found', 'flow-not-found'].map((code) => `urn:flowgate:problem:${code}`),
    );
  });
});

describe('GET /flows/{namespace}/{flow_id}/triggers', () => {
  it('lists them with their next times', async () => {
    const { body } = await request(app()).get('/flows/examples/hooked/triggers').expect(200);
    expect(body.triggers).toMatchObject([
      {
        id: 'pushed',
        type: 'webhook',
        disabled: false,
        secrets: [],
        pending: expect.any(Number),
        path: '/hooks/examples/hooked/pushed',
        hasKey: true,
        keyCreatedAt: expect.stringMatching(/^20/),
        keyCreatedBy: 'ada',
      },
      {
        id: 'off',
        type: 'webhook',
        disabled: true,
        secrets: [],
        pending: 0,
        path: '/hooks/examples/hooked/off',
        hasKey: false,
      },
      {
        id: 'nightly',
        type: 'schedule',
        disabled: false,
        cron: '0 2 * * *',
        timezone: 'UTC',
        nextAt: expect.stringMatching(/^20.*T02:00:00.000Z$/),
        inputs: {},
        conditions: [],
        latest: [],
        secrets: [],
        pending: 0,
      },
    ]);
    const { nextAt, laterTimes } = body.triggers[2];
    const times = [nextAt, ...laterTimes].map((time) => Date.parse(time));
    expect(times[0]).toBeGreaterThan(Date.now());
    expect(times.map((time) => time - times[0]!)).toEqual(
      Array.from({ length: 10 }, (_, days) => days * 24 * 60 * 60 * 1000),
    );
    expect(body.triggers[0].inputs).toMatchObject({ token: '****', payload: '{{ trigger.body.commits }}' });
  });

  it('is empty without triggers, and returns 404 without a flow', async () => {
    await running.store(plannedFlow({ tasks: [] }, { id: 'plain' }));
    expect((await request(app()).get('/flows/examples/plain/triggers').expect(200)).body).toEqual({ triggers: [] });
    await request(app()).get('/flows/examples/nowhere/triggers').expect(404);
  });
});
