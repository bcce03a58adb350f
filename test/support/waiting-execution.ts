import request from 'supertest';
import type { SegmentEnd } from '../../src/engines/engine.ts';
import type { ExecutionRecord } from '../../src/lifecycle/execution-record.ts';
import type { TestGateway } from './gateway.ts';
import { told } from './life-of.ts';

type Headers = Readonly<Record<string, string>>;

export interface WaitingOptions {
  /** Headers of the caller who starts it. */
  readonly as?: Headers;
  readonly inputs?: object;
  /** The id of the task; `release` by default. */
  readonly task?: string;
  readonly texts?: SegmentEnd['texts'];
  readonly carried?: SegmentEnd['carried'];
}

const ada: Headers = { 'x-oidc-sub': 'ada' };

/** Stores the first or the next revision of a flow. */
export async function storeFlow({ app }: TestGateway, flow: string, as = ada): Promise<void> {
  const send = (call: request.Test) => call.set(as).set('Content-Type', 'application/x-yaml').send(flow);
  const named = (property: string) => new RegExp(`^${property}: (.*)$`, 'm').exec(flow)?.[1];
  const created = await send(request(app).post('/flows'));
  if (created.status === 409) await send(request(app).put(`/flows/${named('namespace')}/${named('id')}`)).expect(200);
  else if (created.status !== 201) throw new Error(created.text);
}

/** The execution, after its first segment has ended at the task as an engine ends it. */
export async function endAtWait(
  gateway: TestGateway,
  id: string,
  { task = 'release', texts = { message: 'Release 1.2?' }, carried = { outputs: {}, files: [] } }: WaitingOptions = {},
): Promise<ExecutionRecord> {
  const { ports, services } = gateway;
  const record = await told(ports, id, { name: 'begun', engine: 'local' });
  const startedAt = new Date().toISOString();
  const tasks = [...record.tasks, { path: task, state: 'RUNNING' as const, startedAt }];
  await services.waits.begin(record, {
    task,
    texts,
    tasks,
    carried,
    elapsed: 1000,
    hasWarning: false,
    logBytes: 10,
  });
  return (await ports.store.read(id))!;
}

/** Starts `flow` (`namespace/id`), and ends its first segment at a task that waits. */
export async function waitingExecution(
  gateway: TestGateway,
  flow: string,
  options: WaitingOptions = {},
): Promise<ExecutionRecord> {
  const { as = ada, inputs = {} } = options;
  const started = await request(gateway.app).post(`/flows/${flow}/executions`).set(as).send({ inputs });
  if (started.status !== 202) throw new Error(started.text);
  return endAtWait(gateway, started.body.id, options);
}
