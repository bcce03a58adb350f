import { expect, it } from 'vitest';
import { AppError } from '../../../src/base/problem/app-error.ts';
import { SpaceGuard } from '../../../src/store/files/space-guard.ts';

const guardWith = (freeSpace: () => Promise<number>) =>
  new SpaceGuard({ folder: '/srv/flowgate', minimum: 1000, freeSpace });

it('rejects below the minimum, and shows the folder only to operators', async () => {
  let free = 1000;
  const guard = guardWith(async () => free);
  await guard.requireSpace();
  free = 999;
  const error: unknown = await guard.requireSpace().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    code: 'insufficient-storage',
    cause: { message: expect.stringMatching(/\/srv\/flowgate .*999 bytes free/) },
  });
  expect(error instanceof AppError && error.message).not.toContain('/srv');
  free = 1000;
  await guard.requireSpace();
});

it('accepts operations that free space as long as there is a little left', async () => {
  let free = 2 ** 20;
  const guard = new SpaceGuard({ folder: '/srv/flowgate', minimum: 2 ** 30, freeSpace: async () => free });
  await guard.requireSpace('clean-up');
  free--;
  await expect(guard.requireSpace('clean-up')).rejects.toMatchObject({
    code: 'insufficient-storage',
    message: expect.stringContaining('even deleting and stopping'),
  });
});

it('checks once for concurrent calls', async () => {
  let looks = 0;
  const guard = guardWith(async () => ++looks && 1000);
  await Promise.all(Array.from({ length: 50 }, () => guard.requireSpace()));
  expect(looks).toBe(1);
  await guard.requireSpace();
  expect(looks).toBe(2);
});

it('rejects nothing if the file system does not answer', async () => {
  await expect(guardWith(() => Promise.reject(new Error('EIO'))).requireSpace()).resolves.toBeUndefined();
});
