import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderArchive } from '../../../src/store/archive/folder-archive.ts';
import { S3Archive } from '../../../src/store/archive/s3-archive.ts';
import { isNightly } from '../../support/nightly.ts';
import { S3StandIn } from '../../support/s3-stand-in.ts';
import { archiveContract } from './archive-contract.ts';
import { motoProgram, MotoServer } from './moto-server.ts';

let temporary = '';
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'flowgate-archive-'));
  await mkdir(join(temporary, 'archive'));
});
afterAll(() => rm(temporary, { recursive: true }));

const content = Buffer.from('content');
const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };

describe('a folder', () => {
  const archive = () => new FolderArchive({ folder: join(temporary, 'archive'), reserve: 0 });
  archiveContract(archive, { temporary: () => temporary });

  it('that is missing is unavailable rather than empty, and not created', async () => {
    const folder = join(temporary, 'unmounted');
    const missing = new FolderArchive({ folder, reserve: 0 });
    const unavailable = { code: 'archive-unavailable' };
    await expect(missing.get('one/a')).rejects.toMatchObject(unavailable);
    await expect(missing.put('one/a', content)).rejects.toMatchObject(unavailable);
    await expect(missing.removeAll('one')).rejects.toMatchObject(unavailable);
    await expect(missing.list('one').next()).rejects.toMatchObject(unavailable);
    expect(await readdir(temporary)).not.toContain('unmounted');
  });

  it('leaves free what others need', async () => {
    const full = new FolderArchive({ folder: join(temporary, 'archive'), reserve: Number.MAX_SAFE_INTEGER });
    await expect(full.put('full/a', content)).rejects.toMatchObject({
      code: 'archive-unavailable',
      message: expect.stringContaining('nearly full'),
    });
    expect(await archive().get('full/a')).toBeUndefined();
  });

  it('shows nothing of a write that was cut off, and removes it later', async () => {
    const parts = join(temporary, 'archive', 'partial');
    await archive().put('cut/a', content);
    expect(await readdir(parts)).toEqual([]);
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await writeFile(join(parts, 'old'), content);
    await utimes(join(parts, 'old'), longAgo, longAgo);
    await writeFile(join(parts, 'new'), content);
    expect((await archive().list('cut').next()).value).toEqual(['cut/a']);
    await archive().put('cut/a', content);
    expect(await readdir(parts)).toEqual(['new']);
  });
});

describe('a store with the API of S3', () => {
  let standIn: S3StandIn;
  beforeAll(async () => {
    standIn = await S3StandIn.start(3);
  });
  afterAll(() => standIn.stop());

  const archive = (prefix = 'flowgate/history') =>
    new S3Archive({ bucket: 'bucket', prefix, endpoint: standIn.url, region: 'x', usesPath: true, credentials });
  archiveContract(archive, { temporary: () => temporary });

  it('gets names with the prefix, or without one', async () => {
    await archive().put('name/a', content);
    await archive('').put('name/b', content);
    expect([...standIn.objects.keys()].filter((key) => key.includes('name/'))).toEqual([
      'bucket/flowgate/history/name/a',
      'bucket/name/b',
    ]);
  });

  it.each([
    { status: 503, code: 'SlowDown' },
    { status: 403, code: 'AccessDenied' },
    { status: 404, code: 'NoSuchBucket' },
  ])('that answers $code is unavailable', async (outage) => {
    standIn.outage = outage;
    const unavailable = { code: 'archive-unavailable', message: expect.stringContaining(outage.code) };
    await expect(archive().get('name/a')).rejects.toMatchObject(unavailable);
    await expect(archive().put('name/a', content)).rejects.toMatchObject(unavailable);
    standIn.outage = undefined;
  });

  it('that does not listen is unavailable', async () => {
    const away = new S3Archive({
      bucket: 'bucket',
      prefix: '',
      endpoint: 'http://127.0.0.1:9',
      region: 'x',
      usesPath: true,
      credentials,
    });
    await expect(away.get('name/a')).rejects.toMatchObject({ code: 'archive-unavailable' });
  });
});

// Its installation and its start take longer than the suite, and a stand-in has the same API.
const moto = isNightly ? motoProgram() : undefined;
describe.skipIf(moto === undefined)('moto, another implementation of the API of S3', () => {
  let server: MotoServer;
  beforeAll(async () => {
    server = await MotoServer.start(moto!, 'bucket');
  });
  afterAll(() => server.stop());
  archiveContract(
    () =>
      new S3Archive({
        bucket: 'bucket',
        prefix: 'p',
        endpoint: server.url,
        region: 'us-east-1',
        usesPath: true,
        credentials,
      }),
    { temporary: () => temporary },
  );
});
