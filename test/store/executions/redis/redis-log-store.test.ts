import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LogFolder } from '../../../../src/store/executions/logs/log-folder.ts';
import { LogSweeper } from '../../../../src/store/executions/logs/log-sweeper.ts';
import { RedisExecutionStore } from '../../../../src/store/executions/redis/redis-execution-store.ts';
import { maxBytesInRedis, RedisLogStore } from '../../../../src/store/executions/redis/redis-log-store.ts';
import { moveLogsToFiles } from '../../../../src/store/executions/redis/redis-move-logs.ts';
import { redisKey } from '../../../../src/store/redis/redis-key.ts';
import { createdExecution } from '../../../support/execution-creation.ts';
import { startTestRedis, temporaryFolder, type TestRedis } from '../../../support/redis.ts';

let test: TestRedis;
let path: string;
let logs: RedisLogStore;
let id: string;
const reported: string[] = [];
const report = (_: unknown, what: string) => void reported.push(what);
const long = 'ä line of a log\n'.repeat(20_000);

beforeAll(async () => {
  test = await startTestRedis();
});
beforeEach(async () => {
  await test.redis.flushall();
  reported.splice(0);
  path = join(temporaryFolder(), 'logs');
  logs = new RedisLogStore(test.redis, { folder: new LogFolder(path), report });
  id = await createdExecution(new RedisExecutionStore(test.redis));
});
afterAll(() => test.stop());

const sweep = (folder: LogFolder) =>
  new LogSweeper({
    folder,
    inUse: (names) => logs.inUse(names),
    move: () => moveLogsToFiles(test.redis, folder),
    now: () => new Date(),
  }).sweep();

const files = () => (existsSync(path) ? readdirSync(path) : []);

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function textOf(store = logs, start = 0): Promise<string | undefined> {
  const found: Buffer[] = [];
  for (let at = start; ;) {
    const piece = await store.read(id, { start: at, bytes: 100_000 });
    if (piece === undefined) return undefined;
    if (piece.bytes.length === 0) return Buffer.concat(found).toString();
    found.push(piece.bytes);
    at += piece.bytes.length;
  }
}

describe('a complete log', () => {
  it('is in Redis if it is short, and in a file if it is long', async () => {
    expect(await textOf()).toBeUndefined();
    await logs.write(id, pieces('short', ' log\n'));
    expect(await textOf()).toBe('short log\n');
    expect(files()).toEqual([]);
    await logs.write(id, pieces(long, long, 'end\n'));
    expect(await textOf()).toBe(`${long}${long}end\n`);
    expect(await test.redis.strlen(redisKey.executionLog(id))).toBe(0);
    expect(files()).toHaveLength(1);
    expect(statSync(join(path, files()[0]!)).mode & 0o777).toBe(0o600);
    expect(await logs.sizes([id, 'NONE'])).toEqual([2 * Buffer.byteLength(long) + 4, 0]);
  });

  it('replaces one before it, whose file is removed', async () => {
    await logs.write(id, pieces(long));
    const [before] = files();
    await logs.write(id, pieces(long, long));
    expect(files()).toHaveLength(1);
    expect(files()).not.toContain(before);
    await logs.write(id, pieces('short'));
    expect(files()).toEqual([]);
    expect(await textOf()).toBe('short');
  });

  it('does not exist before its end, nor for a removed execution', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield long.repeat(5);
      throw new Error('Jenkins is gone');
    }
    await expect(logs.write(id, broken())).rejects.toThrow('Jenkins is gone');
    expect(await textOf()).toBeUndefined();
    await new RedisExecutionStore(test.redis).remove(id);
    await logs.write(id, pieces(long));
    expect(await textOf()).toBeUndefined();
  });
});

describe('a log that is stored while it is written', () => {
  it('moves to a file as it grows, and its bytes keep their offsets', async () => {
    const parts = Array.from({ length: 60 }, (_, index) => `${index} ${'ü'.repeat((index * 370) % 9000)}\n`);
    let whole = '';
    for (const part of parts) {
      await logs.append(id, part);
      whole += part;
    }
    await logs.append(id, long);
    await logs.end(id, 'Finished: SUCCESS\n');
    whole += `${long}Finished: SUCCESS\n`;
    expect(await textOf()).toBe(whole);
    expect(await textOf(logs, Buffer.byteLength(parts[0]!))).toBe(whole.slice(parts[0]!.length));
    expect(await logs.sizes([id])).toEqual([Buffer.byteLength(whole)]);
    expect(await test.redis.strlen(redisKey.executionLog(id))).toBeLessThan(maxBytesInRedis);
    expect(files()).toHaveLength(1);
  });

  it('does not count what a crash left in the file', async () => {
    await logs.append(id, long);
    const [name] = files() as [string];
    // The process died between the write to the file and the one to Redis.
    await new LogFolder(path).write(name, Buffer.byteLength(long), [Buffer.from('half a li')]);
    expect(await textOf()).toBe(long);
    await logs.append(id, long);
    expect(await textOf()).toBe(long + long);
  });

  it('keeps logs of an older Flowgate readable, and continues them', async () => {
    await test.redis.set(redisKey.executionLog(id), long);
    expect(await textOf()).toBe(long);
    await logs.append(id, 'more\n');
    expect(await textOf()).toBe(`${long}more\n`);
    expect(await test.redis.strlen(redisKey.executionLog(id))).toBe(0);
  });
});

describe('the times of a log', () => {
  const first = Date.UTC(2026, 0, 1);
  let now = first;
  const shown = async () => (await logs.times(id)).map(({ offset, at }) => [offset, at && at.getTime() - first]);
  beforeEach(() => {
    now = first;
    logs = new RedisLogStore(test.redis, { folder: new LogFolder(path), report, now: () => new Date(now) });
  });

  it('are noted once a second, at the offsets of lines in files and in Redis', async () => {
    for (const [milliseconds, text] of [
      [0, 'one\n'],
      [999, 'two\n'],
      [1_000, long],
      [2_500, 'end\n'],
    ] as const) {
      now = first + milliseconds;
      await logs.append(id, text);
    }
    now = first + 4_000;
    await logs.end(id, 'Finished: SUCCESS\n');
    const size = Buffer.byteLength(long);
    expect(await shown()).toEqual([
      [0, 0],
      [8, 1_000],
      [8 + size, 2_500],
      [12 + size, 4_000],
    ]);
    await logs.write(id, pieces('replaced\n'));
    expect(await shown()).toHaveLength(4);
    await logs.remove(id);
    expect(await shown()).toEqual([]);
  });

  it('are noted for a log that is elsewhere, by any number of processes', async () => {
    const note = (offset: number, milliseconds?: number) =>
      logs.noteTime(id, offset, milliseconds === undefined ? undefined : new Date(first + milliseconds));
    await note(10, 0);
    await note(10, 1_500);
    await note(8, 3_000);
    await note(10);
    await note(20, 4_000);
    await note(30);
    expect(await shown()).toEqual([
      [10, undefined],
      [20, 4_000],
      [30, undefined],
    ]);
    await new RedisExecutionStore(test.redis).remove(id);
    expect(await shown()).toEqual([]);
  });

  it('become fewer in a long log, the older ones first, but those that are not known stay', async () => {
    for (let line = 0; line <= 3_000; line++)
      await logs.noteTime(id, line, line % 500 === 7 ? undefined : new Date(first + line * 1_000));
    const times = await logs.times(id);
    expect(times.length).toBeLessThanOrEqual(1_000);
    expect(times.at(-1)).toEqual({ offset: 3_000, at: new Date(first + 3_000_000) });
    expect(times.filter(({ at }) => at === undefined).map(({ offset }) => offset)).toEqual([
      7, 507, 1007, 1507, 2007, 2507,
    ]);
    expect(times.map(({ offset }) => offset)).toEqual(times.map(({ offset }) => offset).toSorted((a, b) => a - b));
    expect(await test.redis.memory('USAGE', redisKey.executionLogTimes(id))).toBeLessThan(32 * 1024);
  });
});

describe('logs in Redis that could be in files', () => {
  it('are moved, unless they are short or still written', async () => {
    const executions = new RedisExecutionStore(test.redis);
    const ended = await createdExecution(executions, { failure: 'no' });
    const short = await createdExecution(executions, { failure: 'no' });
    const inRedis = new RedisLogStore(test.redis);
    for (const execution of [id, ended]) await inRedis.append(execution, long);
    await inRedis.append(short, 'short\n');
    await sweep(new LogFolder(path));
    expect(files().map((name) => name.split('.')[0])).toEqual([ended]);
    expect(await logs.sizes([id, ended, short])).toEqual([Buffer.byteLength(long), Buffer.byteLength(long), 6]);
    expect((await logs.read(ended, { start: 0, bytes: 5 }))?.bytes.toString()).toBe('ä li');
    expect(
      await test.redis.exists(redisKey.executionLog(id), redisKey.executionLog(ended), redisKey.executionLog(short)),
    ).toBe(2);
  });
});

describe('without room for files', () => {
  // Every write to this device fails with ENOSPC.
  class FullFolder extends LogFolder {
    override async write(name: string, start: number, chunks: readonly Buffer[]): Promise<void> {
      mkdirSync(path, { recursive: true });
      if (!existsSync(join(path, name))) symlinkSync('/dev/full', join(path, name));
      await super.write(name, start, chunks);
    }
  }

  it('a complete log says where it is cut off', async () => {
    const full = new RedisLogStore(test.redis, { folder: new FullFolder(path), report });
    await full.write(id, pieces(long, long.repeat(10), long));
    const text = await textOf();
    expect(text).toMatch(/^ä line of a log\n/);
    expect(text).toMatch(/\n\[Flowgate: this log is cut off here: the disk for logs was full\]\n$/);
    expect(text).not.toContain('\u{fffd}');
    expect(reported).toEqual([`write the log of ${id}`]);
    expect(files()).toEqual([]);
  });

  it('a log that is written says where it is cut off, and how it ended', async () => {
    await logs.append(id, 'begin\n');
    const full = new RedisLogStore(test.redis, { folder: new FullFolder(path), report });
    for (let round = 0; round < 3; round++) await full.append(id, long);
    await full.append(id, 'lost\n');
    await full.end(id, 'Finished: SUCCESS\n');
    expect(await textOf()).toBe(
      'begin\n\n[Flowgate: this log is cut off here: the disk for logs was full]\nFinished: SUCCESS\n',
    );
    expect(reported).toEqual([`write the log of ${id}`]);
  });
});

describe('the files', () => {
  it('are named where they are missing', async () => {
    await logs.write(id, pieces(long));
    for (const elsewhere of [
      new RedisLogStore(test.redis),
      new RedisLogStore(test.redis, { folder: new LogFolder(temporaryFolder()) }),
    ])
      await expect(textOf(elsewhere)).rejects.toMatchObject({
        code: 'files-unavailable',
        message: `The log of the execution ${id} is in a file that this process cannot find. All processes on one Redis must share the folder FLOWGATE_FILES.`,
      });
    truncateSync(join(path, files()[0]!), 10);
    await expect(textOf()).rejects.toMatchObject({ code: 'files-unavailable' });
  });

  it('are never other files, whatever the store says', async () => {
    mkdirSync(path);
    writeFileSync(join(path, 'other'), 'not a log');
    await test.redis.hset(`{flowgate}:execution-log-file:${id}`, { name: '../logs/other', size: 9 });
    const unavailable = { code: 'files-unavailable' };
    await expect(logs.read(id, { start: 0, bytes: 9 })).rejects.toMatchObject(unavailable);
    await expect(logs.append(id, 'x'.repeat(100_000))).resolves.toBeUndefined();
    await expect(logs.remove(id)).rejects.toMatchObject(unavailable);
    expect(readFileSync(join(path, 'other'), 'utf8')).toBe('not a log');
  });

  it('are removed with their logs, and swept if nothing names them', async () => {
    await logs.append(id, long);
    const other = await createdExecution(new RedisExecutionStore(test.redis));
    await logs.write(other, pieces(long));
    await logs.remove(other);
    expect(await logs.sizes([other])).toEqual([0]);
    expect(files()).toHaveLength(1);

    const used = files();
    const folder = new LogFolder(path);
    const [orphan, fresh] = [LogFolder.newName(id), LogFolder.newName(id)];
    for (const name of [orphan, fresh]) await folder.write(name, 0, [Buffer.from('left')]);
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    for (const name of [...used, orphan]) utimesSync(join(path, name), old, old);
    await sweep(folder);
    expect(files().toSorted()).toEqual([...used, fresh].toSorted());
    expect(await textOf()).toBe(long);
    rmSync(path, { recursive: true });
    await sweep(folder);
  });
});

describe('with the memory of Redis full', () => {
  const limitMemory = (bytes: number) => test.redis.config('SET', 'maxmemory', String(bytes));
  const line = '\n[Flowgate: this log is cut off here: the store was full]\n';
  afterEach(() => limitMemory(0));

  it('a complete log is kept in its file', async () => {
    await limitMemory(1);
    await logs.write(id, pieces(long));
    await logs.write(id, pieces(long, 'end\n'));
    expect(await textOf()).toBe(`${long}end\n`);
  });

  it('a complete log without a file is cut off, and says so', async () => {
    const withoutFiles = new RedisLogStore(test.redis, { report });
    const filling = async function* (): AsyncGenerator<string> {
      yield 'first\n';
      await limitMemory(1);
      yield 'second\n';
      await limitMemory(0);
      yield 'third\n';
    };
    await withoutFiles.write(id, filling());
    expect(await textOf(withoutFiles)).toBe(`first\n${line}`);
    await limitMemory(1);
    await withoutFiles.write(id, pieces('first\n'));
    expect(await textOf(withoutFiles)).toBe(line);
    expect(reported).toEqual([`write the log of ${id}`, `write the log of ${id}`]);
  });

  it('a log that is written is cut off, and says how it ended', async () => {
    await logs.append(id, 'first\n');
    await limitMemory(1);
    await logs.append(id, 'second\n');
    await logs.append(id, 'third\n');
    await logs.end(id, 'end\n');
    expect(await textOf()).toBe(`first\n${line}end\n`);
  });
});
