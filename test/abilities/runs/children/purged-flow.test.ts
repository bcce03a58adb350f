import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../../support/running-gateway.ts';

const log = 'type: dev.vendor.plugin.core.log.Log';
const call = 'type: dev.vendor.plugin.core.flow.Subflow, namespace: examples, separate: true';

/** Waits for a person, and returns numbers. */
const asks = `id: asks
namespace: examples
description: Is called.
inputs: [{id: name, type: STRING, defaults: app}]
tasks:
  - {id: inner, ${call}, flowId: inner}
  - {id: ask, type: dev.vendor.plugin.core.flow.Approval, message: Go?}
  - {id: count, type: dev.vendor.plugin.core.shell.Shell, script: "echo '{\\"count\\": 7}'", outputSchema: {count: {type: INT}}}
outputs: [{id: count, type: INT, value: "{{ task_outputs.count.count }}"}]
`;

const ends = `
errors: [{id: told, ${log}, message: It failed.}]
finally: [{id: cleaned, ${log}, message: Done.}]
`;

let running: GatewayWithWorker;
const post = (path: string, body: object = {}) =>
  request(running.gateway.app).post(path).set('x-oidc-sub', 'ada').send(body);
const get = async (path: string) => (await request(running.gateway.app).get(path).expect(200)).body;
const childrenOf = async (id: string) => (await get(`/executions?parent=${id}`)).executions;
const purge = (flow: string) =>
  request(running.gateway.app).delete(`/flows/examples/${flow}?purge=true`).set('x-oidc-sub', 'ada').expect(204);
const statesOf = ({ tasks }: { tasks: readonly { path: string; state: string }[] }) =>
  Object.fromEntries(tasks.map(({ path, state }) => [path, state]));

/** The first execution that another one has started, while it waits for its approval. */
async function asking(id: string): Promise<string> {
  await running.until(id, ({ waitingFor }) => waitingFor?.executions?.open === 1);
  const [child] = await childrenOf(id);
  await running.until(child.id, ({ waitingFor }) => waitingFor?.kind === 'approval');
  return child.id;
}

async function start(id: string): Promise<string> {
  return (await post(`/flows/examples/${id}/executions`).expect(202)).body.id;
}

const approve = (id: string) => post(`/executions/${id}/decision`, { task: 'ask', decision: 'APPROVE' }).expect(202);

beforeAll(async () => {
  running = await startLocalGateway({ executors: 4 });
});
beforeEach(async () => {
  await running.store(
    `id: inner\nnamespace: examples\ndescription: Says hi.\ntasks: [{id: say, ${log}, message: hi}]\n`,
  );
  await running.store(asks);
});
afterAll(() => running.stop());

it(
  'a caller goes on after the flows that it called were purged, and restarts after the call',
  { timeout: 60_000 },
  async () => {
    await running.store(
      `id: counts
namespace: examples
description: Calls.
tasks:
  - {id: one, ${call}, flowId: asks}
  - {id: check, type: dev.vendor.plugin.core.shell.Shell, script: "test {{ task_outputs.one.count }} = 7 && test -e /nowhere"}${ends}`,
    );
    const id = await start('counts');
    const child = await asking(id);
    await purge('inner');
    await purge('asks');
    await approve(child);
    const ended = await running.until(id, 'FAILED');
    expect(ended.reason).toContain('Task check failed');
    expect(statesOf(ended)).toEqual({ one: 'SUCCESS', check: 'FAILED', told: 'SUCCESS', cleaned: 'SUCCESS' });
    const { body } = await post(`/executions/${id}/restart`).expect(202);
    const again = await running.until(body.id, 'FAILED');
    expect(again.reason).toContain('Task check failed');
    expect(statesOf(again)).toEqual({ one: 'KEPT', check: 'FAILED', told: 'SUCCESS', cleaned: 'SUCCESS' });
  },
);

it('a call to come of a purged flow fails with a reason, and errors and finally run', { timeout: 60_000 }, async () => {
  await running.store(
    `id: loops
namespace: examples
description: Calls in a loop.
tasks:
  - id: all
    type: dev.vendor.plugin.core.flow.ForEach
    values: [a, b]
    tasks: [{id: one, ${call}, flowId: asks, inputs: {name: "{{ items.all }}"}}]
    outputs: [{id: counts, type: INT, value: "{{ task_outputs.one.count }}"}]${ends}`,
  );
  const id = await start('loops');
  const child = await asking(id);
  await purge('asks');
  await approve(child);
  const ended = await running.until(id, 'FAILED');
  expect(ended.reason).toBe(
    'Task all failed: 1 of 2 items failed: b. First failure: the revision 1 of the flow examples/asks was removed',
  );
  expect(statesOf(ended)).toEqual({ all: 'FAILED', told: 'SUCCESS', cleaned: 'SUCCESS' });
});
