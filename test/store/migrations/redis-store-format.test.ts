import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations, oldestFormat, type Migration } from '../../../src/store/migrations/migrations.ts';
import {
  beginRestore,
  endRestore,
  keepStoreFormat,
  openStoreFormat,
  requireStoreFormat,
  storeFormat,
  storeState,
} from '../../../src/store/migrations/redis-store-format.ts';
import { withStoreLock } from '../../../src/store/migrations/redis-store-lock.ts';
import { forgetUser, noteUser, storeUsers } from '../../../src/store/migrations/redis-store-users.ts';
import { startTestRedis, type TestRedis } from '../../support/redis.ts';

const storeKey = '{flowgate}:store';
let test: TestRedis;
let messages: string[];

beforeAll(async () => void (test = await startTestRedis()));
beforeEach(async () => {
  messages = [];
  await test.redis.flushall();
});
afterAll(() => test.stop());

function open(steps?: readonly Migration[]): Promise<void> {
  return openStoreFormat(test.redis, {
    version: '9.8.7',
    report: (message) => messages.push(message),
    migrations: steps,
  });
}

/** A migration that adds one to a counter. */
function counting(name: string, during: () => Promise<void> = async () => undefined): Migration {
  const run = async () => {
    await during();
    return test.redis.incr(name);
  };
  return { title: `count ${name}`, run };
}

describe('an empty store', () => {
  it('gets our format and version, and stays as it is at later starts', async () => {
    await open();
    expect(await test.redis.hgetall(storeKey)).toEqual({ format: String(storeFormat), flowgate: '9.8.7' });
    await openStoreFormat(test.redis, { version: '10.0.0', report: () => undefined });
    expect(await test.redis.hget(storeKey, 'flowgate')).toBe('9.8.7');
    expect(await test.redis.keys('*')).toEqual([storeKey]);
  });
});

describe('a store that has lost its data', () => {
  it('gets its format again from a process that uses it, so that the next one starts', async () => {
    await open();
    await test.redis.flushall();
    await keepStoreFormat(test.redis, '9.8.7');
    expect(await test.redis.hgetall(storeKey)).toEqual({ format: String(storeFormat), flowgate: '9.8.7' });
    await test.redis.hset('{flowgate}:flow:examples/hello', 'revision', 1);
    await open();
    await keepStoreFormat(test.redis, '10.0.0');
    expect(await test.redis.hget(storeKey, 'flowgate')).toBe('9.8.7');
  });
});

describe('data without a format', () => {
  it('is rejected, also if another process starts at the same moment', async () => {
    await test.redis.hset('{flowgate}:flow:examples/hello', 'revision', 1);
    const sentence = `The store has data without a format, written by a build from before the release of Flowgate 0.2.0. This is Flowgate 9.8.7, which can read formats from ${oldestFormat}. Use an empty store, or start the build that wrote this one`;
    const starts = await Promise.allSettled([open(), open(), open()]);
    expect(starts.map((start) => 'reason' in start && String(start.reason.message))).toEqual([
      sentence,
      sentence,
      sentence,
    ]);
    expect(await test.redis.keys('*')).toEqual(['{flowgate}:flow:examples/hello']);
  });

  it('is accepted if another process sets the format before it writes', async () => {
    const scan = vi.spyOn(test.redis, 'scan').mockImplementationOnce(async () => {
      await test.redis.hset(storeKey, 'format', storeFormat, 'flowgate', '9.8.6');
      await test.redis.hset('{flowgate}:flow:examples/hello', 'revision', 1);
      return ['0', ['{flowgate}:flow:examples/hello']];
    });
    await open();
    scan.mockRestore();
    expect(await test.redis.hget(storeKey, 'flowgate')).toBe('9.8.6');
  });
});

describe('a store with a format that is too old', () => {
  it.each([
    ['at rest', { format: 1 }],
    ['in a migration that was interrupted', { format: storeFormat, migratingFrom: 1 }],
  ])('is rejected %s', async (_, format) => {
    await test.redis.hset(storeKey, { ...format, flowgate: '0.2.0' });
    await expect(open()).rejects.toThrow('The store has format 1, written by a build from before the release');
    expect(await test.redis.exists('{flowgate}:store-lock')).toBe(0);
  });
});

describe('a store with a newer format', () => {
  it('is refused with its format and the version that can read it', async () => {
    await test.redis.hset(storeKey, 'format', 17, 'flowgate', '4.5.6');
    const sentence = `The store has format 17, written by Flowgate 4.5.6. This is Flowgate 9.8.7, which can read formats up to ${storeFormat}. Start Flowgate 4.5.6 or newer, or restore a backup from before the upgrade`;
    await expect(open()).rejects.toThrow(sentence);
    await expect(requireStoreFormat(test.redis, '9.8.7')).rejects.toThrow(sentence);
  });
});

describe('a store into which a backup is being restored', () => {
  it('is refused', async () => {
    await test.redis.hset(storeKey, 'format', storeFormat, 'restoring', '2026-01-02T03:04:05.000Z');
    const sentence = /A restore of a backup into this store began at 2026-01-02T03:04:05.000Z and has not ended/;
    await expect(open()).rejects.toThrow(sentence);
    await expect(requireStoreFormat(test.redis, '9.8.7')).rejects.toThrow(sentence);
  });
});

describe('an older store', () => {
  it('is migrated step by step, and says so', async () => {
    await test.redis.hset(storeKey, 'format', oldestFormat + 1, 'flowgate', '1.0.0');
    await open([counting('first'), counting('second'), counting('third')]);
    expect(await test.redis.mget('first', 'second', 'third')).toEqual([null, '1', '1']);
    expect(await test.redis.hgetall(storeKey)).toEqual({ format: String(oldestFormat + 3), flowgate: '9.8.7' });
    expect(messages).toEqual([
      `Store migrated to format ${oldestFormat + 2}: count second (1)`,
      `Store migrated to format ${oldestFormat + 3}: count third (1)`,
    ]);
  });

  const isOld = () => test.redis.hset(storeKey, 'format', oldestFormat, 'flowgate', '1.0.0');

  it('is migrated by one process while the others wait', async () => {
    await isOld();
    const steps = [counting('slow', () => sleep(100)), counting('next')];
    await Promise.all([open(steps), open(steps), open(steps)]);
    expect(await test.redis.mget('slow', 'next')).toEqual(['1', '1']);
    expect(messages).toContain('Another process is migrating the store or restoring a backup; waiting for it');
  });

  it('continues with the step that failed', async () => {
    await isOld();
    const failing = counting('second', () => Promise.reject(new Error('the power went')));
    await expect(open([counting('first'), failing])).rejects.toThrow('the power went');
    const format = { format: String(oldestFormat + 2), flowgate: '9.8.7' };
    expect(await test.redis.hgetall(storeKey)).toEqual({ ...format, migratingFrom: String(oldestFormat + 1) });
    await open([counting('first'), counting('second')]);
    expect(await test.redis.hgetall(storeKey)).toEqual(format);
    expect(await test.redis.mget('first', 'second')).toEqual(['1', '1']);
  });

  it('is not stamped by a process that has lost the lock', async () => {
    await isOld();
    let isStolen = false;
    const stolen = counting('first', async () => {
      if (!isStolen) await test.redis.set('{flowgate}:store-lock', 'other', 'PX', 50);
      isStolen = true;
    });
    await open([stolen]);
    expect(await test.redis.hget(storeKey, 'format')).toBe(String(oldestFormat + 1));
    expect(await test.redis.get('first')).toBe('2'); // by this process again, after the lock of the other expired
  });
});

describe('a migration', () => {
  it('begins once the processes of an older version have stopped, which notice at once', async () => {
    await test.redis.hset(storeKey, 'format', oldestFormat, 'flowgate', '1.0.0');
    await noteUser(test.redis, 'old', new Date());
    const steps = Array.from({ length: migrations.length + 1 }, () => counting('changed'));
    const opened = open(steps);
    await vi.waitFor(() => expect(messages).toHaveLength(1));
    expect(messages).toEqual(['Waiting until the processes of an older Flowgate have stopped: old']);
    await expect(requireStoreFormat(test.redis, '1.0.0')).rejects.toThrow('written by Flowgate 9.8.7');
    expect(await test.redis.get('changed')).toBeNull();
    await forgetUser(test.redis, 'old');
    await opened;
    expect(await test.redis.get('changed')).toBe(String(steps.length));
  });

  it('that was interrupted keeps an older version from starting, and goes on with the next one', async () => {
    const failing = counting('changed', () => Promise.reject(new Error('killed')));
    await test.redis.hset(storeKey, 'format', oldestFormat, 'flowgate', '1.0.0');
    const steps = (last: Migration) => [...migrations, last];
    await expect(open(steps(failing))).rejects.toThrow('killed');
    await expect(open()).rejects.toThrow('The store has format');
    await open(steps(counting('changed')));
    expect(await test.redis.get('changed')).toBe('1');
  });

  it('in progress is not taken as done', async () => {
    await test.redis.hset(storeKey, 'format', storeFormat, 'migratingFrom', oldestFormat);
    expect(await storeState(test.redis)).toBe('old');
    await test.redis.hdel(storeKey, 'migratingFrom');
    expect(await storeState(test.redis)).toBe('current');
  });
});

describe('the lock', () => {
  it('is held by one process', async () => {
    await withStoreLock(test.redis, async () => {
      await expect(withStoreLock(test.redis, async () => undefined)).rejects.toThrow('Another process is migrating');
    });
    expect(await withStoreLock(test.redis, async () => 'free')).toBe('free');
  });

  it('that has expired does not end the restore of another process', async () => {
    const late = withStoreLock(test.redis, async (lock) => {
      await beginRestore(test.redis, new Date());
      await test.redis.set('{flowgate}:store-lock', 'other');
      await endRestore(test.redis, lock);
    });
    await expect(late).rejects.toThrow('was suspended');
    expect(await storeState(test.redis)).toBe('restoring');
  });
});

describe('the users of a store', () => {
  it('are forgotten when they leave, or no longer say that they are there', async () => {
    const now = new Date('2026-01-02T03:04:05Z');
    await noteUser(test.redis, 'a', now);
    await noteUser(test.redis, 'b', new Date(now.getTime() + 10_000));
    await noteUser(test.redis, 'c', now);
    await forgetUser(test.redis, 'c');
    expect(await storeUsers(test.redis, now)).toEqual(['a', 'b']);
    expect(await storeUsers(test.redis, new Date(now.getTime() + 16_000))).toEqual(['b']);
  });
});
