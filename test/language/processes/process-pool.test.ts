import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { ProcessPool, type ProcessPoolOptions } from '../../../src/language/processes/process-pool.ts';
import { SlowOwners } from '../../../src/language/processes/slow-owners.ts';
import { ownWork } from '../../../src/language/safe-patterns/bounded-runner.ts';
import { bundledProgram } from '../../support/bundled-program.ts';
import type { TestWork } from '../../support/process-program.ts';

const program = {
  module: pathToFileURL(await bundledProgram(join(import.meta.dirname, '../../support/process-program.ts'))),
  memoryMegabytes: 64,
};
const options = { owner: 'ada', milliseconds: 60_000 };
let pool: ProcessPool<TestWork, unknown>;

function open(overrides: Partial<ProcessPoolOptions<TestWork>> = {}): ProcessPool<TestWork, unknown> {
  pool = new ProcessPool<TestWork, unknown>({
    program,
    processes: 1,
    maxWaiting: { all: 10, each: 10 },
    tooBusy: 'Later.',
    ...overrides,
  });
  return pool;
}

afterEach(() => pool.close());

describe('work', () => {
  test('runs in another process, without the environment, and the process is reused', async () => {
    open();
    const first = await pool.run('who are you', options);
    expect(first).toMatchObject({ kind: 'done', result: { environment: {} } });
    expect(first).not.toMatchObject({ result: { pid: process.pid } });
    expect(await pool.run('who are you', options)).toEqual(first);
  });

  test('that throws is rejected with its error, and the process continues', async () => {
    open();
    await expect(pool.run({ fail: 'no' }, options)).rejects.toThrow('no');
    expect(await pool.run({ echo: 'a' }, options)).toEqual({ kind: 'done', result: 'a' });
  });

  test('that cannot be cloned is rejected', async () => {
    open();
    await expect(pool.run({ echo: (() => 'a') as unknown as string }, options)).rejects.toThrow('could not be cloned');
    expect(await pool.run({ echo: 'a' }, options)).toEqual({ kind: 'done', result: 'a' });
  });

  test.each<[what: string, work: TestWork]>([
    ['exceeds its time limit', 'run for ever'],
    ['exceeds its memory limit', 'fill the memory'],
    ['asks for more memory at once than its limit', 'ask for too much at once'],
  ])('that %s is ended, and the next gets a new process', async (_what, work) => {
    open();
    expect(await pool.run(work, { ...options, milliseconds: work === 'run for ever' ? 50 : 60_000 })).toEqual({
      kind: 'too-long',
    });
    expect(await pool.run({ echo: 'a' }, options)).toEqual({ kind: 'done', result: 'a' });
  });

  test('of a process that ends is rejected, and the next piece gets a new one', async () => {
    open();
    await expect(pool.run('exit', options)).rejects.toThrow('The process has ended.');
    expect(await pool.run({ echo: 'a' }, options)).toEqual({ kind: 'done', result: 'a' });
  });

  test('does not use up its time limit while it waits', async () => {
    open();
    const [, second] = await Promise.all([
      pool.run({ wait: 500 }, options),
      pool.run({ echo: 'a' }, { ...options, milliseconds: 400 }),
    ]);
    expect(second).toEqual({ kind: 'done', result: 'a' });
  });
});

describe('too much work', () => {
  const tooBusy = { code: 'too-busy' };

  test('is rejected, both in total and of one owner', async () => {
    open({ maxWaiting: { all: 3, each: 2 } });
    const running = pool.run({ wait: 200 }, options);
    const waiting = [pool.run({ echo: '1' }, options), pool.run({ echo: '2' }, options)];
    await expect(pool.run({ echo: '3' }, options)).rejects.toMatchObject(tooBusy);
    waiting.push(pool.run({ echo: '4' }, { ...options, owner: 'bob' }));
    await expect(pool.run({ echo: '5' }, { ...options, owner: 'cleo' })).rejects.toMatchObject(tooBusy);
    expect((await Promise.all([running, ...waiting])).map(({ kind }) => kind)).toEqual([
      'done',
      'done',
      'done',
      'done',
    ]);
  });

  test('of Flowgate itself is never rejected', async () => {
    open({ maxWaiting: { all: 1, each: 1 } });
    const own = { ...options, owner: ownWork };
    const outcomes = await Promise.all([
      pool.run({ wait: 100 }, own),
      pool.run({ echo: '1' }, own),
      pool.run({ echo: '2' }, own),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done', 'done']);
  });

  test('of one owner does not delay another owner', async () => {
    open();
    const done: string[] = [];
    const run = async (owner: string, echo: string) => {
      await pool.run({ echo }, { ...options, owner });
      done.push(echo);
    };
    await Promise.all([run('ada', 'a1'), run('ada', 'a2'), run('ada', 'a3'), run('bob', 'b1')]);
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  test('is distributed over threads, but one owner never gets the last one', async () => {
    open({ processes: 2 });
    const done: string[] = [];
    const run = async (owner: string, name: string, work: TestWork) => {
      await pool.run(work, { ...options, owner });
      done.push(name);
    };
    await Promise.all([
      run('ada', 'a1', { wait: 2_000 }),
      run('ada', 'a2', { wait: 1 }),
      run('bob', 'b1', { echo: 'b' }),
      run('cleo', 'c1', { echo: 'c' }),
    ]);
    expect(done).toEqual(['b1', 'c1', 'a1', 'a2']);
  });

  test('of owners whose work was slow leaves one process to the others', async () => {
    open({ processes: 2, slow: new SlowOwners({ over: 20, remembered: 60_000 }) });
    const done: string[] = [];
    const run = async (owner: string, work: TestWork) => {
      await pool.run(work, { ...options, owner });
      done.push(owner);
    };
    await Promise.all([run('ada', { wait: 30 }), run('bob', { wait: 30 })]);
    await Promise.all([run('ada', { wait: 1_000 }), run('bob', { wait: 1_000 }), run('cleo', { echo: 'c' })]);
    expect(done.slice(2)).toEqual(['cleo', 'ada', 'bob']);
  });

  test('is rejected when the pool is closed', async () => {
    open();
    const [running, waiting] = await Promise.allSettled([
      pool.run('run for ever', options),
      pool.run({ echo: 'a' }, options),
      pool.close(),
    ]);
    expect([running, waiting]).toMatchObject([{ reason: tooBusy }, { reason: tooBusy }]);
    await expect(pool.run({ echo: 'a' }, options)).rejects.toMatchObject(tooBusy);
  });

  test.each([
    ['at once', '/' + 'x'.repeat(5_000)],
    ['a moment later', '/no/such/program'],
  ])('is rejected as too busy while the system cannot start a process, and says so %s', async (_when, missing) => {
    const { execPath } = process;
    open();
    try {
      process.execPath = missing;
      await expect(pool.run({ echo: 'a' }, options)).rejects.toMatchObject(tooBusy);
      await expect(pool.run({ echo: 'a' }, options)).rejects.toMatchObject(tooBusy);
      await expect(pool.run({ echo: 'a' }, { ...options, owner: ownWork })).rejects.toThrow('spawn');
    } finally {
      process.execPath = execPath;
    }
    expect(await pool.run({ echo: 'a' }, options)).toEqual({ kind: 'done', result: 'a' });
  });
});
