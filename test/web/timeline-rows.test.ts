import { expect, it } from 'vitest';
import { timelineRows, type Task } from '../../web/src/timeline/timeline-rows.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const task = (path: string, start: number, end?: number): Task => ({
  path,
  state: end === undefined ? 'RUNNING' : 'SUCCESS',
  startedAt: at(start),
  ...(end !== undefined && { endedAt: at(end) }),
});

it('places tasks on a common scale, up to now', () => {
  const { rows, milliseconds } = timelineRows([task('a', 0, 5), task('b', 5)], Date.parse(at(10)));
  expect(milliseconds).toBe(10_000);
  expect(rows.map(({ name, left, width }) => [name, left, width])).toEqual([
    ['a', 0, 50],
    ['b', 50, 50],
  ]);
});

it('puts the tasks of a subflow below the task that calls it', () => {
  const tasks = [task('a', 0, 9), task('b', 0, 9), task('b/c', 1, 2), task('a/d', 1, 2), task('a/d/e', 1, 2)];
  expect(timelineRows(tasks, 0).rows.map(({ task: { path }, depth }) => [path, depth])).toEqual([
    ['a', 0],
    ['a/d', 1],
    ['a/d/e', 2],
    ['b', 0],
    ['b/c', 1],
  ]);
});

it('keeps tasks whose caller is unknown', () => {
  expect(timelineRows([task('x/y', 0, 1)], 0).rows.map(({ name }) => name)).toEqual(['y']);
  expect(timelineRows([], 0)).toEqual({ rows: [], milliseconds: 0 });
});
