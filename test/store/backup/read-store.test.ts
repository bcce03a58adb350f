import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BackupRecord } from '../../../src/store/backup/backup-record.ts';
import { readStore } from '../../../src/store/backup/redis-backup-source.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisLogStore } from '../../../src/store/executions/redis/redis-log-store.ts';
import { RedisRevisionStore } from '../../../src/store/revisions/redis-revision-store.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { revisionWrite } from '../../support/revision-writes.ts';

let test: TestRedis;
let store: RedisRevisionStore;
const { key } = revisionWrite();

beforeAll(async () => {
  test = await startTestRedis();
  store = new RedisRevisionStore(test.redis);
});
beforeEach(async () => {
  await test.redis.flushall();
  await store.create(revisionWrite({ text: 'a' }));
  for (const text of ['b', 'c']) await store.update(revisionWrite({ text }));
});
afterAll(() => test.stop());

it('leaves out revisions that are removed between their entries and their sources', async () => {
  const redis = new Proxy(test.redis, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'hmget') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (...values: [string, ...string[]]) => {
        const reply = await target.hmget(...values);
        await store.removeRevisions(key, { keep: 1, revisions: [1] });
        return reply;
      };
    },
  }) as Redis;
  const records: BackupRecord[] = [];
  for await (const record of readStore(redis, new RedisLogStore(redis))) records.push(record);
  const entries = records.flatMap((record) => ('revisions' in record ? record.revisions.entries : []));
  expect(entries.map(([revision]) => revision)).toEqual([2, 3]);
  expect(records.some((record) => 'flow' in record)).toBe(true);
});

it('writes a source again that a discarded flow takes along', async () => {
  const source = { bytes: Buffer.from('b'), mediaType: 'application/x-yaml', format: 'yaml' } as const;
  await createdExecution(new RedisExecutionStore(test.redis), { source, failure: 'no' });
  const records: BackupRecord[] = [];
  for await (const record of readStore(test.redis, new RedisLogStore(test.redis))) {
    records.push(record);
    if ('revisions' in record) await store.purge({ key, actor: 'eve', time: new Date() });
  }
  const kinds = records
    .filter((record) => !('key' in record))
    .flatMap((record) => ('source' in record ? record.source.bytes : Object.keys(record)));
  expect(kinds).toEqual([
    expect.any(String),
    expect.any(String),
    expect.any(String),
    'revisions',
    'discard',
    'b',
    'execution',
  ]);
});
