import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { maxPageBytes } from '../../../src/store/redis/read-hashes.ts';
import { RedisRevisionStore } from '../../../src/store/revisions/redis-revision-store.ts';
import type { FlowQuery } from '../../../src/store/revisions/revision-store.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { revisionWrite } from '../../support/revision-writes.ts';

let test: TestRedis;
let store: RedisRevisionStore;

const flows: readonly { readonly name: string; readonly labels: Record<string, string> }[] = [
  { name: 'a/deploy', labels: { team: 'x', stage: 'dev' } },
  { name: 'a-b/build', labels: { team: 'x', stage: 'prod' } },
  { name: 'a-b/test', labels: { team: 'y' } },
  { name: 'robots/a-mission', labels: {} },
  { name: 'robots/drive', labels: { team: 'x', stage: 'prod' } },
];

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisRevisionStore(test.redis);
});
beforeEach(async () => {
  await test.redis.flushall();
  for (const [index, { name, labels }] of flows.entries()) {
    await store.create(revisionWrite({ key: keyOf(name), labels, time: new Date(Date.UTC(2026, 0, 31 - index)) }));
  }
});
afterAll(() => test.stop());

function keyOf(name: string) {
  const [namespace = '', id = ''] = name.split('/');
  return { namespace, id };
}

async function namesOf(query: Partial<FlowQuery>): Promise<string[]> {
  const names: string[] = [];
  let after: FlowQuery['after'];
  do {
    const page = await store.list({
      labels: [],
      deleted: false,
      order: 'namespace',
      descending: false,
      limit: 2,
      ...query,
      after,
    });
    expect(page.flows.length).toBeLessThanOrEqual(query.limit ?? 2);
    names.push(...page.flows.map(({ namespace, id }) => `${namespace}/${id}`));
    after = page.next;
  } while (after);
  return names;
}

const labels = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }));

it.each<[string, Partial<FlowQuery>, string[]]>([
  ['everything, by namespace and id', {}, ['a/deploy', 'a-b/build', 'a-b/test', 'robots/a-mission', 'robots/drive']],
  ['backwards', { descending: true }, ['robots/drive', 'robots/a-mission', 'a-b/test', 'a-b/build', 'a/deploy']],
  ['by id', { order: 'id' }, ['robots/a-mission', 'a-b/build', 'a/deploy', 'robots/drive', 'a-b/test']],
  [
    'by the time of change',
    { order: 'updated' },
    ['robots/drive', 'robots/a-mission', 'a-b/test', 'a-b/build', 'a/deploy'],
  ],
  ['one namespace, not those that begin like it', { namespace: 'a' }, ['a/deploy']],
  ['a namespace that does not exist', { namespace: 'none' }, []],
  [
    'a prefix of a namespace or of an id, each flow once',
    { prefix: 'a' },
    ['a/deploy', 'a-b/build', 'a-b/test', 'robots/a-mission'],
  ],
  ['a prefix by id', { prefix: 'd', order: 'id' }, ['a/deploy', 'robots/drive']],
  ['a prefix by time', { prefix: 'd', order: 'updated' }, ['robots/drive', 'a/deploy']],
  ['a prefix of an id within a namespace', { prefix: 't', namespace: 'a-b' }, ['a-b/test']],
  ['a label', { labels: labels(['team', 'x']) }, ['a/deploy', 'a-b/build', 'robots/drive']],
  ['two labels', { labels: labels(['team', 'x'], ['stage', 'prod']) }, ['a-b/build', 'robots/drive']],
  ['a label and a prefix', { labels: labels(['team', 'x']), prefix: 'd' }, ['a/deploy', 'robots/drive']],
])('lists %s', async (_, query, names) => {
  expect(await namesOf(query)).toEqual(names);
  expect(await namesOf({ ...query, limit: 50 })).toEqual(names);
});

it('returns no cursor for a page that ends with the last flow', async () => {
  expect(
    await store.list({ labels: [], deleted: false, order: 'namespace', descending: false, limit: 5 }),
  ).not.toHaveProperty('next');
});

it('reflects changed labels and a deletion', async () => {
  await store.update(
    revisionWrite({ key: keyOf('a/deploy'), text: 'new', labels: { team: 'z' }, time: new Date('2026-03-01') }),
  );
  await store.delete({ key: keyOf('robots/drive'), actor: 'eve', time: new Date('2026-03-02') });
  expect(await namesOf({ labels: labels(['team', 'x']) })).toEqual(['a-b/build']);
  expect(await namesOf({ labels: labels(['team', 'z']) })).toEqual(['a/deploy']);
  expect(await namesOf({ order: 'updated', descending: true, limit: 50 })).toEqual([
    'a/deploy',
    'a-b/build',
    'a-b/test',
    'robots/a-mission',
  ]);
  expect(await namesOf({ deleted: true })).toEqual(['robots/drive']);
});

it('reveals nothing about hidden flows, not even in the cursor', async () => {
  const hidden = Array.from({ length: 600 }, (_, number) =>
    revisionWrite({ key: { namespace: 'hidden', id: `flow-${number}` } }),
  );
  await Promise.all(hidden.map((write) => store.create(write)));
  const pages = [];
  let after: FlowQuery['after'];
  do {
    const page = await store.list({
      labels: [],
      deleted: false,
      order: 'namespace',
      descending: false,
      limit: 3,
      after,
      isShown: ({ namespace }) => namespace !== 'hidden',
    });
    pages.push([page.flows.map(({ id }) => id), page.next?.member]);
    after = page.next;
  } while (after !== undefined);
  expect(pages).toEqual([
    [['deploy', 'build', 'test'], 'a-b test'],
    [['a-mission', 'drive'], undefined],
  ]);
});

it('returns fewer on a page when they are large', async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, 'x'.repeat(25_000)]));
  const names = Array.from({ length: 20 }, (_, index) => `large/${String(index).padStart(2, '0')}`);
  for (const name of names) await store.create(revisionWrite({ key: keyOf(name), labels: many }));
  const page = { labels: [], deleted: false, order: 'namespace', descending: false, limit: 500 } as const;
  const { flows: first } = await store.list({ ...page, namespace: 'large' });
  expect(first.length).toBeLessThanOrEqual(maxPageBytes / 500_000 + 1);
  expect(await namesOf({ namespace: 'large', limit: 500 })).toEqual(names);
  expect(await namesOf({ namespace: 'large', order: 'updated', descending: true, limit: 7 })).toHaveLength(20);
});
