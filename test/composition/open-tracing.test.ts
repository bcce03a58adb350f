import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readTraceparent, spanIdOf } from '../../src/base/telemetry/trace-context.ts';
import type { Schema } from '../../src/faces/api-client/operation-types.ts';
import { isFinal } from '../../src/lifecycle/execution-state.ts';
import { FlowgateFleet } from '../support/flowgate-fleet.ts';
import { spawnFlowgate, type FlowgateProcess } from '../support/flowgate-process.ts';
import { attributesOf, OtlpReceiver, treeOf } from '../support/otlp-receiver.ts';
import { temporaryFolder } from '../support/redis.ts';
import { plannedFlow } from '../support/running-gateway.ts';
import { StandInJenkins } from '../support/stand-in-jenkins/stand-in-jenkins.ts';

type Execution = Schema<'Execution'>;

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const caller = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${caller}-01`;

let receiver: OtlpReceiver;

beforeAll(async () => {
  receiver = await OtlpReceiver.start();
});

afterAll(() => receiver.stop());

async function call(url: string, path: string, body?: object | string, headers = {}): Promise<Execution> {
  const type = typeof body === 'string' ? 'application/x-yaml' : 'application/json';
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': type, 'x-oidc-sub': 'ada', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Execution; // flows are not read
}

async function toEnd(url: string, id: string): Promise<Execution> {
  for (;;) {
    const execution = await call(url, `/executions/${id}`);
    if (isFinal(execution.state)) return execution;
    await sleep(50);
  }
}

describe('on a gateway and a worker with Jenkins', () => {
  let jenkins: StandInJenkins;
  let fleet: FlowgateFleet;
  let url: string;

  beforeAll(async () => {
    jenkins = await StandInJenkins.start();
    const { url: address, user, token } = jenkins;
    const settings = { JENKINS_URL: address, JENKINS_USER: user, JENKINS_TOKEN: token };
    fleet = await FlowgateFleet.start({ ...settings, ...receiver.environment });
    fleet.startWorker();
    url = await fleet.url;
    const tasks = [{ path: 'prepare' }, { path: 'call' }, { path: 'call/inner', outcome: 'FAILED' as const }];
    await call(url, '/flows', plannedFlow({ tasks }));
  });

  afterAll(async () => {
    fleet.stop();
    await jenkins.stop();
  });

  it('makes one trace from the request of a caller to the tasks of the build', async () => {
    const { id, traceId: known } = await call(url, '/flows/examples/hello/executions', {}, { traceparent });
    expect(known).toBe(traceId);
    await toEnd(url, id);
    const spans = await receiver.trace(traceId, 'RUN examples/hello');
    expect(treeOf(spans, ({ name }) => !name.startsWith('Jenkins '))).toEqual([
      'POST /flows/{namespace}/{flow_id}/executions',
      '  RUN examples/hello',
      '    queue',
      '      trigger',
      '    build',
      '      prepare',
      '      call',
      '        call/inner',
    ]);
    const span = (name: string) => spans.find((each) => each.name === name)!;
    expect(span('POST /flows/{namespace}/{flow_id}/executions').parentSpanId).toBe(caller);
    expect(attributesOf(span('RUN examples/hello'))).toMatchObject({
      'cicd.pipeline.run.id': id,
      'cicd.pipeline.result': 'failure',
    });
    expect(span('RUN examples/hello').status.code).toBe(2);
    expect(span('call/inner').status.code).toBe(2);
    expect(span('prepare').status.code).toBe(1);
    expect(span('Jenkins trigger').parentSpanId).toBe(span('trigger').spanId);
  });

  it('sends Jenkins the span of the build, for its own spans', async () => {
    const { id } = await call(url, '/flows/examples/hello/executions', {}, { traceparent });
    await toEnd(url, id);
    expect(jenkins.traceparents).toContain(`00-${traceId}-${spanIdOf(id, 'build')}-01`);
  });

  it('starts a trace of its own for other requests', async () => {
    const { id, traceId: own } = await call(url, '/flows/examples/hello/executions', {}, { traceparent: 'invalid' });
    await toEnd(url, id);
    expect(own).not.toBe(traceId);
    const spans = await receiver.trace(own ?? '', 'RUN examples/hello');
    expect(spans.find(({ name }) => name.startsWith('POST'))?.parentSpanId).toBeUndefined();
  });

  it('exports nothing of a trace that the caller does not sample', async () => {
    const quiet = '1af7651916cd43dd8448eb211c80319c';
    const header = { traceparent: `00-${quiet}-${caller}-00` };
    const { id } = await call(url, '/flows/examples/hello/executions', {}, header);
    await toEnd(url, id);
    const { traceId: later } = await call(url, '/flows/examples/hello/executions', {});
    await receiver.trace(later ?? '', 'RUN examples/hello');
    expect(receiver.spans.filter((span) => span.traceId === quiet)).toEqual([]);
    expect(jenkins.traceparents).toContain(`00-${quiet}-${spanIdOf(id, 'build')}-00`);
  });

  it('sends traces only, with neither queries nor values', () => {
    expect([...new Set(receiver.requests)]).toEqual(['POST /v1/traces application/json']);
    expect(JSON.stringify(receiver.spans)).not.toMatch(/secret|token|\?/);
  });
});

describe('on one gateway without Jenkins', () => {
  let gateway: FlowgateProcess;
  let url: string;

  async function start(environment: Readonly<Record<string, string>>): Promise<void> {
    gateway = spawnFlowgate({ FLOWGATE_DATA: temporaryFolder(), FLOWGATE_ENGINE: 'local', ...environment });
    url = await gateway.url;
  }

  afterEach(async () => {
    gateway.child.kill('SIGTERM');
    await gateway.end;
  });

  it('gives each task its span, and shows retries', async () => {
    await start(receiver.environment);
    const flow = `id: retried
namespace: examples
tasks:
  - {id: show, ${shell}, commands: ['echo "parent=$TRACEPARENT"']}
  - {id: shaky, ${shell}, retry: {max_attempt: 2}, commands: ['test -e x || { touch x; exit 1; }']}
`;
    await call(url, '/flows', flow);
    const { id, traceId: own = '' } = await call(url, '/flows/examples/retried/executions', {});
    await toEnd(url, id);
    const spans = await receiver.trace(own, 'RUN examples/retried');
    const log = await (await fetch(`${url}/executions/${id}/logs`)).text();
    const shown = readTraceparent(/parent=(\S+)/.exec(log)?.[1]);
    expect(shown).toEqual({ traceId: own, spanId: spans.find(({ name }) => name === 'show')?.spanId, isSampled: true });
    expect(treeOf(spans)).toEqual([
      'POST /flows/{namespace}/{flow_id}/executions',
      '  RUN examples/retried',
      '    queue',
      '    run',
      '      show',
      '      shaky',
    ]);
    expect(spans.find(({ name }) => name === 'shaky')?.events?.map(({ name }) => name)).toEqual(['attempt', 'attempt']);
  });

  it('logs the trace of a request, and sends protobuf by default', async () => {
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    const { id } = await call(url, '/flows', plannedFlow({ tasks: [] }, { id: 'logged' }), { traceparent });
    expect(id).toBe('logged');
    gateway.child.kill('SIGTERM');
    const { errors } = await gateway.end;
    const lines = errors
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>); // of our log
    expect(lines.find(({ req }) => JSON.stringify(req)?.includes('POST'))?.traceId).toBe(traceId);
    expect(receiver.requests).toContain('POST /v1/traces application/x-protobuf');
  });

  it('runs flows as well without a receiver, and warns once', async () => {
    await start({
      ...receiver.environment,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '100',
    });
    const flow = `id: plain\nnamespace: examples\ntasks:\n  - {id: greet, ${shell}, commands: [echo hi]}\n`;
    await call(url, '/flows', flow);
    for (let count = 0; count < 5; count++) {
      const { id } = await call(url, '/flows/examples/plain/executions', {});
      expect((await toEnd(url, id)).state).toBe('SUCCESS');
      await sleep(120);
    }
    gateway.child.kill('SIGTERM');
    const { status, errors } = await gateway.end;
    expect(status).toBe(0);
    expect(errors.match(/spans could not be exported/g)).toHaveLength(1);
  });

  it('is off by default, and then gives executions no trace', async () => {
    await start({});
    const flow = `id: plain\nnamespace: examples\ntasks:\n  - {id: greet, ${shell}, commands: ['echo "parent=$TRACEPARENT."']}\n`;
    await call(url, '/flows', flow);
    const { id, traceId: none } = await call(url, '/flows/examples/plain/executions', {}, { traceparent });
    await toEnd(url, id);
    expect(none).toBeUndefined();
    expect(await (await fetch(`${url}/executions/${id}/logs`)).text()).toContain('parent=.');
  });
});
