import { describe, expect, it } from 'vitest';
import { failedTask, taskToOpen } from '../../web/src/timeline/chosen-task.ts';
import { withAllTasks } from '../../web/src/timeline/task-tree.ts';
import { timeScale } from '../../web/src/timeline/time-scale.ts';
import { timelineRows, type Task, type TimelineOptions } from '../../web/src/timeline/timeline-rows.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const task = (path: string, start: number, end?: number, more: Partial<Task> = {}): Task => ({
  path,
  state: end === undefined ? 'RUNNING' : 'SUCCESS',
  startedAt: at(start),
  ...(end !== undefined && { endedAt: at(end) }),
  ...more,
});
const failed = (path: string, reason?: string): Task =>
  task(path, 0, 1, { state: 'FAILED', ...(reason && { reason }) });

describe('the rows of a timeline', () => {
  it('are tasks on a common scale, up to now', () => {
    const { rows, scale } = timelineRows([task('a', 0, 5), task('b', 5)], Date.parse(at(10)));
    expect(rows.map(({ name, left, width }) => [name, left, width])).toEqual([
      ['a', 0, 50],
      ['b', 50, 50],
    ]);
    expect(scale.ticks.map(({ label }) => label)).toEqual(['0ms', '2.5s', '5.0s', '7.5s', '10s']);
  });

  it('have the tasks of a subflow below the task that calls it', () => {
    const tasks = [task('a', 0, 9), task('b', 0, 9), task('b/c', 1, 2), task('a/d', 1, 2), task('a/d/e', 1, 2)];
    expect(timelineRows(tasks, 0).rows.map(({ task: { path }, depth }) => [path, depth])).toEqual([
      ['a', 0],
      ['a/d', 1],
      ['a/d/e', 2],
      ['b', 0],
      ['b/c', 1],
    ]);
  });

  it('have the attempts of a task below it, unless it is closed', () => {
    const attempts = [
      { number: 4, state: 'FAILED' as const, startedAt: at(0), endedAt: at(2) },
      { number: 5, state: 'SUCCESS' as const, startedAt: at(6), endedAt: at(8) },
    ];
    const tasks = [task('a', 0, 8, { attempts })];
    expect(timelineRows(tasks, 0).rows.map(({ name, depth, left, width }) => [name, depth, left, width])).toEqual([
      ['a', 0, 0, 100],
      ['Attempt 4', 1, 0, 25],
      ['Attempt 5', 1, 75, 25],
    ]);
    const closed = timelineRows(tasks, 0, { isOpen: () => false }).rows;
    expect(closed.map(({ name, inside, isOpen }) => [name, inside, isOpen])).toEqual([['a', 2, false]]);
  });

  it('have no place for what was kept, and little for a wait', () => {
    const tasks = [
      task('kept', 0, 1, { state: 'KEPT' }),
      task('a', 100, 110),
      task('wait', 110, 9000),
      task('b', 9000, 9010),
    ];
    const { rows, scale } = timelineRows(tasks, 0, { waits: new Set(['wait']) });
    expect(rows.slice(1).map(({ name, left, width }) => [name, left, width])).toEqual([
      ['a', 0, 47],
      ['wait', 47, 6],
      ['b', 53, 47],
    ]);
    expect(scale.breaks.map(({ milliseconds }) => milliseconds)).toEqual([8_890_000]);
    expect(timelineRows([task('wait', 5)], Date.parse(at(9)), { waits: new Set(['wait']) }).rows).toMatchObject([
      { left: 0, width: 100 },
    ]);
  });

  it('keep tasks whose caller is unknown', () => {
    expect(timelineRows([task('x/y', 0, 1)], 0).rows.map(({ name }) => name)).toEqual(['y']);
    expect(timelineRows([], 0).rows).toEqual([]);
  });
});

/** A loop of items with two tasks each, as the API returns it. */
function loop(states: readonly Task['state'][], more: Partial<Task> = {}): readonly Task[] {
  const count = (of: Task['state']) => states.filter((state) => state === of).length;
  return [
    task('deploy', 0, 9, {
      items: { total: states.length, succeeded: count('SUCCESS'), failed: count('FAILED'), running: 0 },
      ...more,
    }),
    ...states.flatMap((state, index) => [
      task(`deploy[a/${index}]/build it`, index, index + 1, { parent: 'deploy', item: `a/${index}` }),
      task(`deploy[a/${index}]/push`, index + 1, index + 3, { state, parent: 'deploy', item: `a/${index}` }),
    ]),
  ];
}

const shownIn = (tasks: readonly Task[], options: TimelineOptions = {}) =>
  timelineRows(tasks, 0, options).rows.map(({ name, depth, hidden }) =>
    hidden === undefined ? `${'  '.repeat(depth)}${name}` : `${'  '.repeat(depth)}+${hidden.count ?? '?'}`,
  );

describe('the rows of a loop', () => {
  it('are its items, the failed ones first, with their tasks, whatever their keys contain', () => {
    expect(shownIn([...loop(['SUCCESS', 'FAILED']), task('after', 9)])).toEqual([
      'deploy',
      '  a/1',
      '    build it',
      '    push',
      '  a/0',
      '    build it',
      '    push',
      'after',
    ]);
    const { rows } = timelineRows(loop(['SUCCESS', 'FAILED']), 0);
    expect(rows[1]).toMatchObject({
      isItem: true,
      task: { path: 'deploy[a/1]', state: 'FAILED', startedAt: at(1), endedAt: at(4) },
    });
  });

  it('are at most as many items as asked for, and one row for the others', () => {
    const tasks = loop(Array.from({ length: 1_000 }, (_, index) => (index === 700 ? 'FAILED' : 'SUCCESS')));
    const options: TimelineOptions = { isOpen: (_, isItem) => !isItem, maxItems: () => 2 };
    expect(shownIn(tasks, options)).toEqual(['deploy', '  a/700', '  a/0', '  +998']);
  });

  it('say that the API has left out some, and how many', () => {
    const folded = loop(['FAILED'], {
      folded: true,
      items: { total: 40, succeeded: 30, failed: 1, running: 4, pending: 5 },
    });
    expect(shownIn(folded)).toEqual(['deploy', '  a/0', '    build it', '    push', '  +34']);
    expect(shownIn(withAllTasks(loop(['FAILED', 'SUCCESS']), folded)).slice(-4)).toEqual([
      '    push',
      '  a/1',
      '    build it',
      '    push',
    ]);
    const passes = [
      task('wait', 0, 9, { folded: true }),
      ...[8, 9].map((item) => task(`wait[${item}]/probe`, item, 9, { parent: 'wait', item: String(item) })),
    ];
    expect(shownIn(passes)).toEqual(['wait', '  9', '    probe', '  8', '    probe', '  +?']);
  });

  it('have blocks inside items', () => {
    const tasks = [
      task('all', 0, 9),
      task('all[x]/verify', 0, 9, { parent: 'all', item: 'x' }),
      task('all[x]/verify/unit', 0, 9, { parent: 'all[x]/verify' }),
      task('all[x]/in', 0, 9, { parent: 'all', item: 'x' }),
      task('all[x]/in[1/2]/step', 0, 9, { parent: 'all[x]/in', item: '1/2' }),
    ];
    expect(shownIn(tasks)).toEqual(['all', '  x', '    verify', '      unit', '    in', '      1/2', '        step']);
  });
});

describe('a scale of time', () => {
  const second = 1_000;
  const hour = 3_600 * second;

  it('cuts out long gaps in which nothing ran', () => {
    const { place, breaks, ticks } = timeScale([
      { start: 0, end: 10 * second },
      { start: hour, end: hour + 10 * second },
    ]);
    expect(breaks).toEqual([{ left: 47, width: 6, milliseconds: hour - 10 * second }]);
    expect([0, 10 * second, hour, hour + 10 * second].map(place)).toEqual([0, 47, 53, 100]);
    expect(place(hour / 2)).toBeCloseTo(50, 0);
    expect(ticks.map(({ label }) => label)).toEqual(['0ms', '1h 00m']);
  });

  it('leaves short gaps, and those in which something else ran', () => {
    const spans = [
      { start: 0, end: 10 * second },
      { start: 15 * second, end: 20 * second },
    ];
    expect(timeScale(spans).breaks).toEqual([]);
    expect(timeScale([...spans, { start: hour, end: hour }, { start: 0, end: hour }]).breaks).toEqual([]);
  });
});

describe('the task to look at first', () => {
  it('is the one that runs, inside its subflow', () => {
    const tasks = [task('a', 0, 1), task('b', 1), task('b/c', 1), task('d', 0, 0, { state: 'SKIPPED' })];
    expect(taskToOpen({ state: 'RUNNING', tasks })?.path).toBe('b/c');
  });

  it('is the last one that ran, if all is well', () => {
    const tasks = [task('a', 0, 1), task('b', 1, 2), task('c', 2, 2, { state: 'SKIPPED' })];
    expect(taskToOpen({ state: 'SUCCESS', tasks })?.path).toBe('b');
    expect(taskToOpen({ state: 'QUEUED', tasks: [] })).toBeUndefined();
  });

  it('is the one in which it failed, not one that may fail or that follows', () => {
    const reason = 'Task image failed: its script ended with status 1';
    const tasks = [
      failed('lint', 'other'),
      failed('build', reason),
      failed('build/image', reason),
      failed('tell', 'later'),
    ];
    expect(taskToOpen({ state: 'FAILED', reason, tasks })?.path).toBe('build/image');
    const inJenkins = tasks.map(({ path }) => failed(path));
    expect(failedTask({ state: 'FAILED', reason: 'Task image failed.', tasks: inJenkins })?.path).toBe('build/image');
    expect(failedTask({ state: 'FAILED', reason: 'The build failed.', tasks: inJenkins })?.path).toBe('lint');
    expect(failedTask({ state: 'KILLED', reason, tasks })).toBeUndefined();
    const inBlocks = [failed('lint'), failed('deploy'), failed('deploy[a/b]/push')];
    const ofBlock = 'Task deploy failed: 1 of 40 items failed: a/b';
    expect(failedTask({ state: 'FAILED', reason: ofBlock, tasks: inBlocks })?.path).toBe('deploy[a/b]/push');
  });
});
