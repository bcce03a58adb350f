import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Archive } from '../../../../src/store/archive/archive.ts';
import { FolderArchive } from '../../../../src/store/archive/folder-archive.ts';
import { S3Archive } from '../../../../src/store/archive/s3-archive.ts';
import { markerObject, OwnArchive } from '../../../../src/store/executions/archive/own-archive.ts';
import { RedisArchiveIdentity } from '../../../../src/store/executions/redis/redis-archive-identity.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from '../../../support/redis.ts';
import { S3StandIn } from '../../../support/s3-stand-in.ts';

let redis: TestRedis;
let standIn: S3StandIn;
beforeAll(async () => {
  redis = await startTestRedis();
  standIn = await S3StandIn.start();
});
beforeEach(() => redis.redis.flushall());
afterAll(async () => {
  await redis.stop();
  await standIn.stop();
});

let buckets = 0;
const kinds: Readonly<Record<string, () => Archive>> = {
  'a folder': () => new FolderArchive({ folder: temporaryFolder(), reserve: 0 }),
  'a store with the API of S3': () =>
    new S3Archive({
      bucket: `bucket${buckets++}`,
      prefix: 'p',
      endpoint: standIn.url,
      region: 'x',
      usesPath: true,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    }),
};

let time = 0;
let archivedInStore = 0;
const ownArchive = (archive: Archive) =>
  new OwnArchive({
    archive,
    identity: new RedisArchiveIdentity(redis.redis),
    marks: { countArchived: () => Promise.resolve(archivedInStore) },
    now: () => new Date((time += 60_000)),
  });
const content = Buffer.from('content');
const markerOf = async (archive: Archive) => String(await archive.get(markerObject));
const part = `index/${'0'.repeat(26)}.${'0'.repeat(26)}.1.00000000.ndjson.gz`;

describe.each(Object.entries(kinds))('%s', (_, open) => {
  beforeEach(() => {
    archivedInStore = 0;
  });

  it('becomes the archive of a new store, and of one that has lost what it knew', async () => {
    const archive = open();
    await ownArchive(archive).put('one/a', content);
    const marker = await markerOf(archive);
    await redis.redis.flushall();
    expect(await ownArchive(archive).get('one/a')).toEqual(content);
    expect(await ownArchive(archive).get('one/none')).toBeUndefined();
    await ownArchive(archive).put('one/b', content);
    expect(await markerOf(archive)).toBe(marker);
  });

  it('is the same for processes that start at once', async () => {
    const archive = open();
    await Promise.all(Array.from({ length: 8 }, () => ownArchive(archive).check()));
    const known = await new RedisArchiveIdentity(redis.redis).read();
    expect(known).toEqual({ id: JSON.parse(await markerOf(archive)).id, isConfirmed: true });
  });

  it('gets its marker after a crash before it was written', async () => {
    const archive = open();
    await new RedisArchiveIdentity(redis.redis).settle('first');
    await ownArchive(archive).check();
    expect(await markerOf(archive)).toBe('{"id":"first"}\n');
  });

  it.each(['none', 'another', 'unreadable'])('with the marker %s is unavailable, and unchanged', async (which) => {
    await ownArchive(open()).check();
    const other = open();
    if (which === 'another') await other.put(markerObject, Buffer.from('{"id":"other"}'));
    if (which === 'unreadable') await other.put(markerObject, Buffer.from('{'));
    const archive = ownArchive(other);
    const unavailable = { code: 'archive-unavailable' };
    await expect(archive.put('one/a', content)).rejects.toMatchObject(unavailable);
    await expect(archive.get('one/a')).rejects.toMatchObject(unavailable);
    await expect(archive.open('one/a')).rejects.toMatchObject(unavailable);
    await expect(archive.list('one').next()).rejects.toMatchObject(unavailable);
    await expect(archive.remove(['one/a'])).rejects.toMatchObject(unavailable);
    await expect(archive.removeAll('one')).rejects.toMatchObject(unavailable);
    expect(await other.get('one/a')).toBeUndefined();
  });

  it('gets a marker if it has none but has an index: it is from an earlier version', async () => {
    archivedInStore = 1;
    const archive = open();
    await expect(ownArchive(archive).check()).rejects.toMatchObject({ code: 'archive-unavailable' });
    await archive.put(part, content);
    await ownArchive(archive).check();
    expect(await markerOf(archive)).toContain('"id"');
  });

  it('takes the place of another one with the marker of that one', async () => {
    const [former, next] = [open(), open()];
    await ownArchive(former).check();
    await next.put(markerObject, Buffer.from(await markerOf(former)));
    await ownArchive(next).put('one/a', content);
    expect(await next.get('one/a')).toEqual(content);
  });
});

it('is a folder with a file system of its own, too', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'lost+found'));
  writeFileSync(join(folder, 'README'), '');
  await ownArchive(new FolderArchive({ folder, reserve: 0 })).check();
  expect(readFileSync(join(folder, markerObject), 'utf8')).toMatch(/^\{"id":"[0-9a-f-]{36}"\}\n$/);
});
