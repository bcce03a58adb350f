import request from 'supertest';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openRuns } from '../../../../src/abilities/runs/open-runs.ts';
import type { ExecutionRecord } from '../../../../src/lifecycle/execution-record.ts';
import type { ExecutionState } from '../../../../src/lifecycle/execution-state.ts';
import { RedisChildStore } from '../../../../src/store/executions/redis/redis-child-store.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { startTestGateway, type TestGateway } from '../../../support/gateway.ts';
import { told } from '../../../support/life-of.ts';
import { endAtWait, storeFlow, waitingExecution } from '../../../support/waiting-execution.ts';

/*
 * A process can die before and after each step that changes something. Here, the step throws instead, and the process
 * goes on as another one would: it looks at the wait again.
 */

const log = 'type: dev.vendor.plugin.core.log.Log';
let gateway: TestGateway;
/** Milliseconds by which the clock of the store was turned, so that no pause before an attempt is waited for. */
let turned = 0;
beforeAll(async () => {
  gateway = await startTestGateway({ engineName: 'local', maxPending: 150 });
  const { store } = gateway.ports;
  const time = store.time.bind(store);
  store.time = async () => new Date((await time()).getTime() + turned);
  await storeFlow(
    gateway,
    `id: child
namespace: shop
description: Is called.
inputs: [{id: name, type: STRING}]
tasks: [{id: say, ${log}, message: "{{ inputs.name }}"}]
outputs: [{id: name, type: STRING, value: "{{ inputs.name }}"}]
`,
  );
  await storeFlow(
    gateway,
    `id: parent
namespace: shop
description: Calls.
tasks:
  - id: all
    type: dev.vendor.plugin.core.flow.ForEach
    values: [a, b, c]
    concurrency: 2
    timeout: 1h
    tasks:
      - id: one
        type: dev.vendor.plugin.core.flow.Subflow
        namespace: shop
        flowId: child
        inputs: {name: "{{ items.all }}"}
        separate: true
        retry: {type: constant, max_attempt: 2, interval: 1s}
    outputs: [{id: names, type: STRING, value: "{{ task_outputs.one.name }}"}]
  - {id: told, ${log}, message: "{{ task_outputs.all.names }}"}
`,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => gateway.stop());

/** Lets the nth step fail, before or after it has had its effect. @returns whether there was one */
function interrupt(nth: number, when: 'before' | 'after'): () => boolean {
  let count = 0;
  const wrap = <Target extends object>(target: Target, method: keyof Target): void => {
    const original = target[method] as (...given: unknown[]) => Promise<unknown>;
    vi.spyOn(target, method as never).mockImplementation(async function (this: Target, ...given: unknown[]) {
      const isIt = ++count === nth;
      if (isIt && when === 'before') throw new Error('died');
      const result = await original.apply(this, given);
      if (isIt) throw new Error('died');
      return result;
    } as never);
  };
  for (const method of ['take', 'settle', 'repeat', 'results'] as const) wrap(RedisChildStore.prototype, method);
  wrap(RedisExecutionStore.prototype, 'create');
  return () => count >= nth;
}

const children = async (id: string, states: readonly ExecutionState[] = []) =>
  (await gateway.ports.store.list({ parent: id, states, labels: [], limit: 100 })).executions;

/** Ends the children that are open; the first one for `b` fails. */
async function endChildren(id: string): Promise<void> {
  const all = await children(id);
  for (const child of await children(id, ['CREATED'])) {
    const isFirst = all.filter(({ parent }) => parent?.item === child.parent?.item).length === 1;
    const fails = child.parent?.item === 'b' && isFirst;
    const ending = fails
      ? ({ state: 'FAILED', reason: 'It broke.' } as const)
      : ({ state: 'SUCCESS', outputs: { name: String(child.inputs.name).toUpperCase() } } as const);
    await told(gateway.ports, child.id, [{ name: 'begun' }, { name: 'finished', ...ending }]);
  }
}

async function untilOver(started: ExecutionRecord): Promise<ExecutionRecord> {
  for (;;) {
    const record = (await gateway.ports.store.read(started.id))!;
    if (record.waitingFor === undefined) return record;
    await gateway.services.dueWaits.stop(record).catch(() => undefined);
    await endChildren(record.id);
    turned += 1_000;
  }
}

it.each([
  ['before', 1],
  ['after', 2],
] as const)(
  'a death %s any step neither loses an execution nor starts one twice',
  { timeout: 240_000 },
  async (when, first) => {
    let steps = 0;
    for (let nth = first; ; nth += 2) {
      const { body } = await request(gateway.app)
        .post('/flows/shop/parent/executions')
        .set('x-oidc-sub', 'ada')
        .send({});
      const wasReached = interrupt(nth, when);
      const record = await untilOver(await endAtWait(gateway, body.id, { task: 'all', texts: {} }));
      const isReached = wasReached();
      vi.restoreAllMocks();
      const items = (await children(record.id)).map(({ parent }) => parent?.item).toSorted();
      const carried = await gateway.ports.store.carried(record.id);
      expect({ nth, items, state: record.state, names: carried?.outputs.all?.names }).toEqual({
        nth,
        items: ['a', 'b', 'b', 'c'],
        state: 'QUEUED',
        names: '["A","B","C"]',
      });
      if (!isReached) break;
      steps = nth;
    }
    expect(steps).toBeGreaterThan(10);
    expect(await gateway.redis.redis.keys('*:executions:child*')).toEqual([]);
  },
);

it('a stop between two steps starts no others, and stops those that were started', async () => {
  const record = await waitingExecution(gateway, 'shop/parent', { task: 'all', texts: {} });
  await gateway.services.dueWaits.stop(record);
  expect((await children(record.id)).length).toBe(2);
  // The process that wants to stop it dies: only its record says so.
  await told(gateway.ports, record.id, { name: 'stopAsked', by: 'ada' });
  expect(await gateway.ports.store.dueWaits(100)).toContain(record.id);
  await gateway.services.dueWaits.endDue(new AbortController().signal);
  await vi.waitFor(async () =>
    expect((await children(record.id)).map((child) => child.stop?.by)).toEqual(['ada', 'ada']),
  );
  const stopped = await children(record.id);
  for (const child of stopped) await told(gateway.ports, child.id, { name: 'neverBegan', state: 'KILLED' });
  const over = await untilOver(record);
  expect(over).toMatchObject({ state: 'KILLED', reason: 'Stopped by ada.' });
  expect(await children(record.id)).toHaveLength(2);
});

it('a child that was removed fails its item with a reason', async () => {
  const record = await waitingExecution(gateway, 'shop/parent', { task: 'all', texts: {} });
  await gateway.services.dueWaits.stop(record);
  const [child] = await children(record.id);
  vi.spyOn(RedisChildStore.prototype, 'take').mockResolvedValue(undefined);
  await told(gateway.ports, child!.id, { name: 'neverBegan', state: 'KILLED' });
  await gateway.ports.store.remove(child!.id);
  vi.restoreAllMocks();
  await gateway.services.dueWaits.stop(record);
  for (let round = 0; round < 3; round++) await endChildren(record.id);
  const over = await untilOver(record);
  expect(over.reason).toMatch(/1 of 3 items failed: [ab]/);
});

it('a flow with too many pending executions gets the others later', { timeout: 60_000 }, async () => {
  const list = `[${Array.from({ length: 20 }, (_, index) => index).join(', ')}]`;
  await storeFlow(
    gateway,
    `id: crowd
namespace: shop
description: Calls many.
tasks:
  - id: all
    type: dev.vendor.plugin.core.flow.ForEach
    matrix: {row: ${list}, column: ${list}}
    key: "{{ items.all.row }}-{{ items.all.column }}"
    concurrency: 400
    max_items: 400
    tasks:
      - {id: one, type: dev.vendor.plugin.core.flow.Subflow, namespace: shop, flowId: child, separate: true, inputs: {name: "{{ items.all.row }}"}}
  - {id: told, ${log}, message: "{{ task_outputs.all.succeeded }}"}
`,
  );
  const started = await waitingExecution(gateway, 'shop/crowd', { task: 'all', texts: {} });
  let record = started;
  while (record.trouble === undefined) {
    await gateway.services.dueWaits.stop(record);
    record = (await gateway.ports.store.read(record.id))!;
  }
  expect(record.trouble).toContain('150 pending executions of the flow shop/child');
  expect(record.children).toMatchObject({ total: 400, succeeded: 0, failed: 0 });
  const over = await untilOver(record);
  expect(over).toMatchObject({ state: 'QUEUED', trouble: undefined });
  expect((await gateway.ports.store.carried(record.id))?.outputs.all).toMatchObject({ succeeded: '400', failed: '0' });
});

it('outputs that are too large together start no others', { timeout: 60_000 }, async () => {
  const names = JSON.stringify([...'abcd'].map((letter) => letter.repeat(20_000)));
  await storeFlow(
    gateway,
    `id: large
namespace: shop
description: Returns much.
tasks:
  - id: all
    type: dev.vendor.plugin.core.flow.ForEach
    values: ${names}
    key: "{{ item_index.all }}"
    tasks:
      - id: one
        type: dev.vendor.plugin.core.flow.Subflow
        namespace: shop
        flowId: child
        inputs: {name: "{{ items.all }}{{ items.all }}{{ items.all }}"}
        separate: true
    outputs: [{id: names, type: STRING, value: "{{ task_outputs.one.name }}"}]
`,
  );
  const over = await untilOver(await waitingExecution(gateway, 'shop/large', { task: 'all', texts: {} }));
  expect(over).toMatchObject({
    state: 'FAILED',
    reason: 'Task all failed: its executions return too much: each list of outputs must have at most 96 KiB',
  });
  expect(await children(over.id)).toHaveLength(2);
});

it('a process that is late does not repeat what another one has repeated', async () => {
  const calling = await waitingExecution(gateway, 'shop/parent', { task: 'all', texts: {} });
  await gateway.services.dueWaits.stop(calling);
  // Only `a` is left, so that nothing takes its place.
  for (let left = 2; left > 0; left--) {
    const [open] = (await children(calling.id, ['CREATED'])).filter((child) => child.parent?.item !== 'a');
    const outputs = { name: 'X' };
    await told(gateway.ports, open!.id, [{ name: 'begun' }, { name: 'finished', state: 'SUCCESS', outputs }]);
    await gateway.services.dueWaits.stop(calling);
  }
  const [first] = (await children(calling.id)).filter((child) => child.parent?.item === 'a');
  const repeat = vi.spyOn(RedisChildStore.prototype, 'repeat');
  await told(gateway.ports, first!.id, [{ name: 'begun' }, { name: 'finished', state: 'FAILED', reason: 'It broke.' }]);
  await vi.waitFor(() => expect(repeat).toHaveBeenCalled());
  turned += 2_000;
  await gateway.services.dueWaits.stop(calling);
  const attempts = async () => (await children(calling.id)).filter((child) => child.parent?.item === 'a').length;
  await vi.waitFor(async () => expect(await attempts()).toBe(2));
  const [late] = repeat.mock.calls;
  await gateway.ports.children.repeat(...late!);
  for (let looks = 0; looks < 3; looks++) {
    turned += 5_000;
    await gateway.services.dueWaits.stop(calling);
  }
  expect(await attempts()).toBe(2);
  expect(await gateway.ports.store.read(calling.id)).toMatchObject({ children: { open: 1, failed: 0 } });
});

it('an execution that another process starts at the time limit is stopped', async () => {
  let [open, note] = [() => {}, () => {}];
  const gate = new Promise<void>((resolve) => (open = resolve));
  const created = new Promise<void>((resolve) => (note = resolve));
  const { create } = RedisExecutionStore.prototype;
  let isHeldUp = true;
  vi.spyOn(RedisExecutionStore.prototype, 'create').mockImplementation(async function (
    this: RedisExecutionStore,
    creation,
  ) {
    if (creation.child === undefined || !isHeldUp) return create.call(this, creation);
    isHeldUp = false;
    await gate;
    return create.call(this, creation).finally(note);
  });
  const calling = await waitingExecution(gateway, 'shop/parent', { task: 'all', texts: {} });
  const starting = gateway.services.dueWaits.stop(calling);
  await vi.waitFor(() => expect(isHeldUp).toBe(false));
  const { cancel } = RedisChildStore.prototype;
  vi.spyOn(RedisChildStore.prototype, 'cancel').mockImplementationOnce(async function (
    this: RedisChildStore,
    ...given
  ) {
    open();
    await created;
    return cancel.apply(this, given);
  });
  turned += 4_000_000;
  // Another process.
  await openRuns(gateway.parts, gateway.services).api.dueWaits.stop(calling);
  await starting;
  const found = await children(calling.id);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ stop }) => stop === undefined)).toEqual([]);
  expect(await gateway.ports.store.read(calling.id)).toMatchObject({ phase: 'waiting' });
});
