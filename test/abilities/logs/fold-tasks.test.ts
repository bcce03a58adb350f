import { describe, expect, it } from 'vitest';
import { foldTasks } from '../../../src/abilities/logs/fold-tasks.ts';
import { listTasks, type TaskQuery } from '../../../src/abilities/records/list-tasks.ts';
import type { TaskProgress, TaskState } from '../../../src/language/execution-plan/task-state.ts';

const startedAt = '2026-01-02T03:04:05.678Z';
const task = (path: string, state: TaskState = 'SUCCESS', more: Partial<TaskProgress> = {}): TaskProgress => ({
  path,
  state,
  startedAt,
  ...more,
});

/** A loop whose items have the given states, each with two tasks. */
function loop(path: string, states: readonly TaskState[], state: TaskState = 'RUNNING'): readonly TaskProgress[] {
  const count = (of: TaskState) => states.filter((each) => each === of).length;
  const items = { total: states.length + 10, succeeded: count('SUCCESS'), failed: count('FAILED') };
  return [
    task(path, state, { items }),
    ...states.flatMap((each, index) => [task(`${path}[a/${index}]/push`), task(`${path}[a/${index}]/try it`, each)]),
  ];
}

const some = (count: number, state: TaskState) => Array.from({ length: count }, () => state);
const shown = (tasks: readonly TaskProgress[]) =>
  foldTasks(tasks).map(({ task: { path }, isFolded }) => (isFolded ? `${path} folded` : path));

describe('the tasks of an execution in its record', () => {
  it('are all there if no loop is large, with their places', () => {
    const tasks = [
      task('verify'),
      task('verify/unit'),
      ...loop('deploy', some(20, 'SUCCESS')),
      task('deploy[a/0]/call/x'),
    ];
    const runs = foldTasks(tasks);
    expect(runs.map(({ task: { path } }) => path)).toEqual(tasks.map(({ path }) => path));
    expect(runs.some(({ isFolded }) => isFolded)).toBe(false);
    expect(runs.map(({ parent, item }) => [parent, item]).slice(0, 4)).toEqual([
      [undefined, undefined],
      ['verify', undefined],
      [undefined, undefined],
      ['deploy', 'a/0'],
    ]);
    expect(runs.at(-1)).toMatchObject({ parent: 'deploy[a/0]/call', items: [{ block: 'deploy', label: 'a/0' }] });
    expect(runs.at(-1)?.item).toBeUndefined();
  });

  it('begin a large loop with its failed items, then the running ones', () => {
    const tasks = [
      ...loop('deploy', [...some(20, 'SUCCESS'), 'RUNNING', 'FAILED', 'RUNNING', 'FAILED']),
      task('after', 'RUNNING'),
    ];
    expect(shown(tasks)).toEqual([
      'deploy folded',
      ...[21, 23, 20, 22].flatMap((index) => [`deploy[a/${index}]/push`, `deploy[a/${index}]/try it`]),
      'after',
    ]);
    expect(foldTasks(tasks)[0]?.counts).toEqual({ total: 34, succeeded: 20, failed: 2, running: 2, pending: 10 });
    expect(foldTasks(loop('deploy', some(3, 'KILLED'), 'KILLED'))[0]?.counts).toEqual({
      total: 13,
      succeeded: 0,
      failed: 0,
      running: 0,
    });
  });

  it('have at most 20 items of a loop, and 100 tasks', () => {
    expect(shown(loop('deploy', some(500, 'FAILED')))).toHaveLength(1 + 2 * 20);
    const wide = (item: number) => Array.from({ length: 30 }, (_, at) => task(`deploy[${item}]/t${at}`, 'FAILED'));
    const tasks = [task('deploy', 'RUNNING', { items: { total: 4, succeeded: 0, failed: 4 } })];
    expect(shown([...tasks, ...[0, 1, 2, 3].flatMap(wide)])).toHaveLength(1 + 3 * 30);
  });

  it('have the latest passes of a block that polls', () => {
    const passes = Array.from({ length: 40 }, (_, index) => task(`wait[${index + 1}]/probe`));
    expect(shown([task('wait', 'RUNNING'), ...passes])).toEqual([
      'wait folded',
      ...Array.from({ length: 20 }, (_, index) => `wait[${40 - index}]/probe`),
    ]);
  });

  it('fold loops in loops', () => {
    const tasks = [
      ...loop('all', some(30, 'SUCCESS')),
      ...loop('all[a/7]/inner', [...some(25, 'SUCCESS'), 'FAILED'], 'FAILED'),
    ];
    expect(shown(tasks)).toEqual([
      'all folded',
      'all[a/7]/push',
      'all[a/7]/try it',
      'all[a/7]/inner folded',
      'all[a/7]/inner[a/25]/push',
      'all[a/7]/inner[a/25]/try it',
    ]);
  });

  it('stay few if 1,000 tasks ran', () => {
    const tasks = loop('deploy', [...some(400, 'SUCCESS'), ...some(100, 'FAILED')]);
    expect(tasks).toHaveLength(1_001);
    expect(foldTasks(tasks)).toHaveLength(41);
  });
});

describe('the list of all tasks', () => {
  const tasks = [
    task('first'),
    ...loop('deploy', [...some(30, 'SUCCESS'), 'FAILED']),
    task('deploy[a/3]/sub'),
    task('deploy[a/3]/sub/unit'),
  ];
  const all: TaskQuery = { states: [], limit: 25 };
  const paths = (query: Partial<TaskQuery>) => listTasks(tasks, { ...all, ...query }).runs.map((run) => run.task.path);

  it('comes in pages, in the order of the starts', () => {
    const found: string[] = [];
    for (let after: number | undefined = 0, pages = 0; after !== undefined; pages++) {
      const { runs, next } = listTasks(tasks, { ...all, after });
      found.push(...runs.map((run) => run.task.path));
      after = next;
      expect(pages).toBeLessThan(4);
    }
    expect(found).toEqual(tasks.map(({ path }) => path));
  });

  it('is limited to a block, an item, or states', () => {
    expect(paths({ parent: 'deploy', item: 'a/3' })).toEqual([
      'deploy[a/3]/push',
      'deploy[a/3]/try it',
      'deploy[a/3]/sub',
    ]);
    expect(paths({ parent: 'deploy[a/3]/sub' })).toEqual(['deploy[a/3]/sub/unit']);
    expect(paths({ states: ['FAILED', 'KILLED'] })).toEqual(['deploy[a/30]/try it']);
    expect(listTasks(tasks, { ...all, states: ['FAILED'] }).next).toBeUndefined();
    expect(paths({ parent: 'none' })).toEqual([]);
  });
});
