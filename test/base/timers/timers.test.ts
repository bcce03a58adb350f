import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setInterval, setTimeout, sleep, timeoutSignal } from '../../../src/base/timers/timers.ts';
import { collectGarbage } from '../../support/collect-garbage.ts';

const hour = 60 * 60 * 1000;
const hours = [1 / 3600, 1, 596, 597, 720, 8760];

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe.each(hours)('for %d hours', (count) => {
  it('a timer calls back once, when they are over', async () => {
    const callBack = vi.fn<() => void>();
    setTimeout(callBack, count * hour);
    await vi.advanceTimersByTimeAsync(count * hour - 1);
    expect(callBack).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1 + 8760 * hour);
    expect(callBack).toHaveBeenCalledTimes(1);
  });

  it('a timer that is cleared at any time does not call back', async () => {
    const callBack = vi.fn<() => void>();
    const timer = setTimeout(callBack, count * hour);
    await vi.advanceTimersByTimeAsync((count * hour) / 2);
    clearTimeout(timer);
    await vi.advanceTimersByTimeAsync(8760 * hour);
    expect(callBack).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a sleep resolves when they are over, or rejects when it is aborted', async () => {
    const ends: unknown[] = [];
    const stop = new AbortController();
    void sleep(count * hour, 'slept').then((value) => ends.push(value));
    void sleep(count * hour, undefined, { signal: stop.signal }).catch((error: Error) => ends.push(error.name));
    await vi.advanceTimersByTimeAsync(count * hour - 1);
    expect(ends).toEqual([]);
    stop.abort();
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['AbortError', 'slept']);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a signal aborts with a TimeoutError after 720 hours', async () => {
  const signal = timeoutSignal(720 * hour);
  await vi.advanceTimersByTimeAsync(720 * hour - 1);
  expect(signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
});

it('a duration without end never ends', async () => {
  const callBack = vi.fn<() => void>();
  setTimeout(callBack, Infinity);
  await vi.advanceTimersByTimeAsync(8760 * hour);
  expect(callBack).not.toHaveBeenCalled();
});

it('an interval of 720 hours does not fire each millisecond', async () => {
  const callBack = vi.fn<() => void>();
  const timer = setInterval(callBack, 720 * hour);
  await vi.advanceTimersByTimeAsync(500 * hour);
  expect(callBack).not.toHaveBeenCalled();
  clearInterval(timer);
});

it('a sleep with a signal that is aborted rejects at once', async () => {
  await expect(sleep(1, undefined, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'ABORT_ERR' });
});

it('a signal aborts as part of another one, also after garbage was collected', async () => {
  vi.useRealTimers();
  const other = new AbortController();
  // A function of its own, so that nothing refers to the signal of the time.
  const aborted = (() =>
    new Promise((resolve) => {
      const signal = AbortSignal.any([other.signal, timeoutSignal(200)]);
      signal.addEventListener('abort', () => resolve((signal.reason as Error).name)); // of the signal of the time
    }))();
  await collectGarbage();
  expect(await aborted).toBe('TimeoutError');
});
