import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { loadContract, routesOf } from '../../../src/faces/http/openapi/contract.ts';
import { flowText, startTestGateway, type TestGateway } from '../../support/gateway.ts';

// Nothing runs the accepted executions.
const jenkins = { url: 'http://127.0.0.1:1', user: 'flowgate', token: 'none', folder: 'flows', credentials: [] };
const policy = readPolicy(`grants:
  - {subjects: [root], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [ada], namespaces: [examples], rights: [read, write, execute]}
  - {subjects: [bob], namespaces: [other], rights: [write]}
`).value;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ jenkins });
});
beforeEach(() => gateway.redis.redis.flushall());
afterAll(() => gateway.stop());

type Method = 'get' | 'post' | 'put' | 'delete';

async function send(
  method: Method,
  path: string,
  {
    as = 'ada',
    body,
    to = gateway,
  }: { readonly as?: string; readonly body?: string | object; readonly to?: TestGateway } = {},
) {
  const agent = request(to.app);
  const sent = agent[method](path).set('x-request-id', `${method} ${path}`.replaceAll(/[^a-z]+/g, '-'));
  if (as !== '') sent.set('x-oidc-sub', as);
  return typeof body === 'string' ? sent.set('Content-Type', 'text/yaml').send(body) : sent.send(body);
}

const trail = async (query = '', as = 'root', to = gateway) => (await send('get', `/audit${query}`, { as, to })).body;

it('only these operations change nothing despite their methods', () => {
  const routes = routesOf(loadContract(join(packageRoot(), 'openapi.yaml'))).filter(({ method }) => method !== 'get');
  const looking = routes.filter(({ operation }) => operation['x-changes'] === false);
  expect(looking.map(({ operation }) => operation.operationId)).toEqual([
    'validateFlow',
    'outlineFlow',
    'validateInputs',
    'validateSubflows',
    'convertToJenkins',
    'checkConversion',
    'importJenkinsfile',
    'callMcp',
  ]);
  const identified = looking.filter(({ operation }) => (operation.security?.length ?? 0) > 0);
  // An import is expensive, and the tools record what they change.
  expect(identified.map(({ operation }) => operation.operationId)).toEqual(['importJenkinsfile', 'callMcp']);
});

describe('an entry', () => {
  it('records the actor, action, target and outcome', async () => {
    await send('post', '/flows', { body: flowText() });
    await send('put', '/flows/examples/hello', { as: 'grace', body: flowText({ greeting: 'Hi' }) });
    const run = await send('post', '/flows/examples/hello/executions', { body: { inputs: { user_name: 'Sesame' } } });
    await send('post', `/executions/${run.body.id}/stop`, { as: 'grace' });
    await send('delete', '/flows/examples/hello?purge=true');
    const { entries } = await trail();
    const flow = { namespace: 'examples', flowId: 'hello', outcome: 'done' };
    expect(entries).toMatchObject([
      { actor: 'ada', action: 'purgeFlow', status: 204, ...flow },
      { actor: 'grace', action: 'stopExecution', executionId: run.body.id, status: 202, ...flow },
      { actor: 'ada', action: 'runFlow', executionId: run.body.id, revision: 2, status: 202, ...flow },
      { actor: 'grace', action: 'updateFlow', revision: 2, status: 200, ...flow },
      {
        actor: 'ada',
        action: 'createFlow',
        revision: 1,
        status: 201,
        requestId: 'post-flows',
        address: expect.stringContaining('127.0.0.1'),
        ...flow,
      },
    ]);
    expect(Date.now() - Date.parse(entries[0].at)).toBeLessThan(60_000);
    expect(JSON.stringify(entries)).not.toContain('Sesame');
  });

  it('is written for rejections, but not for unauthenticated requests', async () => {
    await send('post', '/flows', { body: 'id: broken\n' });
    await send('delete', '/flows/examples/never-was');
    await send('delete', '/flows/EXAMPLES/never-was');
    await send('post', '/flows', { as: '', body: flowText() });
    expect((await trail()).entries).toMatchObject([
      { action: 'deleteFlow', outcome: 'refused', status: 400, code: 'invalid-request', namespace: 'EXAMPLES' },
      {
        action: 'deleteFlow',
        outcome: 'refused',
        status: 404,
        code: 'flow-not-found',
        namespace: 'examples',
        flowId: 'never-was',
      },
      { action: 'createFlow', outcome: 'refused', status: 422, code: 'flow-invalid' },
    ]);
  });

  it('is written for each imported flow, but not in a dry run', async () => {
    const stream = `${flowText({ id: 'one' })}---\n${flowText({ id: 'two' })}---\nid: broken\n`;
    await send('post', '/import?dryRun=true', { body: stream });
    expect((await trail()).entries).toEqual([]);
    await send('post', '/import', { body: stream });
    await send('post', '/import', { body: flowText({ id: 'one' }) });
    const entries = [
      { outcome: 'refused' },
      { outcome: 'done', flowId: 'two', revision: 1 },
      { outcome: 'done', flowId: 'one', revision: 1 },
    ];
    expect((await trail()).entries).toMatchObject(entries.map((entry) => ({ action: 'importFlows', ...entry })));
  });
});

describe('the list', () => {
  const flows = Array.from({ length: 7 }, (_, number) => `f${number}`);

  it('has pages without gaps or duplicates', async () => {
    for (const id of flows) await send('post', '/flows', { body: flowText({ id }) });
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await trail(`?limit=3${cursor}`);
      await send('post', '/flows', { body: flowText({ id: `late${seen.length}` }) });
      seen.push(...page.entries.map(({ flowId }: { flowId: string }) => flowId));
      cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toEqual(flows.toReversed());
  });

  it('can be filtered by namespace, flow, actor, action, outcome and time', async () => {
    await send('post', '/flows', { body: flowText() });
    await send('post', '/flows', { as: 'grace', body: flowText({ namespace: 'other' }) });
    await send('delete', '/flows/examples/hello', { as: 'grace' });
    const actions = async (query: string) =>
      (await trail(query)).entries.map(
        ({ action, actor, namespace }: Record<string, string>) => `${actor} ${action} ${namespace}`,
      );
    expect(await actions('?namespace=examples')).toEqual(['grace deleteFlow examples', 'ada createFlow examples']);
    expect(await actions('?actor=grace')).toEqual(['grace deleteFlow examples', 'grace createFlow other']);
    expect(await actions('?actor=grace&namespace=other&action=createFlow')).toEqual(['grace createFlow other']);
    expect(await actions('?action=deleteFlow')).toEqual(['grace deleteFlow examples']);
    const [{ at }] = (await trail()).entries;
    expect(await actions(`?to=${at}`)).not.toContain('grace deleteFlow examples');
    expect(await actions(`?from=${at}`)).toContain('grace deleteFlow examples');
    expect(await actions('?to=1969-01-01T00:00:00Z')).toEqual([]);
    expect(await actions('?from=1969-01-01T00:00:00Z')).toHaveLength(3);
    expect((await trail('?cursor=99999999999999999999-1')).status).toBe(400);
    await send('delete', '/flows/examples/none', { as: 'eve' });
    expect(await actions('?outcome=refused')).toEqual(['eve deleteFlow examples']);
    expect(await actions('?flow_id=hello&outcome=done&namespace=other')).toEqual(['grace createFlow other']);
    expect(await actions('?flow_id=other')).toEqual([]);
    expect((await trail('?action=dropFlow')).errors).toMatchObject([{ path: '/query/action' }]);
  });

  it('requires authentication', async () => {
    expect((await send('get', '/audit', { as: '' })).status).toBe(401);
  });
});

describe('with a policy', () => {
  let limited: TestGateway;
  beforeAll(async () => {
    limited = await startTestGateway({
      jenkins,
      identity: { verifier: new ProxyIdentity(['loopback']), forReading: false, policy },
    });
  });
  afterAll(() => limited.stop());

  it('shows the readable namespaces, including denied requests', async () => {
    await send('post', '/flows', { as: 'ada', body: flowText(), to: limited });
    await send('post', '/flows', { as: 'bob', body: flowText({ namespace: 'other' }), to: limited });
    await send('post', '/flows', { as: 'bob', body: flowText(), to: limited });
    await send('get', '/flows/examples/hello', { as: 'bob', to: limited });
    await send('post', '/flows', { as: 'bob', body: 'id: broken\n', to: limited });
    const seenBy = async (who: string) =>
      (await trail('', who, limited)).entries.map(
        ({ actor, action, outcome }: Record<string, string>) => `${actor} ${action} ${outcome}`,
      );
    expect(await seenBy('ada')).toEqual(['bob getFlow denied', 'bob createFlow denied', 'ada createFlow done']);
    expect(await seenBy('bob')).toEqual(['bob createFlow refused']);
    expect(await seenBy('root')).toHaveLength(5);
    expect((await trail('?namespace=other', 'ada', limited)).entries).toEqual([]);
  });
});

it('a failing audit trail is written to the log, and does not block requests', async () => {
  const away = await startTestGateway({ jenkins });
  await away.redis.server.stop();
  const answer = await send('post', '/flows', { body: flowText(), to: away });
  expect(answer.status).toBe(503);
  expect(
    away.log.some((line) => line.includes('could not write to the audit trail') && line.includes('"actor":"ada"')),
  ).toBe(true);
  await away.stop();
});
