import { join } from 'node:path';
import request, { type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../../src/base/config/package-root.ts';
import type { OperationId, Schema } from '../../../src/faces/api-client/operation-types.ts';
import { loadContract, routesOf, type Route } from '../../../src/faces/http/openapi/contract.ts';
import { flowText } from '../../support/gateway.ts';
import { plannedFlow, startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';

const routes = routesOf(loadContract(join(packageRoot(), 'openapi.yaml')));
/** Placeholder for the id of the execution that is created before the first call. */
const executionId = '{execution_id}';
let agentToken: string;

interface Call {
  /** Path parameters that differ from `usual`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** A string is sent as `mediaType`, by default YAML; other values as JSON. */
  readonly body?: string | object;
  readonly mediaType?: string;
  /** The input for a file that is sent as a form. */
  readonly file?: string;
  readonly status?: number;
  /** Whether an API token for agents calls it, instead of a user. */
  readonly asAgent?: true;
  /** What its entry in the audit trail says, if not what `factsOf` returns. */
  readonly audited?: readonly AuditFact[];
}

type AuditFact = keyof Schema<'AuditEntry'>;

/** What an entry in the audit trail says about an operation with this path, at least. */
function factsOf(path: string): readonly AuditFact[] {
  if (path.includes('{execution_id}')) return ['executionId', 'namespace', 'flowId', 'revision'];
  return path.includes('{flow_id}') ? ['namespace', 'flowId'] : ['namespace'];
}

const usual: Readonly<Record<string, string>> = {
  namespace: 'examples',
  flow_id: 'leaves',
  revision: '1',
  type: 'dev.vendor.plugin.core.log.Log',
  execution_id: executionId,
  trigger_id: 'pushed',
  path: 'a.txt',
  input_id: 'dataset',
  preset: 'nightly',
  token: 'unknown',
  token_id: 'unknown00000',
  signal: 'tests-done',
};
const leaving = plannedFlow(
  { tasks: [{ path: 'greet', log: 'hello' }], outputs: { size: 3 }, artifacts: { 'a.txt': 'text' } },
  { id: 'leaves', more: 'inputs:\n  - {id: dataset, type: FILE, required: false}\n' },
);

const now = Date.now();
const lastDay = { from: new Date(now - 24 * 60 * 60 * 1000).toISOString(), to: new Date(now).toISOString() };

/** One call of each operation, in an order that works; each response is validated against the contract. */
const calls: Readonly<Record<OperationId, Call>> = {
  getWhoAmI: {},
  getHealth: {},
  getReadiness: {},
  getContract: {},
  getMetrics: {},
  getSystem: {},
  listControllers: {},
  callMcp: { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, asAgent: true },
  getDocumentation: {},
  getFlowSchema: {},
  getTestSchema: {},
  listTaskTypes: {},
  getTaskType: {},
  validateFlow: { body: flowText() },
  outlineFlow: { body: flowText() },
  checkConversion: { body: { id: 'json' } },
  convertToJenkins: { body: flowText() },
  importJenkinsfile: { body: { source: "node { sh 'make' }" } },
  createFlow: { body: flowText(), status: 201, audited: ['namespace', 'flowId', 'revision'] },
  claimNamespace: {
    body: { repository: 'web', commit: '3f2a1c', url: 'https://git.example/web' },
    audited: ['namespace', 'detail'],
  },
  listNamespaces: {},
  listLocks: {},
  releaseNamespace: { status: 204, audited: ['namespace', 'detail'] },
  // A document that is no flow has no namespace.
  importFlows: { body: `${flowText({ id: 'one' })}---\nid: broken\n`, audited: ['outcome'] },
  exportFlows: {},
  listFlows: { query: '?q=e&label=team:greeters&sort=-updated&limit=1&include=lastExecution&include=nextAt' },
  listNamespaceFlows: { query: '?search=hello%20LOG' },
  searchFlows: { query: '?q=hello%20LOG' },
  getHome: { query: '?namespace=examples&flow=examples/hello' },
  getFlow: {},
  updateFlow: { path: { flow_id: 'hello' }, body: flowText({ greeting: 'Hi' }) },
  listRevisions: {},
  diffRevisions: { path: { flow_id: 'hello' }, query: '?from=1&to=2' },
  restoreRevision: { path: { flow_id: 'hello' } },
  getInputSchema: { path: { flow_id: 'hello' } },
  validateInputs: { path: { flow_id: 'hello' }, body: { inputs: { user_name: 7 } } },
  validateSubflows: {},
  getDependencies: {},
  getJenkinsfile: {},
  pushFlow: {},
  uploadFiles: { file: 'dataset', status: 201 },
  downloadFile: { status: 404 },
  downloadKeptFiles: { status: 404 },
  runFlow: { status: 202, audited: ['namespace', 'flowId', 'revision', 'executionId'] },
  listExecutions: { query: '?actor=ada&id=01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  listRecentExecutions: { query: '?limit=2' },
  getExecution: {},
  compareExecutions: { query: `?with=${executionId}` },
  getExecutionOutline: {},
  listExecutionTasks: { query: '?state=SUCCESS&state=FAILED&limit=1' },
  getOutputs: {},
  getLogs: {},
  searchLogs: { query: '?search=f' },
  listArtifacts: {},
  getArtifact: {},
  listTriggers: { path: { flow_id: 'hooked' } },
  sealSecret: { path: { flow_id: 'hooked', input_id: 'token' }, body: { value: 'sesame-open' } },
  makeTriggerKey: { path: { flow_id: 'hooked' }, status: 201 },
  callHook: { path: { flow_id: 'hooked' }, status: 401 },
  revokeTriggerKey: { path: { flow_id: 'hooked' }, status: 204 },
  enableTrigger: { path: { flow_id: 'hooked' } },
  disableTrigger: { path: { flow_id: 'hooked', trigger_id: 'nightly' } },
  runTrigger: { path: { flow_id: 'hooked', trigger_id: 'nightly' }, status: 202 },
  backfillTrigger: { path: { flow_id: 'hooked', trigger_id: 'nightly' }, body: { ...lastDay, dryRun: true } },
  disableFlow: { path: { flow_id: 'hooked' } },
  enableFlow: { path: { flow_id: 'hooked' } },
  savePreset: { body: { inputs: {}, labels: { team: 'a' } }, audited: ['namespace', 'flowId', 'detail'] },
  listPresets: {},
  deletePreset: { status: 204, audited: ['namespace', 'flowId', 'detail'] },
  createToken: {
    body: { name: 'ci', namespaces: ['examples.*'], rights: ['read'], expiresAt: null },
    status: 201,
    audited: ['tokenId', 'tokenName'],
  },
  listTokens: {},
  revokeToken: { status: 404, audited: ['tokenId'] },
  testReceiver: { path: { receiver: 'slack:web' }, status: 404, audited: ['namespace', 'detail'] },
  getAudit: { query: '?namespace=examples&actor=ada&from=2026-01-01T00:00:00Z&limit=2' },
  replayExecution: { status: 202 },
  restartExecution: { body: { from: 'greet' }, status: 202 },
  decideExecution: { body: { task: 'release', decision: 'APPROVE' }, status: 409 },
  signalExecution: { body: {}, status: 409 },
  signalByUrl: { body: {}, status: 404 },
  stopExecution: { status: 409 },
  deleteExecution: { status: 204 },
  deleteFlow: { path: { flow_id: 'hello' }, status: 204 },
};

let running: RunningGateway;
let execution: string;
beforeAll(async () => {
  running = await startRunningGateway();
  await running.store(leaving);
  await running.store(
    plannedFlow(
      { tasks: [] },
      {
        id: 'hooked',
        more: 'triggers: [{id: pushed, type: webhook}, {id: nightly, type: schedule, cron: "0 2 * * *"}]\n',
      },
    ),
  );
  const scope = { name: 'agent', namespaces: ['examples'], rights: ['read'], surfaces: ['mcp'] };
  const token = await request(running.gateway.app).post('/tokens').set('x-oidc-sub', 'ada').send(scope).expect(201);
  agentToken = token.body.token;
  const { body, status } = await running.run({}, { flow: 'leaves' });
  if (status !== 202) throw new Error(`The execution was rejected: ${status} ${body.detail}`);
  execution = body.id;
  await running.until(execution, 'SUCCESS');
});
afterAll(() => running.stop());

function routeOf(operationId: string): Route {
  const route = routes.find(({ operation }) => operation.operationId === operationId);
  if (route === undefined) throw new Error(`The contract has no ${operationId}`);
  return route;
}

function send({ method, path }: Route, call: Call, headers: Readonly<Record<string, string>>): Promise<Response> {
  const values = { ...usual, ...call.path };
  const filled = path.replaceAll(/\{(\w+)\}\*?/g, (_, name: string) => values[name] ?? 'x');
  const url = `${filled}${call.query ?? ''}`.replaceAll(executionId, execution);
  const agent = request(running.gateway.app);
  const isAgent = call.asAgent === true && headers['x-oidc-sub'] !== undefined;
  const sent = agent[method as 'get'](url).set(isAgent ? { authorization: `Bearer ${agentToken}` } : headers);
  if (isAgent) sent.set('Accept', 'application/json, text/event-stream');
  if (call.file !== undefined && call.body === undefined) return sent.attach(call.file, Buffer.from('bytes'), 'a.csv');
  return typeof call.body === 'string'
    ? sent.set('Content-Type', call.mediaType ?? 'text/yaml').send(call.body)
    : sent.send(call.body);
}

it('the calls cover exactly the operations of the contract', () => {
  expect(Object.keys(calls).toSorted()).toEqual(routes.map(({ operation }) => operation.operationId).toSorted());
});

describe.each(Object.entries(calls))('%s', (operationId, call) => {
  it('responds according to the contract', async () => {
    const route = routeOf(operationId);
    const answer = await send(route, call, { 'x-oidc-sub': 'ada' });
    expect({ status: answer.status, problem: answer.status === call.status ? undefined : answer.body.detail }).toEqual({
      status: call.status ?? 200,
    });
    expect(Object.keys(route.operation.responses ?? {})).toContain(
      answer.status < 400 ? String(answer.status) : 'default',
    );
  });

  it('writes an audit entry only if it changes data', async () => {
    const { method, operation, path } = routeOf(operationId);
    // The caller of a webhook is unknown: the entry has the trigger as its actor.
    const isChange = method !== 'get' && operation['x-changes'] !== false && operation['x-public'] !== true;
    const { body } = await request(running.gateway.app)
      .get('/audit?actor=ada&limit=500')
      .set('x-oidc-sub', 'grace')
      .expect(200);
    const entries = (body.entries as readonly Schema<'AuditEntry'>[]).filter(
      ({ action, status }) => action === operationId && status === (call.status ?? 200),
    );
    expect(entries.length > 0).toBe(isChange);
    const facts = call.audited ?? factsOf(path);
    for (const entry of entries) expect(Object.keys(entry)).toEqual(expect.arrayContaining([...facts]));
  });

  it('rejects unknown parameters', async () => {
    const answer = await send(routeOf(operationId), { ...call, query: '?__proto__=1' }, { 'x-oidc-sub': 'ada' });
    expect(answer.body).toMatchObject({
      status: 400,
      type: 'urn:flowgate:problem:invalid-request',
      errors: [{ path: '/query/__proto__' }],
    });
  });

  it('requires authentication if it changes data', async () => {
    const route = routeOf(operationId);
    const changes = (route.operation.security?.length ?? 0) > 0;
    const answer = await send(route, { ...call, query: '?__proto__=1' }, {});
    expect(answer.status).toBe(changes ? 401 : 400);
    expect(answer.type).toBe('application/problem+json');
  });
});

describe('operations with a body', () => {
  const withBody = routes
    .filter(({ operation }) => operation.requestBody !== undefined)
    .map(({ operation: { operationId } }) => operationId);

  it.each(withBody)('%s rejects other media types', async (operationId) => {
    const answer = await send(
      routeOf(operationId),
      { ...calls[operationId], body: 'a;b', mediaType: 'text/csv' },
      { 'x-oidc-sub': 'ada' },
    );
    expect(answer.body).toMatchObject({
      status: 415,
      type: 'urn:flowgate:problem:unsupported-media-type',
      detail: expect.stringContaining('allowed: '),
    });
  });
});
