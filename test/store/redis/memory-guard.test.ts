import type { Redis } from 'ioredis';
import { expect, it, vi } from 'vitest';
import { availableBytes, ownRedisBytes } from '../../../src/base/config/own-redis-bytes.ts';
import { MemoryGuard } from '../../../src/store/redis/memory-guard.ts';
import { readMemoryUse, type MemoryUse } from '../../../src/store/redis/redis-memory.ts';

const guardAt = (used: number) => new MemoryGuard(async () => ({ used, limit: 1000, reserve: 100 }));

it('rejects new data that would use the reserve', async () => {
  await guardAt(900).requireSpace();
  await expect(guardAt(901).requireSpace()).rejects.toMatchObject({
    code: 'insufficient-storage',
    cause: { message: 'Redis uses 901 bytes of its maxmemory of 1000; changes must leave 100' },
  });
});

it('never rejects what frees memory, nor anything if there is no limit', async () => {
  await expect(guardAt(2000).requireSpace('clean-up')).resolves.toBeUndefined();
  await expect(new MemoryGuard(async () => undefined).requireSpace()).resolves.toBeUndefined();
});

it('asks Redis once for concurrent changes', async () => {
  const read = vi.fn<() => Promise<undefined>>(async () => undefined);
  const guard = new MemoryGuard(read, { keptMilliseconds: 0 });
  await Promise.all([guard.requireSpace(), guard.requireSpace()]);
  expect(read).toHaveBeenCalledTimes(1);
  await guard.requireSpace();
  expect(read).toHaveBeenCalledTimes(2);
});

it('reads again at once while there is little room, and otherwise after a moment', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const readsFor = async (used: number): Promise<number> => {
    const read = vi.fn<() => Promise<MemoryUse>>(async () => ({ used, limit: 1000, reserve: 100 }));
    const guard = new MemoryGuard(read, { keptMilliseconds: 100 });
    for (const wait of [0, 50, 49, 1]) {
      vi.advanceTimersByTime(wait);
      await guard.requireSpace();
    }
    return read.mock.calls.length;
  };
  expect(await readsFor(801)).toBe(4);
  expect(await readsFor(800)).toBe(2);
  vi.useRealTimers();
});

it.each([
  ['a container with a limit', 1_000_000_000, 16_000_000_000, 1_000_000_000],
  ['a container whose limit is above the memory of the machine', 64_000_000_000, 16_000_000_000, 16_000_000_000],
  ['a cgroup without a limit', 2 ** 64, 16_000_000_000, 16_000_000_000],
  ['no cgroup', 0, 16_000_000_000, 16_000_000_000],
])('knows the memory of %s', (_what, constrained, total, available) => {
  expect(availableBytes(constrained, total)).toBe(available);
});

it('leaves the greater part of the memory to others, but never too little to itself', () => {
  expect(ownRedisBytes(1_000_000_000)).toBe(400_000_000);
  expect(ownRedisBytes(1_000_000)).toBe(32 * 1024 * 1024);
});

it('is unlimited if Redis does not allow INFO, and unknown if Redis does not answer', async () => {
  const failing = (reason: Error) => {
    const call = vi.fn<() => Promise<never>>().mockRejectedValue(reason);
    return readMemoryUse({ call } as unknown as Redis); // the part that it uses
  };
  const denied = Object.assign(new Error('NOPERM this user has no permissions to run the INFO command'), {
    name: 'ReplyError',
  });
  await expect(failing(denied)).resolves.toBeUndefined();
  await expect(failing(new Error('Command timed out'))).rejects.toMatchObject({ code: 'store-unavailable' });
});
