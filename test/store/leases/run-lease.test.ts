import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RunLease } from '../../../src/store/leases/run-lease.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A lease of ten seconds in a store that can lose it, give it to another process, or be unreachable. */
function leased({ isUntouched = true } = {}) {
  const store = { holder: 'this' as 'this' | 'other' | undefined, isReachable: true, asked: 0 };
  const answer = <Value>(value: Value): Promise<Value> => {
    store.asked++;
    return store.isReachable ? Promise.resolve(value) : Promise.reject(new Error('store-unavailable'));
  };
  const lease = new RunLease({
    lease: {
      name: 'run:x',
      token: 7,
      milliseconds: 10_000,
      renew: () => answer(store.holder === 'this'),
      reclaim: () => {
        if (store.isReachable) store.holder ??= 'this';
        return answer(store.holder === 'this');
      },
      release: async () => undefined,
    },
    isUntouched: async () => isUntouched,
  });
  return { lease, store };
}

/** As if the process stood still: time passes, and no timer runs. */
const block = (milliseconds: number): void => void vi.setSystemTime(Date.now() + milliseconds);

it('does not ask while it is held', async () => {
  const { lease, store } = leased();
  await lease.settle();
  expect(await lease.isHeld()).toBe(true);
  expect(store.asked).toBe(0);
});

it('is taken back if it has expired and nobody else has held it', async () => {
  const { lease, store } = leased();
  block(65_000);
  store.holder = undefined;
  expect(await lease.isHeld()).toBe(true);
  expect([store.holder, lease.signal.aborted]).toEqual(['this', false]);
});

it('is lost if another process holds it, or has held it', async () => {
  const taken = leased();
  block(65_000);
  taken.store.holder = 'other';
  await taken.lease.settle();
  expect([taken.lease.signal.aborted, await taken.lease.isHeld()]).toEqual([true, false]);

  const ended = leased({ isUntouched: false });
  block(65_000);
  ended.store.holder = undefined;
  expect([await ended.lease.isHeld(), ended.lease.signal.aborted]).toEqual([false, true]);
});

it('waits for the store before anything new starts, however long that takes', async () => {
  const { lease, store } = leased();
  store.isReachable = false;
  block(11_000);
  await expect(lease.isHeld()).rejects.toThrow('store-unavailable');
  let isSettled = false;
  const settled = lease.settle().then(() => (isSettled = true));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([isSettled, lease.signal.aborted]).toEqual([false, false]);
  store.isReachable = true;
  await vi.advanceTimersByTimeAsync(1_000);
  await settled;
  expect(await lease.isHeld()).toBe(true);
});

it('asks when the store has rejected a change, whatever the time', async () => {
  const { lease, store } = leased();
  store.holder = 'other';
  expect(await lease.isHeld({ isDoubtful: true })).toBe(false);
});
