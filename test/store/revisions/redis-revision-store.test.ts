import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FlowRevision } from '../../../src/store/revisions/flow-revision.ts';
import { RedisRevisionStore } from '../../../src/store/revisions/redis-revision-store.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { revisionWrite } from '../../support/revision-writes.ts';

const key = { namespace: 'examples', id: 'hello' };
const removal = { key, actor: 'eve', time: new Date('2026-02-03T04:05:06Z') };
let test: TestRedis;
let store: RedisRevisionStore;

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisRevisionStore(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

async function revisionOf(number?: number): Promise<FlowRevision> {
  const found = await store.read(key, number);
  if (found === undefined || !('entry' in found)) throw new Error(`no revision ${number}`);
  return found;
}

describe('create and update', () => {
  it('stores the source byte for byte, the author and the time', async () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('id: x\r\n# ü\0'), 0xff, 0xfe]);
    await store.create(
      revisionWrite({
        source: { bytes, mediaType: 'text/yaml', format: 'yaml' },
        labels: { team: 'ü' },
        description: 'D',
      }),
    );
    const { flow, entry, source } = await revisionOf();
    expect(source.bytes.equals(bytes)).toBe(true);
    expect(entry).toMatchObject({
      revision: 1,
      createdBy: 'ada',
      createdAt: '2026-01-02T03:04:05.678Z',
      mediaType: 'text/yaml',
      size: bytes.length,
    });
    expect(flow).toMatchObject({
      ...key,
      revision: 1,
      description: 'D',
      labels: { team: 'ü' },
      createdBy: 'ada',
      updatedBy: 'ada',
    });
  });

  it('rejects creating a flow twice', async () => {
    await store.create(revisionWrite());
    expect(await store.create(revisionWrite({ text: 'other' }))).toEqual({ outcome: 'exists', revision: 1 });
  });

  it('rejects updating a flow that does not exist', async () => {
    expect(await store.update(revisionWrite())).toMatchObject({ outcome: 'missing' });
    expect(await test.redis.dbsize()).toBe(0);
  });

  it('creates a revision even if the source is the same', async () => {
    await store.create(revisionWrite());
    expect(await store.update(revisionWrite())).toEqual({ outcome: 'stored', revision: 2 });
  });

  it('rejects a stale update with the latest revision', async () => {
    await store.create(revisionWrite());
    await store.update(revisionWrite({ text: 'second', expected: [1] }));
    expect(await store.update(revisionWrite({ text: 'third', expected: [1] }))).toEqual({
      outcome: 'stale',
      revision: 2,
    });
    expect(await store.update(revisionWrite({ text: 'third', expected: [] }))).toEqual({
      outcome: 'stale',
      revision: 2,
    });
  });

  it('gives 100 concurrent writers consecutive revisions, each with its own source', async () => {
    await store.create(revisionWrite());
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        store.update(revisionWrite({ text: `writer ${index}`, actor: `writer ${index}` })),
      ),
    );
    const revisions = outcomes.map((outcome) => ('revision' in outcome ? outcome.revision : 0));
    expect(revisions.toSorted((left, right) => left - right)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 2),
    );
    for (const [writer, revision] of revisions.entries()) {
      const { source, entry } = await revisionOf(revision);
      expect(source.bytes.toString()).toBe(`writer ${writer}`);
      expect(entry.createdBy).toBe(`writer ${writer}`);
    }
  });

  it('lets one of two writers win that expect the same revision', async () => {
    await store.create(revisionWrite());
    const outcomes = await Promise.all(
      ['one', 'two'].map((text) => store.update(revisionWrite({ text, expected: [1] }))),
    );
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['stale', 'stored']);
  });
});

describe('delete, restore and purge', () => {
  it('keeps the history of a deleted flow and rejects creating or updating it', async () => {
    await store.create(revisionWrite());
    expect(await store.delete(removal)).toEqual({ outcome: 'removed', revision: 1 });
    expect((await revisionOf(1)).flow.deletion).toEqual({ at: '2026-02-03T04:05:06.000Z', by: 'eve' });
    expect(await store.create(revisionWrite())).toEqual({ outcome: 'deleted', revision: 1 });
    expect(await store.update(revisionWrite())).toEqual({ outcome: 'deleted', revision: 1 });
    expect(await store.delete(removal)).toEqual({ outcome: 'deleted', revision: 1 });
  });

  it('restores as a new revision, even with an unchanged source', async () => {
    await store.create(revisionWrite());
    await store.delete(removal);
    expect(await store.restore({ ...revisionWrite(), restoredFrom: 1 })).toEqual({ outcome: 'stored', revision: 2 });
    const { flow, entry } = await revisionOf();
    expect(flow.deletion).toBeUndefined();
    expect(entry).toMatchObject({ revision: 2, restoredFrom: 1 });
  });

  it('honours the expected revision', async () => {
    await store.create(revisionWrite());
    expect(await store.delete({ ...removal, expected: [7] })).toEqual({ outcome: 'stale', revision: 1 });
    expect(await store.purge({ ...removal, expected: [7] })).toEqual({ outcome: 'stale', revision: 1 });
  });

  it('purges every key', async () => {
    await store.create(revisionWrite({ labels: { team: 'a' } }));
    await store.update(revisionWrite({ text: 'second', labels: { team: 'b' } }));
    await store.delete(removal);
    expect(await store.purge(removal)).toEqual({ outcome: 'removed', revision: 2 });
    expect(await test.redis.keys('*')).toEqual(['{flowgate}:flow-changes']);
    expect(await store.purge(removal)).toMatchObject({ outcome: 'missing' });
  });
});

describe('schedules', () => {
  const nightly = { triggerId: 'nightly', cron: '0 2 * * *', timezone: 'UTC' };
  const other = { namespace: 'examples', id: 'other' };

  it('are those of the latest revision of every flow that is not deleted', async () => {
    expect(await store.schedules()).toEqual([]);
    await store.create(revisionWrite({ schedules: [nightly] }));
    await store.create(
      revisionWrite({ key: other, schedules: [nightly, { ...nightly, triggerId: 'daily', cron: '@daily' }] }),
    );
    await store.create(revisionWrite({ key: { namespace: 'examples', id: 'plain' } }));
    expect((await store.schedules()).map(({ flow, schedules }) => [flow.id, schedules.length])).toEqual([
      ['hello', 1],
      ['other', 2],
    ]);
    await store.update(revisionWrite({ text: 'second', schedules: [] }));
    expect(await store.schedules()).toHaveLength(1);
    await store.update(revisionWrite({ text: 'third', schedules: [{ ...nightly, timezone: 'Europe/Berlin' }] }));
    expect((await store.schedules())[0]).toEqual({ flow: key, schedules: [{ ...nightly, timezone: 'Europe/Berlin' }] });
  });

  it('stop when the flow is deleted, and return when it is restored', async () => {
    await store.create(revisionWrite({ schedules: [nightly] }));
    await store.delete(removal);
    expect(await store.schedules()).toEqual([]);
    await store.restore({ ...revisionWrite({ schedules: [nightly] }), restoredFrom: 1 });
    expect(await store.schedules()).toHaveLength(1);
    await store.purge(removal);
    expect(await test.redis.keys('*')).toEqual(['{flowgate}:flow-changes']);
  });

  it('are found, however many there are', async () => {
    await Promise.all(
      Array.from({ length: 1_001 }, (_, index) =>
        store.create(revisionWrite({ key: { namespace: 'examples', id: `flow-${index}` }, schedules: [nightly] })),
      ),
    );
    expect(await store.schedules()).toHaveLength(1_001);
  });
});

describe('read and revisions', () => {
  it('distinguishes a missing flow from a missing revision', async () => {
    expect(await store.read(key)).toBeUndefined();
    await store.create(revisionWrite());
    expect(await store.read(key, 2)).toMatchObject({ flow: { revision: 1 } });
    expect(await store.read(key, 2)).not.toHaveProperty('entry');
  });

  it('pages through the history, newest first', async () => {
    await store.create(revisionWrite());
    for (const text of ['b', 'c', 'd']) await store.update(revisionWrite({ text }));
    const numbers = async (page: { limit: number; before?: number }) =>
      (await store.revisions(key, page)).map(({ revision }) => revision);
    expect(await numbers({ limit: 3 })).toEqual([4, 3, 2]);
    expect(await numbers({ limit: 3, before: 2 })).toEqual([1]);
    expect(await numbers({ limit: 3, before: 1 })).toEqual([]);
    expect(await store.revisions({ namespace: 'no', id: 'such' }, { limit: 3 })).toEqual([]);
  });
});

describe('removing old revisions', () => {
  const numbers = async (page: { limit: number; before?: number }) =>
    (await store.revisions(key, page)).map(({ revision }) => revision);

  beforeEach(async () => {
    await store.create(revisionWrite());
    for (const text of ['b', 'c', 'd', 'e', 'f']) await store.update(revisionWrite({ text }));
  });

  it('removes the entry and the source, and keeps the numbers', async () => {
    expect(await store.olderRevisions(key, 2)).toEqual([1, 2, 3, 4]);
    const sources = await test.redis.keys('{flowgate}:source:*');
    expect(await store.removeRevisions(key, { keep: 2, revisions: [1, 3, 4] })).toBe(3);
    expect(await test.redis.keys('{flowgate}:source:*')).toHaveLength(sources.length - 3);
    expect(await store.read(key, 3)).not.toHaveProperty('entry');
    expect(String((await revisionOf(2)).source.bytes)).toBe('b');
    expect(await store.olderRevisions(key, 2)).toEqual([2]);
    expect(await store.update(revisionWrite({ text: 'g' }))).toEqual({ outcome: 'stored', revision: 7 });
  });

  it('keeps a source that another revision has', async () => {
    await store.update(revisionWrite({ text: 'b' }));
    await store.removeRevisions(key, { keep: 1, revisions: [2] });
    expect(String((await revisionOf(7)).source.bytes)).toBe('b');
  });

  it('never removes one of the newest, nor anything twice', async () => {
    expect(await store.removeRevisions(key, { keep: 5, revisions: [1, 2, 5, 6, 99] })).toBe(1);
    expect(await store.removeRevisions(key, { keep: 5, revisions: [1] })).toBe(0);
    expect(await numbers({ limit: 9 })).toEqual([6, 5, 4, 3, 2]);
    await store.purge(removal);
    expect(await store.removeRevisions(key, { keep: 1, revisions: [2] })).toBe(0);
    expect(await test.redis.keys('*')).toEqual(['{flowgate}:flow-changes']);
  });

  it('pages over the gaps', async () => {
    await store.removeRevisions(key, { keep: 1, revisions: [2, 4, 5] });
    expect(await numbers({ limit: 2 })).toEqual([6, 3]);
    expect(await numbers({ limit: 2, before: 3 })).toEqual([1]);
    expect(await numbers({ limit: 2, before: 5 })).toEqual([3, 1]);
  });
});
