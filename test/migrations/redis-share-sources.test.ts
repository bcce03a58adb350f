import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RedisExecutionStore } from '../../src/execution/redis/redis-execution-store.ts';
import { RedisRevisionStore } from '../../src/store/revisions/redis-revision-store.ts';
import { sourceDigest } from '../../src/store/revisions/redis-sources.ts';
import { shareSources } from '../../src/migrations/redis-share-sources.ts';
import { createdExecution } from '../support/execution-creation.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { revisionWrite } from '../support/revision-writes.ts';

const text = `id: hello\n${'# a line of a long flow\n'.repeat(9000)}`;
const bytes = Buffer.from(text);
const source = { bytes, mediaType: 'application/x-yaml', format: 'yaml' } as const;
const flow = { namespace: 'examples', id: 'hello' };
const other = { namespace: 'examples', id: 'other' };
const removal = (key = flow) => ({ key, actor: 'eve', time: new Date('2026-02-03T04:05:06Z') });

let test: TestRedis;
let revisions: RedisRevisionStore;
let executions: RedisExecutionStore;

beforeAll(async () => {
  test = await startTestRedis();
  revisions = new RedisRevisionStore(test.redis);
  executions = new RedisExecutionStore(test.redis);
});
beforeEach(() => test.redis.flushall());
afterAll(() => test.stop());

async function run(of = source): Promise<string> {
  return createdExecution(executions, { source: of });
}

/** The number of uses of the source; undefined if it is not stored. */
async function uses(of = bytes): Promise<number | undefined> {
  const count = await test.redis.hget(`{flowgate}:source:${sourceDigest(of)}`, 'uses');
  return count === null ? undefined : Number(count);
}

/** As a string, because comparing long buffers takes seconds. */
async function sourceOf(key: typeof flow, revision?: number): Promise<string | undefined> {
  const found = await revisions.read(key, revision);
  return found !== undefined && 'source' in found ? String(found.source.bytes) : undefined;
}

async function sourceRunBy(id: string): Promise<string | undefined> {
  const found = await executions.source(id);
  return found && String(found.bytes);
}

describe('what version 0.1.0 has stored, once it is shared', () => {
  /** Rewrites a revision or an execution to the form that version 0.1.0 would have stored. */
  const ageRevision = async (number: number) => {
    await test.redis.hset('{flowgate}:sources:examples/hello', number, bytes);
    await dropUse();
  };
  const ageExecution = async (id: string) => {
    await test.redis
      .multi()
      .hset(`{flowgate}:execution:${id}`, 'source', bytes)
      .hdel(`{flowgate}:execution:${id}`, 'sha256')
      .exec();
    await dropUse();
  };
  const dropUse = async () => {
    const key = `{flowgate}:source:${sourceDigest(bytes)}`;
    if ((await test.redis.hincrby(key, 'uses', -1)) === 0) await test.redis.del(key);
  };

  it('stays readable, together with newer data', async () => {
    await revisions.create(revisionWrite({ text }));
    await ageRevision(1);
    const old = await run();
    await ageExecution(old);
    expect(await uses()).toBeUndefined();
    expect(await shareSources(test.redis)).toBe(2);
    await revisions.update(revisionWrite({ text: 'second' }));
    await revisions.restore({ ...revisionWrite({ text }), restoredFrom: 1 });
    const id = await run();
    expect(await sourceOf(flow, 1)).toBe(text);
    expect(await sourceOf(flow, 2)).toBe('second');
    expect(await sourceOf(flow, 3)).toBe(text);
    expect(await sourceRunBy(old)).toBe(text);
    expect(await sourceRunBy(id)).toBe(text);
    expect(await uses()).toBe(4);
  });

  it('affects nothing else when it is removed', async () => {
    await revisions.create(revisionWrite({ text }));
    await ageRevision(1);
    const [old, id] = [await run(), await run()];
    await ageExecution(old);
    await revisions.create(revisionWrite({ text, key: other }));
    await shareSources(test.redis);
    await executions.remove(old);
    await revisions.purge(removal());
    expect(await uses()).toBe(2);
    expect(await test.redis.exists('{flowgate}:sources:examples/hello')).toBe(0);
    await executions.remove(id);
    expect(await sourceOf(other)).toBe(text);
  });
});
