import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisRevisionStore } from '../../../src/store/revisions/redis-revision-store.ts';
import { sourceDigest } from '../../../src/store/revisions/source-digest.ts';
import { createdExecution, executionCreation } from '../../support/execution-creation.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';
import { revisionWrite } from '../../support/revision-writes.ts';

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

/** The source as a string, because comparing long buffers takes seconds. */
async function sourceOf(key: typeof flow, revision?: number): Promise<string | undefined> {
  const found = await revisions.read(key, revision);
  return found !== undefined && 'source' in found ? String(found.source.bytes) : undefined;
}

async function sourceRunBy(id: string): Promise<string | undefined> {
  const found = await executions.source(id);
  return found && String(found.bytes);
}

describe('a source', () => {
  it('is stored once for all revisions and executions that use it', async () => {
    await revisions.create(revisionWrite({ text }));
    await revisions.create(revisionWrite({ text, key: other }));
    await revisions.restore({ ...revisionWrite({ text }), restoredFrom: 1 });
    const ids = await Promise.all(Array.from({ length: 20 }, () => run()));
    expect(await uses()).toBe(23);
    const sizes = await Promise.all(
      (await test.redis.keys('*')).map(async (key) => Number(await test.redis.memory('USAGE', key))),
    );
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(1.5 * bytes.length);
    expect(await sourceOf(flow, 1)).toBe(text);
    expect(await sourceOf(other)).toBe(text);
    expect(await sourceRunBy(ids[7]!)).toBe(text);
  });

  it('is kept for an execution whose flow is purged, and removed with the last use', async () => {
    await revisions.create(revisionWrite({ text }));
    const ids = [await run(), await run()];
    await revisions.delete(removal());
    await revisions.purge(removal());
    expect(await sourceRunBy(ids[0]!)).toBe(text);
    await executions.remove(ids[0]!);
    await executions.remove(ids[0]!);
    expect(await sourceRunBy(ids[1]!)).toBe(text);
    await executions.remove(ids[1]!);
    expect(await uses()).toBeUndefined();
    await revisions.create(revisionWrite({ text }));
    expect(await uses()).toBe(1);
  });

  it('is sent by an execution that has no stored revision', async () => {
    const id = await run();
    expect(await sourceRunBy(id)).toBe(text);
    expect(await run({ ...source, bytes: Buffer.alloc(0) }).then((empty) => executions.source(empty))).toMatchObject({
      bytes: Buffer.alloc(0),
    });
  });

  it('is not counted for rejected writes', async () => {
    await revisions.create(revisionWrite({ text }));
    await revisions.create(revisionWrite({ text }));
    await revisions.update({ ...revisionWrite({ text }), expected: [7] });
    await revisions.update(revisionWrite({ text, key: other }));
    const claimed = () => executionCreation({ source, idempotency: { key: 'k', digest: 'd', lifetimeSeconds: 60 } });
    await Promise.all(Array.from({ length: 5 }, () => executions.create(claimed())));
    expect(await uses()).toBe(2);
  });

  it('is counted correctly under concurrent writes, runs and removals', async () => {
    const keys = Array.from({ length: 5 }, (_, index) => ({ namespace: 'examples', id: `flow${index}` }));
    const brief = Promise.all(
      keys.map(async (key) => {
        await revisions.create(revisionWrite({ text, key }));
        await Promise.all([revisions.purge(removal(key)), run().then((id) => executions.remove(id))]);
      }),
    );
    const ids = await Promise.all(keys.map(() => run()));
    await brief;
    expect(await uses()).toBe(5);
    for (const id of ids) expect(await sourceRunBy(id)).toBe(text);
    await Promise.all(ids.map((id) => executions.remove(id)));
    expect((await test.redis.keys('*')).filter((key) => !/slots|flow-changes/.test(key))).toEqual([]);
  });
});
