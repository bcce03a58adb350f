import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CallBudget } from '../../../../src/engines/jenkins/call-budget.ts';
import { QueueExits } from '../../../../src/engines/jenkins/start/queue-exits.ts';

const never = new AbortController().signal;

/** A queue of Jenkins, from which a test takes items. */
function queueOf(...numbers: readonly number[]) {
  const queued = new Set(numbers);
  let calls = 0;
  const waits = async () => {
    calls += 1;
    return { items: new Map([...queued].map((item) => [item, ''])), ofBuild: () => undefined };
  };
  const exits = new QueueExits({ gateway: { waits }, calls: new CallBudget({ perSecond: 1e6, saved: 1e6 }) });
  return { exits, queued, calls: () => calls };
}

it('reads all items that are awaited in one call', async () => {
  const items = Array.from({ length: 200 }, (_, index) => index);
  const { exits, queued, calls } = queueOf(...items);
  const left: number[] = [];
  const all = items.map((item) => exits.left(item, never).then(() => left.push(item)));
  while (calls() === 0) await sleep(5);
  expect(left).toEqual([]);
  for (const item of items) if (item % 2 === 0) queued.delete(item);
  const before = calls();
  while (left.length < items.length / 2) await sleep(5);
  expect(left).toEqual(items.filter((item) => item % 2 === 0));
  expect(calls() - before).toBeLessThanOrEqual(2);
  queued.clear();
  await Promise.all(all);
});

it('asks no more once nothing is awaited, and again for the next item', async () => {
  const { exits, queued, calls } = queueOf();
  await exits.left(1, never);
  expect(calls()).toBe(1);
  await sleep(250);
  expect(calls()).toBe(1);
  queued.add(2);
  const cancelled = new AbortController();
  const second = exits.left(2, cancelled.signal);
  while (calls() < 2) await sleep(5);
  cancelled.abort();
  await expect(second).resolves.toBeUndefined();
});

it('waits no longer if Jenkins cannot be asked', async () => {
  const waits = () => Promise.reject(new Error('down'));
  const exits = new QueueExits({ gateway: { waits }, calls: new CallBudget() });
  await expect(Promise.all([exits.left(1, never), exits.left(2, never)])).resolves.toHaveLength(2);
});
