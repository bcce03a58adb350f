import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../../../src/faces/http/identity/proxy-identity.ts';
import { SpaceGuard } from '../../../../src/store/files/space-guard.ts';
import { flowText, startTestGateway } from '../../../support/gateway.ts';
import { startForAgents, type GatewayForAgents } from './agent.ts';

const policy = readPolicy(`grants:
  - {subjects: [ada, root], namespaces: ["*"], rights: [read, write, execute]}
`).value;

let running: GatewayForAgents;
let mine: string;
let theirs: string;
beforeAll(async () => {
  const verifier = new ProxyIdentity(['loopback']);
  running = await startForAgents({ identity: { verifier, forReading: true, ...(policy !== undefined && { policy }) } });
  for (const namespace of ['examples', 'other'])
    await running.store(flowText({ namespace }).replace('labels:\n', 'labels:\n  mcp: allowed\n'));
  const run = async (namespace: string): Promise<string> =>
    (await running.run({ inputs: { user_name: 'Ada' } }, { namespace })).body.id;
  mine = await run('examples');
  theirs = await run('other');
});
afterAll(() => running.stop());

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const post = (headers: Readonly<Record<string, string>>, body: object = list) =>
  request(running.gateway.app)
    .post('/mcp')
    .set('Accept', 'application/json, text/event-stream')
    .set(headers)
    .send(body);
const bearer = async (scope?: object) => ({ authorization: `Bearer ${await running.token(scope)}` });
const audit = async (query = '') =>
  (await request(running.gateway.app).get(`/audit${query}`).set('x-oidc-sub', 'root').expect(200)).body.entries;

describe('the endpoint', () => {
  it('is a path that does not exist, unless it is switched on', async () => {
    const gateway = await startTestGateway({ hasMcp: false });
    for (const method of ['post', 'get', 'delete'] as const) {
      const { body } = await request(gateway.app)[method]('/mcp').set('x-oidc-sub', 'ada').expect(404);
      expect(body.detail).toBe(
        'The path /mcp was not found. FLOWGATE_MCP=on serves it. GET /openapi.json lists all paths.',
      );
    }
    await gateway.stop();
  });

  it.each([
    ['nobody', async () => ({})],
    ['a user', async () => ({ 'x-oidc-sub': 'ada' })],
    ['a bearer token of another kind', async () => ({ 'x-oidc-sub': 'ada', authorization: 'Bearer x.y.z' })],
  ])('serves no request of %s', async (_who, headers) => {
    const { body } = await post(await headers()).expect(401);
    expect(body.detail).toMatch(/^Only API tokens with the surface mcp .*`flowgate tokens create --surface mcp`/);
  });

  it('serves no API token that was not made for it', async () => {
    const { body } = await post(await bearer({ surfaces: ['http'], name: 'ci' })).expect(403);
    expect(body).toMatchObject({
      type: 'urn:flowgate:problem:forbidden',
      detail: expect.stringMatching(/^"token:ci" lacks the surface mcp, .*`flowgate tokens create --surface mcp`/),
    });
    expect((await audit('?action=callMcp'))[0]).toMatchObject({ actor: 'token:ci', outcome: 'denied', via: 'mcp' });
  });

  it('serves no token that was revoked, with the next request', async () => {
    const scope = { name: 'gone', namespaces: ['examples'], rights: ['read'], surfaces: ['mcp'] };
    const made = await request(running.gateway.app).post('/tokens').set('x-oidc-sub', 'ada').send(scope).expect(201);
    const authorization = `Bearer ${made.body.token}`;
    await post({ authorization }).expect(200);
    await request(running.gateway.app).delete(`/tokens/${made.body.id}`).set('x-oidc-sub', 'ada').expect(204);
    await post({ authorization }).expect(401);
  });

  it.each(['get', 'delete', 'put'] as const)('has no session: %s is not allowed', async (method) => {
    const agent = request(running.gateway.app);
    const answer = await agent[method]('/mcp')
      .set(await bearer())
      .expect(405);
    expect(answer.headers.allow).toBe('POST');
  });

  it('serves no pages of other origins, and no unknown hosts', async () => {
    const headers = await bearer();
    await post({ ...headers, origin: 'https://evil.example' }).expect(403);
    await post({ ...headers, 'sec-fetch-site': 'cross-site' }).expect(403);
    await post({ ...headers, host: 'evil.example' }).expect(421);
  });

  it('accepts one message of a known version at a time, of limited size', async () => {
    const headers = await bearer();
    expect((await post(headers, [list, list])).status).toBe(400);
    const { status, body } = await post({ ...headers, 'mcp-protocol-version': '1999-01-01' });
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('supported versions: '),
    });
    await post({ ...headers, accept: 'application/json' }).expect(406);
    await post(headers, { ...list, params: { padding: 'x'.repeat(1024 * 1024) } }).expect(413);
    await post(headers, { ...list, jsonrpc: '1.0' }).expect(400);
  });

  it('opens no streams', async () => {
    const envelope = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    const headers = { ...(await bearer()), 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
    const { text } = await post(headers, {
      ...list,
      method: 'subscriptions/listen',
      params: {
        notifications: { toolsListChanged: true },
        _meta: { ...envelope, 'io.modelcontextprotocol/clientCapabilities': {} },
      },
    });
    expect(text).toContain('"error"');
  });
});

describe('an agent with the right to read and execute in one namespace', () => {
  it.each([
    ['flow_inputs', { namespace: 'other', flow_id: 'hello' }, 'forbidden', 'getInputSchema'],
    ['validate', { namespace: 'other', flow_id: 'hello', inputs: {} }, 'forbidden', 'validateInputs'],
    ['run_flow', { namespace: 'other', flow_id: 'hello', inputs: { user_name: 'Ada' } }, 'forbidden', 'runFlow'],
    ['get_execution', () => ({ execution_id: theirs }), 'execution-not-found', 'getExecution'],
    ['task_log', () => ({ execution_id: theirs }), 'execution-not-found', 'getLogs'],
    ['stop_execution', () => ({ execution_id: theirs }), 'execution-not-found', 'stopExecution'],
  ])('%s reaches nothing in another, and the attempt is recorded', async (name, args, error, action) => {
    const agent = await running.agent();
    const called = await agent.call(name, typeof args === 'function' ? args() : args);
    expect(called).toMatchObject({ isError: true, data: { error } });
    expect((await audit())[0]).toMatchObject({
      action,
      outcome: 'denied',
      code: 'forbidden',
      via: 'mcp',
      namespace: 'other',
    });
  });

  it('finds only its own flows', async () => {
    const { data } = await (await running.agent()).call('find_flows');
    expect(data.flows.map(({ namespace }: { namespace: string }) => namespace)).toEqual(['examples']);
  });

  it('changes nothing with the right to read alone', async () => {
    const agent = await running.agent({ rights: ['read'] });
    const { data } = await agent.call('find_flows');
    expect(data.flows[0].cannot_run_because).toContain('lacks the right to execute');
    for (const [name, args] of [
      ['run_flow', { namespace: 'examples', flow_id: 'hello', inputs: { user_name: 'Ada' } }],
      ['stop_execution', { execution_id: mine }],
    ] as const)
      expect(await agent.call(name, args)).toMatchObject({ isError: true, data: { error: 'forbidden' } });
    expect((await agent.call('get_execution', { execution_id: mine })).isError).toBe(false);
  });
});

it('on a nearly full disk, an agent starts nothing, and can still read and stop', async () => {
  let free = Infinity;
  const space = new SpaceGuard({ folder: '/srv/flowgate', minimum: 2 ** 30, freeSpace: async () => free });
  const full = await startForAgents({ space });
  await full.store(flowText().replace('labels:\n', 'labels:\n  mcp: allowed\n').replace('echo "', 'sleep 60; echo "'));
  const agent = await full.agent();
  const run = () => agent.call('run_flow', { namespace: 'examples', flow_id: 'hello' });
  const { data } = await run();
  free = 2 ** 30 - 1;
  const refused = await run();
  expect(refused).toMatchObject({ isError: true, data: { error: 'insufficient-storage' } });
  expect(refused.text).not.toContain('/srv/flowgate');
  expect(full.gateway.log.join('')).toContain('/srv/flowgate has 1073741823 bytes free');
  expect((await agent.call('find_flows')).isError).toBe(false);
  const stopped = await agent.call('stop_execution', { execution_id: data.id });
  expect(stopped.text).toMatch(/^Asked the execution to stop\./);
  const { body } = await request(full.gateway.app).get('/audit').set('x-oidc-sub', 'ada').expect(200);
  expect(body.entries[0]).toMatchObject({ action: 'stopExecution', outcome: 'done', via: 'mcp' });
  await full.stop();
});

describe('the audit trail', () => {
  let agent: Awaited<ReturnType<GatewayForAgents['agent']>>;
  beforeEach(async () => {
    agent = await running.agent();
  });

  it('has changes as over HTTP, with the surface, and nothing that was only read', async () => {
    const flow = { namespace: 'examples', flow_id: 'hello' };
    const before = (await audit('?limit=500')).length;
    await agent.call('find_flows');
    await agent.call('validate', { ...flow, inputs: {} });
    const { data } = await agent.call('run_flow', { ...flow, inputs: { user_name: 'Sesame' } });
    await agent.call('get_execution', { execution_id: data.id });
    await agent.call('task_log', { execution_id: data.id });
    await agent.call('run_flow', { ...flow, inputs: { user_name: 'ada' } });
    await agent.call('run_flow', { ...flow, flow_id: 'never-was' });
    const entries = await audit('?limit=500');
    expect(entries.length - before).toBe(3);
    const target = { actor: data.actor, via: 'mcp', namespace: 'examples', flowId: 'hello', action: 'runFlow' };
    expect(entries.slice(0, 3)).toMatchObject([
      { ...target, flowId: 'never-was', outcome: 'refused', status: 404, code: 'flow-not-found' },
      { ...target, outcome: 'refused', status: 422, code: 'inputs-invalid' },
      { ...target, outcome: 'done', revision: 1, executionId: data.id },
    ]);
    expect(entries[0].tokenId).toMatch(/^[0-9a-z]{12}$/);
    expect(JSON.stringify(entries)).not.toContain('Sesame');
  });

  it('has the owner of the token behind the execution', async () => {
    const { data } = await agent.call('run_flow', {
      namespace: 'examples',
      flow_id: 'hello',
      inputs: { user_name: 'Ada' },
    });
    const record = await running.gateway.services.executions.record(data.id);
    expect(record).toMatchObject({ starters: ['ada'], via: 'mcp' });
    const shown = request(running.gateway.app).get(`/executions/${data.id}`).set('x-oidc-sub', 'root');
    expect((await shown.expect(200)).body).toMatchObject({ actor: data.actor, via: 'mcp' });
  });
});
