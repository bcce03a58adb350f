import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileContents } from '../../../src/store/files/file-contents.ts';
import { FileFolder, FileTooLarge } from '../../../src/store/files/file-folder.ts';
import { sweepFiles } from '../../../src/store/files/file-sweeper.ts';
import { RedisContentIndex } from '../../../src/store/files/redis-content-index.ts';
import { RedisUploadLedger } from '../../../src/store/files/redis-upload-ledger.ts';
import { UploadRooms } from '../../../src/store/files/upload-room.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from '../../support/redis.ts';

const hour = 60 * 60 * 1000;
const parent = temporaryFolder();
const folder = join(parent, 'made', 'when-needed');
let redis: TestRedis;
let time: number;
let used: ReadonlySet<string>;
let contents: FileContents;
let sweep: () => Promise<void>;
let rooms: UploadRooms;
beforeAll(async () => {
  redis = await startTestRedis();
  const now = () => new Date(time);
  const parts = { folder: new FileFolder(folder), index: new RedisContentIndex(redis.redis) };
  contents = new FileContents({ ...parts, now });
  rooms = new UploadRooms({
    ledger: new RedisUploadLedger(redis.redis),
    limits: { perActor: Infinity, inAll: Infinity, reserve: 0 },
    freeSpace: async () => Infinity,
    now,
  });
  sweep = () => sweepFiles({ ...parts, contents, inUse: async () => used, now });
});
beforeEach(async () => {
  time = Date.now();
  used = new Set();
  await redis.redis.flushall();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await redis.stop();
  rmSync(parent, { recursive: true });
});

const hashOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
const receive = (bytes: string, limit = 1000) =>
  contents.receive('a.txt', Readable.from([Buffer.from(bytes)]), { limit, room: rooms.open('ada') });
const names = () => (existsSync(folder) ? readdirSync(folder) : []);

async function keep(bytes: string): Promise<string> {
  await contents.keep(await receive(bytes));
  return hashOf(bytes);
}

async function read(sha256: string): Promise<string | undefined> {
  const content = await contents.open(sha256);
  return content && text(content.stream);
}

describe('contents', () => {
  it('are stored under their hash, each once', async () => {
    expect(await receive('bytes')).toMatchObject({ filename: 'a.txt', size: 5, sha256: hashOf('bytes') });
    const hash = await keep('bytes');
    await keep('bytes');
    expect(names().filter((name) => name.startsWith(`${hash}.`))).toHaveLength(1);
    expect(await read(hash)).toBe('bytes');
    expect(await read(hashOf('other'))).toBeUndefined();
  });

  it('are stored again if their file was lost', async () => {
    const hash = await keep('bytes');
    rmSync(folder, { recursive: true });
    expect(await read(hash)).toBeUndefined();
    await keep('bytes');
    expect(await read(hash)).toBe('bytes');
  });

  it('can be read to the end while they are stored again', async () => {
    const hash = await keep('bytes');
    const content = await contents.open(hash);
    await keep('bytes');
    expect(await text(content!.stream)).toBe('bytes');
  });

  it('that are too large or incomplete leave nothing', async () => {
    await expect(receive('12345', 4)).rejects.toThrow(FileTooLarge);
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('broken off');
      })(),
    );
    await expect(contents.receive('a.txt', broken, { limit: 1000, room: rooms.open('ada') })).rejects.toThrow(
      'broken off',
    );
    expect(names()).toEqual([]);
  });
});

describe('the sweeper', () => {
  it('keeps contents for a day, and for as long as an execution needs them', async () => {
    const hash = await keep('bytes');
    time += 24 * hour;
    await sweep();
    expect(await read(hash)).toBe('bytes');
    time += 2 * hour;
    used = new Set([hash]);
    await sweep();
    used = new Set();
    time += 24 * hour;
    await sweep();
    expect(await read(hash)).toBe('bytes');
    time += 2 * hour;
    await sweep();
    expect(names()).toEqual([]);
    expect(await contents.hold(hash)).toBe(false);
    await keep('bytes');
    expect(await read(hash)).toBe('bytes');
  });

  it('keeps what is stored again while it sweeps', async () => {
    const present = time; // the file system uses the real time
    time -= 30 * hour;
    const hash = await keep('bytes');
    time = present;
    await Promise.all([...Array.from({ length: 5 }, () => sweep()), ...Array.from({ length: 5 }, () => keep('bytes'))]);
    expect(await read(hash)).toBe('bytes');
    expect(names()).toHaveLength(1);
  });

  it('removes what a crash has left, once it can no longer be in use, and nothing else', async () => {
    const hash = await keep('bytes');
    const orphan = `${hash}.${'0'.repeat(16)}`;
    const unfinished = `${'f'.repeat(32)}.part`;
    for (const name of [orphan, unfinished, 'of-somebody-else.part', 'README']) writeFileSync(join(folder, name), '');
    await sweep();
    expect(names()).toHaveLength(5);
    const yesterday = new Date(Date.now() - 25 * hour);
    for (const name of names()) utimesSync(join(folder, name), yesterday, yesterday);
    await sweep();
    expect(names()).toHaveLength(3);
    expect(names()).toEqual(expect.arrayContaining(['README', 'of-somebody-else.part']));
    expect(await read(hash)).toBe('bytes');
  });
});
