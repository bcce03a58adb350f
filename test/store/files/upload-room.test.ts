import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileContents } from '../../../src/store/files/file-contents.ts';
import { FileFolder } from '../../../src/store/files/file-folder.ts';
import { RedisContentIndex } from '../../../src/store/files/redis-content-index.ts';
import { RedisUploadLedger } from '../../../src/store/files/redis-upload-ledger.ts';
import { freeSpace } from '../../../src/store/files/space-guard.ts';
import { UploadRooms, type UploadLimits } from '../../../src/store/files/upload-room.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from '../../support/redis.ts';

const mebibyte = 2 ** 20;
const folder = temporaryFolder();
let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(async () => {
  await redis.stop();
  rmSync(folder, { recursive: true });
});

function roomsWith(limits: Partial<UploadLimits>, free: () => Promise<number>): UploadRooms {
  return new UploadRooms({
    ledger: new RedisUploadLedger(redis.redis),
    limits: { perActor: Infinity, inAll: Infinity, reserve: 0, ...limits },
    freeSpace: free,
    now: () => new Date(),
  });
}

/** This many MiB, in chunks as from a network. */
function* mebibytes(count: number): Generator<Buffer> {
  for (let index = 0; index < count * 16; index++) yield Buffer.alloc(mebibyte / 16, index % 251);
}

describe('the reserve of the disk', () => {
  it('rejects an upload before its first byte, or when it reaches the reserve', async () => {
    let free = 20 * mebibyte;
    const room = roomsWith({ reserve: 10 * mebibyte }, async () => free).open('ada');
    await room.admit(0);
    await room.admit(4 * mebibyte);
    free = 10 * mebibyte;
    await expect(room.admit(mebibyte)).rejects.toMatchObject({ code: 'insufficient-storage' });
    await expect(
      roomsWith({ reserve: 10 * mebibyte }, async () => free)
        .open('bob')
        .admit(0),
    ).rejects.toMatchObject({ code: 'insufficient-storage' });
    await room.release();
    expect(await new RedisUploadLedger(redis.redis).used(new Date())).toBe(0);
  });

  it('applies to the volume of a folder that does not exist yet', async () => {
    expect(await freeSpace(join(folder, 'not', 'yet', 'there'))).toBeGreaterThan(0);
    writeFileSync(join(folder, 'file'), '');
    await expect(freeSpace(join(folder, 'file', 'below'))).rejects.toMatchObject({ code: 'files-unavailable' });
  });
});

describe('a small real disk', () => {
  const disk = join(folder, 'disk');
  const isMounted = (() => {
    mkdirSync(disk);
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk]).status === 0; // needs root
  })();
  afterAll(() => {
    if (isMounted) spawnSync('umount', [disk]);
  });

  it.runIf(isMounted)('keeps a reserve, however many uploads come at once, and everything comes back', async () => {
    const rooms = roomsWith({ reserve: 32 * mebibyte }, () => freeSpace(disk));
    const contents = new FileContents({
      folder: new FileFolder(disk),
      index: new RedisContentIndex(redis.redis),
      now: () => new Date(),
    });
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const room = rooms.open('ada');
        try {
          await contents.discard(await contents.receive('a', Readable.from(mebibytes(50)), { limit: Infinity, room }));
          return 'received';
        } catch (error) {
          return error instanceof Error ? error.message : error;
        } finally {
          await room.release();
        }
      }),
    );
    expect(new Set(outcomes)).toEqual(
      new Set(['Uploads are not possible: Flowgate keeps the last 32 MiB of the disk free.']),
    );
    expect(readdirSync(disk)).toEqual([]);
    expect(await rooms.used()).toBe(0);
  });

  it.runIf(isMounted)('that is full is told as such where nothing is reserved', async () => {
    const contents = new FileContents({
      folder: new FileFolder(disk),
      index: new RedisContentIndex(redis.redis),
      now: () => new Date(),
    });
    const room = roomsWith({}, async () => Infinity).open('ada');
    await expect(contents.receive('a', Readable.from(mebibytes(80)), { limit: Infinity, room })).rejects.toMatchObject({
      code: 'insufficient-storage',
    });
    expect(readdirSync(disk)).toEqual([]);
    await room.release();
  });
});
