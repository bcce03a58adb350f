import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { repairIndex } from '../../../../src/store/executions/archive/index-repair.ts';
import { maintainIndex } from '../../../../src/store/executions/archive/index-upkeep.ts';
import { folderOf } from '../../../../src/store/executions/record/archived-execution.ts';
import { ArchiveRig, richExecution as rich, signal } from './archive-rig.ts';

let rig: ArchiveRig;
beforeAll(async () => {
  rig = await ArchiveRig.start();
});
beforeEach(async () => {
  vi.restoreAllMocks();
  await rig.reset();
});
afterAll(() => rig.gateway.stop());

describe('a disk that is not mounted', () => {
  const mounted = join('/tmp', `flowgate-mounted-${process.pid}`);

  it('is an archive that is away, and nothing is written to its mount point', async () => {
    const archived = await rig.ended();
    await rig.archive();
    const waiting = await rig.ended({}, { days: 9 });
    renameSync(rig.folder, mounted);
    mkdirSync(rig.folder);
    try {
      await expect(rig.archive()).rejects.toMatchObject({ code: 'archive-unavailable' });
      rig.gateway.ports.archive!.reader.forget(archived);
      for (const path of [`/executions/${archived}`, `/executions/${archived}/logs`, '/executions?archived=true']) {
        const { body } = await rig.get(path).expect(503);
        expect(body.type).toBe('urn:flowgate:problem:archive-unavailable');
        expect(body.detail).toMatch(
          /flowgate-archive\.json with the id \S+ is missing\. Check that its disk is mounted/,
        );
      }
      expect(await rig.retain(5)).toBe(1);
      await rig.get(`/executions/${archived}`).expect(503);
      await request(rig.gateway.app).delete(`/executions/${archived}`).set('x-oidc-sub', 'ada').expect(503);
      expect(await rig.listed('limit=50')).toEqual([waiting]);
      expect(readdirSync(rig.folder)).toEqual([]);
    } finally {
      rmSync(rig.folder, { recursive: true });
      renameSync(mounted, rig.folder);
    }
    expect(await rig.archive()).toBe(1);
    expect(await rig.listed('archived=true')).toEqual([waiting, archived]);
  });

  it('while executions are archived takes none from the store', async () => {
    const id = await rig.ended();
    await rig.archiver.run(signal);
    const late = await rig.ended({}, { days: 9 });
    const { index } = rig.gateway.ports.archive!;
    const add = index.add.bind(index);
    vi.spyOn(index, 'add').mockImplementationOnce(async (records) => {
      renameSync(rig.folder, mounted);
      mkdirSync(rig.folder);
      return add(records);
    });
    await expect(rig.archive()).rejects.toMatchObject({ code: 'archive-unavailable' });
    rmSync(rig.folder, { recursive: true });
    renameSync(mounted, rig.folder);
    expect(await rig.gateway.services.executions.archiveCounts()).toEqual({ archived: 1, due: 1 });
    expect(await rig.archive()).toBe(1);
    expect(await rig.listed('archived=true')).toEqual([late, id]);
  });
});

describe('an archive that has lost something', () => {
  const damages = { missing: rmSync, damaged: (path: string) => writeFileSync(path, 'junk!') } as const;
  const objects = { 'record.json.gz': '', 'log-0.gz': '/logs', 'artifact-0': '/artifacts/a' } as const;

  it.each(
    Object.keys(damages).flatMap((damage) =>
      Object.entries(objects).map(([object, part]) => ({ damage, object, part })),
    ),
  )('says that $object is $damage', async ({ damage, object, part }) => {
    const id = await rig.ended(rich.accepted, { ...rich.parts, artifacts: { a: 'text' } });
    await rig.archive();
    damages[damage as keyof typeof damages](join(rig.folder, folderOf(id), object));
    const ask = async () => {
      rig.gateway.ports.archive!.reader.forget(id);
      const { status, body } = await rig.get(`/executions/${id}${part}`);
      return [status, body.type, body.object];
    };
    const said = [500, 'urn:flowgate:problem:archive-damaged', `${folderOf(id)}/${object}`];
    expect(await ask()).toEqual(said);
    await rig.retain(5);
    expect(await ask()).toEqual(said);
  });

  it('breaks off an artifact with other bytes', async () => {
    const id = await rig.ended({}, { artifacts: { a: 'text' } });
    await rig.archive();
    writeFileSync(join(rig.folder, folderOf(id), 'artifact-0'), 'TEXT');
    await expect(rig.get(`/executions/${id}/artifacts/a`)).rejects.toThrow(/aborted|hang up/);
  });

  it('of the content of another object says so', async () => {
    const [id, other] = [await rig.ended(), await rig.ended({}, { days: 9 })];
    await rig.archive();
    const record = (of: string) => join(rig.folder, folderOf(of), 'record.json.gz');
    for (const content of [
      readFileSync(record(other)),
      ...['{"version":1}', '{"version":2}', 'null', 'no JSON'].map((text) => gzipSync(text)),
    ]) {
      writeFileSync(record(id), content);
      rig.gateway.ports.archive!.reader.forget(id);
      const { body } = await rig.get(`/executions/${id}`).expect(500);
      expect([body.type, body.object]).toEqual([
        'urn:flowgate:problem:archive-damaged',
        `${folderOf(id)}/record.json.gz`,
      ]);
    }
  });

  it('can forget an execution', async () => {
    const ids = [await rig.ended(rich.accepted), await rig.ended({}, { days: 9 }), await rig.ended({}, { days: 8 })];
    await rig.archive();
    const [listed = '', forgotten = ''] = ids;
    for (const id of ids.slice(0, 2)) {
      rmSync(join(rig.folder, folderOf(id)), { recursive: true });
      rig.gateway.ports.archive!.reader.forget(id);
    }
    const remove = (id: string) => request(rig.gateway.app).delete(`/executions/${id}`).set('x-oidc-sub', 'ada');
    await remove(listed).expect(204);
    expect(await rig.keysOf(listed)).toEqual([]);
    await rig.retain(5);
    await remove(forgotten).expect(204);
    for (const id of [listed, forgotten]) await rig.get(`/executions/${id}`).expect(404);
    expect(await rig.listed('archived=true')).toEqual(ids.slice(2));
  });

  describe('in its index', () => {
    const partsOf = () => readdirSync(join(rig.folder, 'index')).map((name) => join(rig.folder, 'index', name));

    it.each([
      ['junk', Buffer.from('junk')],
      ['no JSON', gzipSync('no JSON')],
      ['other lines', gzipSync('{}\n')],
      ['no line', gzipSync('')],
    ])('shows the rest, and says so: %s', async (_, content) => {
      const lost = await rig.ended();
      await rig.archive();
      const [part = ''] = partsOf();
      const kept = await rig.ended({}, { days: 9 });
      await rig.archive();
      writeFileSync(part, content);
      const { body } = await rig.get('/executions?archived=true').expect(200);
      expect([body.executions.map(({ id }: { id: string }) => id), body.incomplete]).toEqual([[kept], true]);
      await rig.get(`/executions/${lost}`).expect(200);
      const { archive, index } = rig.gateway.ports.archive!;
      await maintainIndex({ archive, index, oldest: () => undefined }, signal);
      expect(partsOf()).toContain(part);
    });

    it.each(['lost', 'damaged'])('gets back from the store what it has %s', async (how) => {
      const [first, second] = [await rig.ended(rich.accepted, rich.parts), await rig.ended({}, { days: 9 })];
      await rig.archive();
      const third = await rig.ended({}, { days: 8 });
      await rig.archive();
      const before = await rig.get('/executions');
      const [part = ''] = partsOf();
      if (how === 'lost') rmSync(part);
      else writeFileSync(part, 'junk');
      const { marks, archive } = rig.gateway.ports;
      expect(await repairIndex({ index: archive!.index, marks }, signal)).toBe(2);
      const after = await rig.get('/executions?archived=true');
      expect(after.body.executions).toEqual(before.body.executions);
      expect(after.body.executions.map(({ id }: { id: string }) => id)).toEqual([third, second, first]);
      expect(await repairIndex({ index: archive!.index, marks }, signal)).toBe(0);
    });
  });
});
