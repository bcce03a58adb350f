import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { maintainIndex } from '../../../../src/store/executions/archive/index-upkeep.ts';
import { folderOf } from '../../../../src/store/executions/record/archived-execution.ts';
import { endedRecord } from '../../../support/execution-record.ts';
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

const objectsOf = (id: string) => readdirSync(join(rig.folder, folderOf(id))).toSorted();

describe('an archived execution', () => {
  it('shows the same as before, from few bytes in the store, and also once the store has forgotten it', async () => {
    const id = await rig.ended(rich.accepted, rich.parts);
    const before = await rig.shown(id);
    expect(await rig.archive()).toBe(1);
    expect(objectsOf(id)).toEqual(['artifact-0', 'artifact-1', 'log-0.gz', 'record.json.gz']);
    expect(await rig.keysOf(id)).toEqual(['archived']);
    expect(readdirSync(join(rig.gateway.filesFolder, 'logs'))).toEqual([]);
    expect(existsSync(rig.gateway.ports.artifacts.path(id))).toBe(false);
    const { body } = await rig.get(`/executions/${id}`).expect(200);
    expect(Date.now() - Date.parse(body.archivedAt)).toBeLessThan(60_000);
    expect(await rig.shown(id)).toEqual(before);
    expect(await rig.retain(5)).toBe(1);
    expect(await rig.keysOf(id)).toEqual([]);
    rig.gateway.ports.archive!.reader.forget(id);
    expect(await rig.shown(id)).toEqual(before);
  });

  it('is in the same lists, with the same values', async () => {
    const ids = [
      await rig.ended(rich.accepted, { ...rich.parts, days: 12 }),
      await rig.ended({ labels: { team: 'ops' } }, { state: 'FAILED', days: 11 }),
      await rig.ended({ flow: { namespace: 'other', id: 'hello' } }, { days: 10 }),
    ];
    const open = await rig.ended({}, { days: 0 });
    const queries = [
      'limit=50',
      'state=SUCCESS',
      'state=FAILED&state=RUNNING',
      'label=team:web',
      'namespace=other',
      'flow_id=hello',
      'namespace=examples&flow_id=hello',
      'actor=ada',
      'limit=2',
      `id=${ids[1]}`,
    ];
    const lists = () => Promise.all(queries.map((query) => rig.listed(query)));
    const before = await lists();
    const [{ body: recent }, { body: page }] = [
      await rig.get('/flows/examples/hello/executions'),
      await rig.get('/executions'),
    ];
    expect(await rig.archive()).toBe(3);
    expect(await lists()).toEqual(before);
    expect((await rig.get('/flows/examples/hello/executions')).body).toEqual(recent);
    const after = (await rig.get('/executions')).body.executions;
    expect(after.map((each: object) => ({ ...each, archivedAt: undefined }))).toEqual(
      page.executions.map((each: object) => ({ ...each, archivedAt: undefined })),
    );
    expect(before[0]).toEqual([open, ...ids.toReversed()]);
    expect((await rig.gateway.services.executions.counts()).SUCCESS).toBe(3);
  });

  it('keeps its log in ranges and its end', async () => {
    const id = await rig.ended({}, rich.parts);
    await rig.archive();
    for (const [range, part] of [
      ['bytes=-100', rich.parts.log.slice(-100)],
      ['bytes=1048570-1048580', rich.parts.log.slice(1_048_570, 1_048_581)],
    ] as const)
      expect((await rig.get(`/executions/${id}/logs`).set('Range', range).expect(206)).text).toBe(part);
  });

  it('without a log has an empty one', async () => {
    const id = await rig.ended({}, { log: '' });
    await rig.archive();
    expect((await rig.get(`/executions/${id}/logs`).expect(200)).text).toBe('');
  });

  it('has the artifacts that are on another machine there', async () => {
    const id = await rig.ended({}, { artifacts: { a: 'text' } });
    const path = rig.gateway.ports.artifacts.path(id);
    renameSync(path, `${rig.folder}-other`);
    await rig.archive();
    renameSync(`${rig.folder}-other`, path);
    await rig.archiver.sweep(signal);
    expect(await rig.shown(id)).toMatchObject({ paths: [{ path: 'a' }], contents: ['text'] });
  });

  it('waits for its time', async () => {
    await rig.ended({}, { days: 0.9 });
    expect(await rig.archive()).toBe(0);
    expect(await rig.gateway.services.executions.archiveCounts()).toEqual({ archived: 0, due: 0 });
  });

  it('names the artifacts that are too large', async () => {
    const id = await rig.ended({}, { artifacts: { a: 'small', b: 'x'.repeat(1_000_001) } });
    await rig.archive();
    expect((await rig.get(`/executions/${id}/artifacts`).expect(200)).body).toEqual({
      artifacts: [{ path: 'a' }],
      omitted: [{ path: 'b', reason: 'all artifacts together are larger than 1 MB' }],
    });
    // They stay where they are as long as the store knows the execution.
    expect((await rig.get(`/executions/${id}/artifacts/b`).expect(200)).body.length).toBe(1_000_001);
  });

  it('can be deleted, everywhere', async () => {
    const [id, other] = [await rig.ended(), await rig.ended()];
    await rig.archive();
    await request(rig.gateway.app).delete(`/executions/${id}`).set('x-oidc-sub', 'ada').expect(204);
    await rig.get(`/executions/${id}`).expect(404);
    await rig.get(`/executions/${id}/logs`).expect(404);
    expect(await rig.listed('archived=true')).toEqual([other]);
    expect(existsSync(join(rig.folder, folderOf(id!)))).toBe(false);
    await maintainIndex({ ...rig.gateway.ports.archive!, oldest: () => undefined }, signal);
    expect(readdirSync(join(rig.folder, 'removed'))).toEqual([]);
    expect(await rig.listed('archived=true')).toEqual([other]);
  });
});

describe('the list of archived executions', () => {
  it('has the same filters and pages, also for what the store has forgotten', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 7; index++) {
      const flow = { namespace: index % 2 === 0 ? 'even' : 'odd', id: 'hello' };
      const state = index % 3 === 0 ? 'FAILED' : 'SUCCESS';
      const child = index === 4 && { actor: 'bob', parent: { execution: ids[0]!, flow, task: 'call', depth: 1 } };
      ids.push(await rig.ended({ flow, labels: { n: String(index % 3) }, ...child }, { days: 20 - index, state }));
      if (index % 3 === 2) await rig.archive();
    }
    await rig.archive();
    await rig.retain(5);
    const pick = (keep: (index: number) => boolean) => ids.filter((_, index) => keep(index)).toReversed();
    expect(await rig.listed('limit=50')).toEqual([]);
    expect(await rig.listed('archived=true')).toEqual(pick(() => true));
    expect(await rig.listed('archived=true&namespace=odd')).toEqual(pick((index) => index % 2 === 1));
    expect(await rig.listed('archived=true&state=FAILED')).toEqual(pick((index) => index % 3 === 0));
    expect(await rig.listed('archived=true&label=n:1')).toEqual(pick((index) => index % 3 === 1));
    expect(await rig.listed(`archived=true&parent=${ids[0]}`)).toEqual([ids[4]]);
    expect(await rig.listed('archived=true&actor=bob')).toEqual([ids[4]]);
    expect(await rig.listed('archived=true&flow_id=other')).toEqual([]);
    expect(await rig.listed(`archived=true&id=${ids[0]}&id=${ids[2]}`)).toEqual([ids[2], ids[0]]);
    expect(await rig.listed('archived=true&waiting_for=time')).toEqual([]);
    const middle = new Date(Date.now() - 17.5 * 24 * 60 * 60 * 1000).toISOString();
    expect(await rig.listed(`archived=true&from=${middle}`)).toEqual(pick((index) => index > 2));
    expect(await rig.listed(`archived=true&to=${middle}`)).toEqual(pick((index) => index <= 2));
    const paged: string[] = [];
    for (let cursor: string | undefined, pages = 0; pages < 10; pages++) {
      const { body } = await rig.get(`/executions?archived=true&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      paged.push(...body.executions.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
      if (cursor === undefined) break;
    }
    expect(paged).toEqual(pick(() => true));
  });

  it('merges its parts and loses nothing', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) {
      ids.push(await rig.ended({}, { days: 40 - index }));
      await rig.archive();
    }
    const parts = () => readdirSync(join(rig.folder, 'index'));
    expect(parts()).toHaveLength(20);
    await maintainIndex({ ...rig.gateway.ports.archive!, oldest: () => undefined }, signal);
    expect(parts()).toHaveLength(1);
    expect(await rig.listed('archived=true')).toEqual(ids.toReversed());
  });
});

describe('a crash', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('before write %i loses nothing and doubles nothing', async (step) => {
    const ids = [await rig.ended(rich.accepted, rich.parts), await rig.ended({}, { days: 9 })];
    const before = await Promise.all(ids.map((id) => rig.shown(id)));
    const { archive } = rig.gateway.ports.archive!;
    let count = 0;
    const fail = () => {
      count += 1;
      if (count >= step) throw new Error('killed');
    };
    const [put, putFile] = [archive.put.bind(archive), archive.putFile.bind(archive)];
    vi.spyOn(archive, 'put').mockImplementation(async (...given) => (fail(), put(...given)));
    vi.spyOn(archive, 'putFile').mockImplementation(async (...given) => (fail(), putFile(...given)));
    await rig.archive().catch(() => 0);
    expect(await Promise.all(ids.map((id) => rig.shown(id)))).toEqual(before);
    vi.restoreAllMocks();
    await rig.archive();
    expect(await Promise.all(ids.map((id) => rig.shown(id)))).toEqual(before);
    expect(await rig.listed('limit=50')).toEqual(ids.toReversed());
    expect(await rig.listed('archived=true')).toEqual(ids.toReversed());
  });

  it('between the archive and the store is repeated', async () => {
    const id = await rig.ended(rich.accepted, rich.parts);
    const before = await rig.shown(id);
    vi.spyOn(rig.gateway.ports.marks, 'mark').mockRejectedValueOnce(new Error('killed'));
    await expect(rig.archive()).rejects.toThrow('killed');
    expect(await rig.listed('archived=true')).toEqual([id]);
    expect(await rig.archive()).toBe(1);
    expect(await rig.listed('archived=true')).toEqual([id]);
    expect(await rig.shown(id)).toEqual(before);
  });

  it('of a process that goes on although another one archives replaces nothing', async () => {
    const id = await rig.ended(rich.accepted, { ...rich.parts, artifacts: { a: 'first', b: 'second' } });
    const before = await rig.shown(id);
    const { store } = rig.gateway.ports.stored;
    const record = endedRecord(await store.read(id));
    await Promise.all([1, 2, 3].map(() => rig.archiver.archive([record], signal)));
    expect(await rig.archiver.archive([record], signal)).toBe(0);
    rig.gateway.ports.archive!.reader.forget(id);
    expect(await rig.shown(id)).toEqual(before);
    expect(await rig.listed('archived=true')).toEqual([id]);
  });

  it('between the archive and the store hides what was deleted meanwhile', async () => {
    const id = await rig.ended();
    const { marks, stored } = rig.gateway.ports;
    const mark = marks.mark.bind(marks);
    vi.spyOn(marks, 'mark').mockImplementationOnce(async (record) => {
      await stored.store.remove(id);
      return mark(record);
    });
    await rig.archive();
    await rig.get(`/executions/${id}`).expect(404);
    expect(await rig.listed('archived=true')).toEqual([]);
  });

  it('that leaves a copy of an artifact behind is cleaned up', async () => {
    const spool = join(rig.gateway.dataFolder, 'executions', 'archiving');
    mkdirSync(spool, { recursive: true });
    for (const [name, hours] of [
      ['old', 2],
      ['new', 0],
    ] as const) {
      writeFileSync(join(spool, name), 'text');
      const at = new Date(Date.now() - hours * 60 * 60 * 1000);
      utimesSync(join(spool, name), at, at);
    }
    await rig.archiver.sweep(signal);
    expect(readdirSync(spool)).toEqual(['new']);
    rmSync(spool, { recursive: true });
  });

  it('that leaves artifacts behind is cleaned up', async () => {
    const id = await rig.ended({}, { artifacts: { a: 'text' } });
    vi.spyOn(rig.gateway.ports.artifacts, 'remove').mockRejectedValueOnce(new Error('killed'));
    await rig.archive();
    expect(existsSync(rig.gateway.ports.artifacts.path(id))).toBe(true);
    await rig.archiver.sweep(signal);
    expect(existsSync(rig.gateway.ports.artifacts.path(id))).toBe(false);
    expect(await rig.shown(id)).toMatchObject({ contents: ['text'] });
  });
});

describe('an archive that is away', () => {
  const away = join('/tmp', `flowgate-away-${process.pid}`);

  it('is said, holds up nothing else, and nothing leaves the store', async () => {
    const [archived, waiting] = [await rig.ended(), await rig.ended({}, { days: 9 })];
    vi.spyOn(rig.gateway.ports.marks, 'unarchived').mockResolvedValueOnce([archived!]);
    await rig.archive();
    renameSync(rig.folder, away);
    try {
      await expect(rig.archive()).rejects.toMatchObject({ code: 'archive-unavailable' });
      expect(await rig.listed('limit=50')).toEqual([waiting, archived]);
      await rig.get(`/executions/${waiting}/logs`).expect(200);
      rig.gateway.ports.archive!.reader.forget(archived!);
      for (const path of [`/executions/${archived}`, `/executions/${archived}/logs`, '/executions?archived=true']) {
        const { body } = await rig.get(path).expect(503);
        expect(body.type).toBe('urn:flowgate:problem:archive-unavailable');
      }
      expect(await rig.retain(5)).toBe(1);
      expect(await rig.listed('limit=50')).toEqual([waiting]);
      expect(await rig.gateway.services.executions.archiveCounts()).toEqual({ archived: 0, due: 1 });
    } finally {
      renameSync(away, rig.folder);
    }
    expect(await rig.archive()).toBe(1);
    expect(await rig.listed('archived=true')).toEqual([waiting, archived]);
  });
});

describe('the retention of the archive', () => {
  it('removes what is too old, by namespace', async () => {
    const other = await ArchiveRig.start(
      { days: 30, namespaceDays: [{ namespaces: 'long', days: 100 }] },
      { retentionDays: 5 },
    );
    try {
      const [old, kept] = [
        await other.ended({ flow: { namespace: 'short', id: 'f' } }, { days: 40 }),
        await other.ended({ flow: { namespace: 'long', id: 'f' } }, { days: 40 }),
      ];
      await other.archive();
      await other.retain(5);
      expect(await other.listed('archived=true')).toEqual([kept]);
      await other.get(`/executions/${old}`).expect(404);
      const { archive, index, rules } = other.gateway.ports.archive!;
      expect(await maintainIndex({ archive, index, oldest: () => rules.latestLimit(new Date()) }, signal)).toBe(1);
      expect(existsSync(join(other.folder, folderOf(old!)))).toBe(false);
      await other.get(`/executions/${kept}`).expect(200);
    } finally {
      await other.gateway.stop();
    }
  });
});
