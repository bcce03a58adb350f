import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { RedisRevisionStore } from '../../../src/store/revisions/redis-revision-store.ts';
import type { FlowQuery } from '../../../src/store/revisions/revision-store.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { revisionWrite } from '../../support/revision-writes.ts';

let test: TestRedis;
/** The store of another gateway than the one that writes. */
let reader: RedisRevisionStore;
let writer: RedisRevisionStore;

beforeAll(async () => {
  test = await startTestRedis();
});
beforeEach(async () => {
  await test.redis.flushall();
  reader = new RedisRevisionStore(test.redis);
  writer = new RedisRevisionStore(test.redis);
});
afterAll(() => test.stop());

const write = (id: string, more: Parameters<typeof revisionWrite>[0] = {}) =>
  revisionWrite({ key: { namespace: 'ci', id }, ...more });
const removal = (id: string) => ({ key: { namespace: 'ci', id }, actor: 'ada', time: new Date() });

const search = (words: string, query: Partial<FlowQuery> = {}) =>
  reader.list({
    words: words.split(' '),
    labels: [],
    deleted: false,
    order: 'namespace',
    descending: false,
    limit: 100,
    ...query,
  });
const idsOf = async (words: string, query?: Partial<FlowQuery>) =>
  (await search(words, query)).flows.map(({ id }) => id);

it('finds each word in any part of a flow, and shows where', async () => {
  const description = `${'Nothing to see. '.repeat(50)}Builds the Ünïque image\nat night.`;
  const tasks = [
    { id: 'docker-push', type: 'docker.run' },
    { id: 'docker-push', type: 'docker.run' },
    { id: 'tell', type: 'core.log.Log' },
  ];
  await writer.create(write('release', { description, labels: { team: 'Robots' }, tasks }));
  await writer.create(write('other', { labels: { team: 'x' } }));
  const matchesOf = async (words: string) => (await search(words)).flows[0]?.matches;
  expect(await matchesOf('PUSH')).toEqual([{ in: 'task', text: 'docker-push' }]);
  expect(await matchesOf('ELEA ci team=rob run log')).toEqual([
    { in: 'id', text: 'release' },
    { in: 'namespace', text: 'ci' },
    { in: 'label', text: 'team=Robots' },
  ]);
  expect(await matchesOf('ünÏque')).toEqual([
    { in: 'description', text: expect.stringMatching(/^….*the Ünïque image at night\.$/) },
  ]);
  expect(await idsOf('release x')).toEqual([]);
});

it('knows every change at once, whichever process made it', async () => {
  expect(await idsOf('a')).toEqual([]);
  await writer.create(write('alpha'));
  await writer.create(write('beta', { description: 'a' }));
  expect(await idsOf('a')).toEqual(['alpha', 'beta']);
  await writer.update(write('beta', { description: 'gamma', text: 'id: beta' }));
  await writer.delete(removal('alpha'));
  expect(await Promise.all([idsOf('a'), idsOf('gamma'), idsOf('a', { deleted: true })])).toEqual([
    ['beta'],
    ['beta'],
    ['alpha'],
  ]);
  expect([...(await reader.overview()).counts]).toEqual([['ci', 1]]);
  await writer.restore({ ...write('alpha'), restoredFrom: 1 });
  await writer.purge(removal('beta'));
  expect(await idsOf('a')).toEqual(['alpha']);
  // So many changes that the latest known one is no longer listed.
  await writer.create(write('delta'));
  await writer.create(write('eta'));
  await test.redis.xtrim('{flowgate}:flow-changes', 'MAXLEN', 1);
  expect(await idsOf('a')).toEqual(['alpha', 'delta', 'eta']);
  await test.redis.flushall();
  expect(await idsOf('a')).toEqual([]);
  expect((await reader.overview()).counts.size).toBe(0);
});

it('has the order, the filters and the pages of the list', async () => {
  for (let number = 0; number < 7; number++) {
    const time = new Date(Date.UTC(2026, 0, 31 - number));
    await writer.create(write(`f${number}`, { labels: { parity: String(number % 2) }, time }));
  }
  const pages = async (query: Partial<FlowQuery>) => {
    const ids: string[] = [];
    for (let after: FlowQuery['after'], more = true; more;) {
      const page = await search('f', { ...query, limit: 2, after });
      ids.push(...page.flows.map(({ id }) => id));
      after = page.next;
      more = after !== undefined;
    }
    return ids.join(' ');
  };
  expect(await pages({})).toBe('f0 f1 f2 f3 f4 f5 f6');
  expect(await pages({ order: 'id', descending: true })).toBe('f6 f5 f4 f3 f2 f1 f0');
  expect(await pages({ order: 'updated' })).toBe('f6 f5 f4 f3 f2 f1 f0');
  await writer.update(write('f5', { text: 'id: f5', time: new Date(Date.UTC(2026, 1, 2)) }));
  expect(await pages({ order: 'updated' })).toBe('f6 f4 f3 f2 f1 f0 f5');
  expect(await pages({ labels: [{ name: 'parity', value: '1' }] })).toBe('f1 f3');
  expect(await pages({ prefix: 'f3', namespace: 'ci' })).toBe('f3');
  expect(await pages({ isShown: ({ id }) => id > 'f4' })).toBe('f5 f6');
  expect(await pages({ namespace: 'c' })).toBe('');
});
