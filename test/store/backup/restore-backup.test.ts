import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RedisAuditTrail } from '../../../src/store/audit/redis-audit-trail.ts';
import { backup, restore, type RestoreChoices } from '../../../src/store/backup/run-backup.ts';
import { LogFolder } from '../../../src/store/executions/logs/log-folder.ts';
import { RedisArchiveIdentity } from '../../../src/store/executions/redis/redis-archive-identity.ts';
import { RedisArchiveMarks } from '../../../src/store/executions/redis/redis-archive-marks.ts';
import { RedisExecutionStore } from '../../../src/store/executions/redis/redis-execution-store.ts';
import { RedisLogStore } from '../../../src/store/executions/redis/redis-log-store.ts';
import { openStoreFormat } from '../../../src/store/migrations/redis-store-format.ts';
import { noteUser } from '../../../src/store/migrations/redis-store-users.ts';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { RedisRevisionStore } from '../../../src/store/revisions/redis-revision-store.ts';
import { createdExecution } from '../../support/execution-creation.ts';
import { endedRecord } from '../../support/execution-record.ts';
import { endedIn, told } from '../../support/life-of.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from '../../support/redis.ts';
import { revisionWrite } from '../../support/revision-writes.ts';
import { noFaults, storeContent, storeFaults } from '../../support/store-faults.ts';
import { loadStoredFixture } from '../../support/stored-fixture.ts';

const settings = { key: 'a key for the tests alone', auditDays: 0 };
const careful: RestoreChoices = { replaces: false, acceptsOtherKey: false };
const now = new Date('2026-12-31T23:59:59Z');
let test: TestRedis;
let folder: string;
let file: string;

beforeAll(async () => void (test = await startTestRedis()));
beforeEach(async () => {
  await test.redis.flushall();
  folder = temporaryFolder();
  file = join(folder, 'flowgate.backup');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => test.stop());

/** The settings of an installation on the Redis of the tests, with files and artifacts in a folder of its own. */
function installation(name: string) {
  const dataFolder = join(folder, name);
  const filesFolder = join(dataFolder, 'files');
  const logFolder = join(filesFolder, 'logs');
  return { ...settings, dataFolder, filesFolder, logFolder, redisUrl: test.server.socketPath };
}

function logStore(name: string): RedisLogStore {
  return new RedisLogStore(test.redis, { folder: new LogFolder(installation(name).logFolder) });
}

/** The lines of a backup. */
function linesOf(path: string): readonly string[] {
  return gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
}

function rewrite(path: string, change: (lines: readonly string[]) => readonly string[]): void {
  writeFileSync(path, gzipSync(`${change(linesOf(path)).join('\n')}\n`));
}

/** Changes the lines before the last, and makes that fit. */
function sealed(path: string, change: (lines: readonly string[]) => readonly string[]): void {
  rewrite(path, (lines) => {
    const body = change(lines.slice(0, -1));
    const sha256 = createHash('sha256')
      .update(`${body.join('\n')}\n`)
      .digest('hex');
    return [...body, JSON.stringify({ end: { records: body.length - 1, sha256 } })];
  });
}

async function prepare(): Promise<void> {
  await openStoreFormat(test.redis, { version: '0.2.0', report: () => undefined });
}

describe('a backup', () => {
  it('restores everything, and ends what was open', async () => {
    await loadStoredFixture(test.redis, 'format-2');
    await prepare();
    await backup(installation('a'), { output: file, now });
    const before = await storeContent(test.redis);
    await restore(installation('a'), file, { ...careful, replaces: true });
    const after = await storeContent(test.redis);

    const left = (content: typeof after) =>
      Object.keys(content).filter((key) => !/:(triggers|schedules|lease|lease-counter|execution-secrets)\b/.test(key));
    const isOpen = (key: string) => /executions:(pending|slots|waiting|state|latest):|:execution:/.test(key);
    expect(left(after).filter((key) => !isOpen(key))).toEqual(left(before).filter((key) => !isOpen(key)));
    for (const key of left(before).filter((name) => !isOpen(name)))
      expect([key, after[key]]).toEqual([key, before[key]]);
    expect(await storeFaults(test.redis)).toEqual(noFaults);

    const killed = await test.redis.zrange('{flowgate}:executions:state:KILLED', '0', '-1');
    expect(killed).toEqual(
      before['{flowgate}:executions:state:CREATED']
        ?.toString()
        .split(',')
        .filter((id) => id.length > 1),
    );
    for (const id of killed) {
      const record = await new RedisExecutionStore(test.redis).read(id);
      expect(record?.reason).toMatch(/^It had not ended when the backup/);
      expect(record?.history.at(-1)).toEqual({ state: 'KILLED', at: now.toISOString() });
    }
    expect(
      Object.keys(after).filter((key) => /:(triggers|schedules|pending|slots|execution-secrets)\b/.test(key)),
    ).toEqual([]);
  });

  it('has the owners of namespaces, and the commits of revisions', async () => {
    await prepare();
    const store = new RedisRevisionStore(test.redis);
    const commit = { repository: 'web', commit: '3f2a1c', commitUrl: 'https://git.example/web/commit/3f2a1c' };
    const owner = { ...commit, claimedAt: now.toISOString(), claimedBy: 'ada' };
    await store.claim({ namespace: 'examples', owner, takesOver: false });
    await store.create(revisionWrite({ commit }));
    await backup(installation('a'), { output: file, now });
    await test.redis.flushall();
    await restore(installation('a'), file, careful);
    expect(await store.read({ namespace: 'examples', id: 'hello' })).toMatchObject({ owner, entry: commit });
    expect(await store.update(revisionWrite())).toEqual({ outcome: 'owned', owner });
  });

  it('has uploads and artifacts, readable only by their owner', async () => {
    await prepare();
    const source = installation('a');
    const id = await createdExecution(new RedisExecutionStore(test.redis), { failure: 'no' });
    mkdirSync(join(source.dataFolder, 'executions/artifacts', id, 'deep'), { recursive: true });
    writeFileSync(join(source.dataFolder, 'executions/artifacts', id, 'deep/a.bin'), Buffer.alloc(3_000_000, 7));
    await backup(source, { output: file, now });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const target = installation('b');
    await restore(target, file, { ...careful, replaces: true });
    expect(readFileSync(join(target.dataFolder, 'executions/artifacts', id, 'deep/a.bin'))).toHaveLength(3_000_000);
  });

  it('has logs, of which the long ones are in files again', async () => {
    await prepare();
    const executions = new RedisExecutionStore(test.redis);
    const ids = [];
    for (const size of [10, 3_000_000]) {
      const id = await createdExecution(executions, { failure: 'no' });
      await logStore('a').append(id, 'ä'.repeat(size));
      await logStore('a').end(id, 'Finished: FAILED\n');
      ids.push(id);
    }
    const times = await logStore('a').times(ids[0]!);
    expect(times).toHaveLength(1);
    await backup(installation('a'), { output: file, now });
    await expect(backup(installation('b'), { output: file, now })).rejects.toThrow(/is in a file that this process/);
    rmSync(installation('a').logFolder, { recursive: true });
    await restore(installation('b'), file, { ...careful, replaces: true });
    const { sizes, read } = {
      sizes: logStore('b').sizes(ids),
      read: logStore('b').read(ids[1]!, { start: 0, bytes: 9 }),
    };
    expect(await sizes).toEqual([20 + 17, 6_000_000 + 17]);
    expect((await read)?.bytes.toString()).toMatch(/^ä+/);
    expect(await logStore('b').times(ids[0]!)).toEqual(times);
    expect(readdirSync(installation('b').logFolder)).toHaveLength(1);
    expect(await storeFaults(test.redis)).toEqual(noFaults);
  });

  it('has what the store knows of archived executions', async () => {
    await prepare();
    const [executions, marks] = [new RedisExecutionStore(test.redis), new RedisArchiveMarks(test.redis)];
    const trigger = { id: 'nightly', type: 'schedule', at: new Date().toISOString() } as const;
    const ids: string[] = [];
    for (let number = 0; number < 3; number++) {
      const accepted = { labels: { team: 'web' }, trigger: { ...trigger, id: `nightly-${number}` } };
      ids.push(await createdExecution(executions, { failure: 'no', accepted }));
    }
    for (const id of ids.slice(0, 2)) await marks.mark(endedRecord(await executions.read(id)));
    const listed = async () => {
      const query = { states: ['FAILED'], labels: [{ name: 'team', value: 'web' }], limit: 10 } as const;
      const flow = { namespace: 'examples', id: 'hello' };
      return [
        await executions.list(query),
        await executions.list({ ...query, states: [], labels: [] }),
        await executions.recent([flow], 10),
        await executions.latestOfTriggers([{ flow, triggerId: 'nightly-0' }]),
      ];
    };
    const before = await listed();
    expect(before[0]).toMatchObject({
      executions: ids
        .toSorted()
        .toReversed()
        .map((id) => ({ id })),
    });
    expect(await backup(installation('a'), { output: file, now })).toMatchObject({ executions: 3 });
    await restore(installation('b'), file, { ...careful, replaces: true });
    expect(await listed()).toEqual(before);
    // It was archived while the backup was made: the record that came first gives way.
    const both = linesOf(file).filter((line) => line.includes('"archived"'));
    sealed(file, (lines) => [...lines, both[0]!.replace(ids[0]!, ids[2]!).replace(ids[1]!, ids[2]!)]);
    await restore(installation('b'), file, { ...careful, replaces: true });
    expect(await test.redis.exists(redisKey.execution(ids[2]!))).toBe(0);
    expect((await executions.list({ states: [], labels: [], limit: 10 })).executions).toHaveLength(3);
  });

  it('keeps the gaps that removed revisions have left', async () => {
    await prepare();
    const store = new RedisRevisionStore(test.redis);
    const { key } = revisionWrite();
    await store.create(revisionWrite());
    for (const text of ['b', 'c', 'd']) await store.update(revisionWrite({ text }));
    await store.removeRevisions(key, { keep: 1, revisions: [1, 3] });
    await backup(installation('a'), { output: file, now });
    await restore(installation('a'), file, { ...careful, replaces: true });
    expect((await store.revisions(key, { limit: 9 })).map(({ revision }) => revision)).toEqual([4, 2]);
    expect(await store.update(revisionWrite({ text: 'e' }))).toEqual({ outcome: 'stored', revision: 5 });
    expect(await storeFaults(test.redis)).toEqual({ ...noFaults, missingRevisions: ['examples/hello'] });
  });

  it('made while others write restores to a consistent store', { timeout: 120_000 }, async () => {
    await prepare();
    const revisions = new RedisRevisionStore(test.redis);
    const executions = new RedisExecutionStore(test.redis);
    const audit = new RedisAuditTrail(test.redis, 0);
    const parts = [0, 1];
    const done = new AbortController();
    let round = 0;
    const write = async (writer: number) => {
      while (!done.signal.aborted) {
        const number = (round += 1);
        await sleep(1);
        const key = { namespace: `team-${number % 3}`, id: `flow-${number % 40}` };
        const time = new Date(now.getTime() + number);
        const text = `id: ${key.id}\n# ${number}\n`;
        const content = revisionWrite({
          key,
          text,
          time,
          labels: { n: String(number % 5) },
          calls: [{ namespace: 'team-0', id: 'flow-1' }],
        });
        const { outcome } = await revisions.create(content);
        if (outcome === 'exists') await revisions.update(content);
        if (outcome === 'deleted') await revisions.restore({ ...content, restoredFrom: 1 });
        if (number % 7 === writer) await revisions.delete({ key, actor: 'eve', time });
        if (number % 11 === writer) await revisions.purge({ key, actor: 'eve', time });
        const source = { bytes: Buffer.from(text), mediaType: 'application/x-yaml', format: 'yaml' } as const;
        const id = await createdExecution(executions, {
          source,
          accepted: { flow: key, labels: { w: String(writer) } },
        });
        await told(executions, id, number % 2 === 0 ? endedIn('SUCCESS', { at: time }) : { name: 'begun', at: time });
        if (number % 5 === writer) await executions.remove(id);
        await audit.append([
          { actor: 'ada', action: 'runFlow', outcome: 'done', status: 202, requestId: String(number) },
        ]);
      }
    };
    const writers = [0, 1, 2].map(write);
    await vi.waitUntil(() => round > 100, { timeout: 60_000 });
    try {
      for (const part of parts) await backup(installation('a'), { output: `${file}.${part}`, now });
    } finally {
      done.abort();
      await Promise.all(writers);
    }
    expect(await storeFaults(test.redis)).toEqual(noFaults);
    for (const part of parts) {
      const counts = await restore(installation('a'), `${file}.${part}`, { ...careful, replaces: true });
      expect(counts.flows).toBeGreaterThan(10);
      expect(await storeFaults(test.redis)).toEqual(noFaults);
      expect(await test.redis.zcard('{flowgate}:executions:all')).toBe(counts.executions);
    }
  });
});

describe('a restore', () => {
  beforeEach(async () => {
    await prepare();
    await new RedisRevisionStore(test.redis).create(revisionWrite());
    await backup(installation('a'), { output: file, now });
  });

  const restoring = (choices: Partial<RestoreChoices> = {}, other: object = {}) =>
    restore({ ...installation('a'), ...other }, file, { ...careful, ...choices });

  it('needs an empty store, or has to replace it', async () => {
    await expect(restoring()).rejects.toThrow('The store is not empty.');
    await test.redis.flushall();
    await expect(restoring()).resolves.toEqual({ flows: 1, revisions: 1, executions: 0, files: 0 });
    expect(await storeFaults(test.redis)).toEqual(noFaults);
  });

  it('takes a store on which Flowgate has only started as empty', async () => {
    await test.redis.flushall();
    await prepare();
    await test.redis.hset('{flowgate}:triggers:meta', 'version', 'bullmq:6.7.0');
    await test.redis.hset('{flowgate}:triggers-eu:meta', 'version', 'bullmq:6.7.0');
    await new RedisArchiveIdentity(test.redis).settle('7f2c');
    await test.redis.set('{flowgate}:lease-counter', 3);
    await expect(restoring()).resolves.toMatchObject({ flows: 1 });
  });

  it.each([
    ['cut off', () => writeFileSync(file, readFileSync(file).subarray(0, -20))],
    ['cut between two lines', () => rewrite(file, (lines) => lines.slice(0, -1))],
    ['changed', () => rewrite(file, (lines) => lines.map((line) => line.replace('ada', 'eve')))],
    ['without a record', () => rewrite(file, (lines) => lines.toSpliced(2, 1))],
    ['not a backup', () => writeFileSync(file, 'id: hello\n')],
  ])('changes nothing if the file is %s', async (_name, damage) => {
    damage();
    const before = await storeContent(test.redis);
    await expect(restoring({ replaces: true })).rejects.toThrow('is not a complete Flowgate backup');
    expect(await storeContent(test.redis)).toEqual(before);
  });

  it.each<[string, object]>([
    ['an artifact outside of its folder', { artifact: { execution: '01ABC', path: 'a/../../../b' } }],
    [
      'an artifact outside of its folder, with bytes',
      { artifact: { execution: '..', path: '../b' }, bytes: '', isLast: false },
    ],
    ['an artifact of no execution', { artifact: { execution: '..', path: 'b' } }],
    ['bytes without an end', { key: { name: 'x', type: 'string', isFirst: true, values: ['a'] }, isLast: true }],
    ['a record of an unknown kind', { constructor: {} }],
    ['a key of an unknown type', { key: { name: 'x', type: '__proto__', isFirst: true, values: ['a'] } }],
    [
      'a key that names a file as the log of an execution',
      {
        key: {
          name: 'execution-log-file:01ABC',
          type: 'hash',
          isFirst: true,
          values: ['name', '../../../../etc/passwd', 'size', '9'],
        },
      },
    ],
    ['a key without values', { key: { name: 'x', type: 'string', isFirst: true, values: [] } }],
    ['a number that is no revision', { revisions: { flow: 'a/b', entries: [[1e308, '{}']] } }],
    ['a flow without a name', { flow: { name: '', fields: {}, hookKeys: {} } }],
    ['fields of another type', { execution: { id: '01ABC', fields: { state: 7 } } }],
  ])('changes nothing if a complete file has %s', async (_name, record) => {
    sealed(file, ([header = '', ...lines]) => [header, JSON.stringify(record), ...lines]);
    const before = await storeContent(test.redis);
    await expect(restoring({ replaces: true })).rejects.toThrow('is not a complete Flowgate backup');
    expect(await storeContent(test.redis)).toEqual(before);
  });

  it('changes nothing if a complete file was made at no time', async () => {
    sealed(file, ([header = '', ...lines]) => [header.replace(/"createdAt":"[^"]*"/, '"createdAt":"x"'), ...lines]);
    await expect(restoring({ replaces: true })).rejects.toThrow('is not a complete Flowgate backup');
  });

  it('rejects backups of later versions', async () => {
    rewrite(file, ([header = '', ...lines]) => [header.replace('"flowgateBackup":1', '"flowgateBackup":2'), ...lines]);
    await expect(restoring({ replaces: true })).rejects.toThrow(
      /has the format 2; this Flowgate reads formats up to 1/,
    );
  });

  it('needs the key of the backup, or leaves out what it seals', async () => {
    await test.redis.hset('{flowgate}:hook-keys:examples/hello', 'push', 'sealed');
    await backup(installation('a'), { output: file, now });
    const other = { key: 'another key of the tests' };
    await expect(restoring({ replaces: true }, other)).rejects.toThrow('The backup was made with another key.');
    await restoring({ replaces: true, acceptsOtherKey: true }, other);
    expect(await test.redis.exists('{flowgate}:hook-keys:examples/hello')).toBe(0);
    await restoring({ replaces: true });
    expect(await test.redis.hgetall('{flowgate}:hook-keys:examples/hello')).toEqual({ push: 'sealed' });
  });

  it('waits for every Flowgate to stop', async () => {
    await noteUser(test.redis, 'gateway:17:ab', new Date());
    await expect(restoring({ replaces: true })).rejects.toThrow('The store is in use by gateway:17:ab');
  });

  it('that was interrupted keeps Flowgate from starting, until it is repeated', async () => {
    // The lines fit, but one refers to a source that is not there.
    const broken = join(folder, 'broken');
    copyFileSync(file, broken);
    sealed(broken, (lines) => lines.filter((line) => !line.startsWith('{"source"')));
    const interrupted = restore(installation('a'), broken, { ...careful, replaces: true });
    await expect(interrupted).rejects.toMatchObject({
      message: expect.stringContaining('Run flowgate restore again'),
      cause: { message: expect.stringContaining('lacks the source') },
    });
    await expect(prepare()).rejects.toThrow('has not ended');
    await restoring();
    await prepare();
    expect(await storeFaults(test.redis)).toEqual(noFaults);
  });
});
