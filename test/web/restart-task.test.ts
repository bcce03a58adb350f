import { expect, it } from 'vitest';
import type { Execution } from '../../web/src/api/execution-queries.ts';
import { restartTask, unfinishedTask } from '../../web/src/pages/executions/restart/restart-task.ts';

type Task = NonNullable<Execution['tasks']>[number];

const task = (path: string, state: Task['state'] = 'SUCCESS', parent?: string): Task => ({
  path,
  state,
  startedAt: '2026-01-01T00:00:00Z',
  ...(parent !== undefined && { parent }),
});
const failed = {
  state: 'FAILED' as const,
  reason: 'Task each failed: 1 of 2 items failed.',
  tasks: [
    task('hint', 'FAILED'), // its failure is allowed
    task('build', 'KEPT'),
    task('each', 'FAILED'),
    task('each[a/b]/push', 'FAILED', 'each'),
    task('report'),
  ],
};

it('offers the task that failed, as a task of the flow itself', () => {
  expect(unfinishedTask(failed)).toBe('each');
  expect(unfinishedTask({ state: 'KILLED', tasks: [task('a'), task('b', 'KILLED')] })).toBe('b');
  expect(unfinishedTask({ state: 'FAILED', reason: 'The build was lost.', tasks: [task('a')] })).toBeUndefined();
});

it.each([
  ['build', 'build'],
  ['each', 'each'],
  ['each[a/b]', 'each'],
  ['each[a/b]/push', 'each'],
  ['report', undefined],
  ['unknown', undefined],
])('of the task %s, %s can begin', (path, from) => expect(restartTask(failed, path)).toBe(from));

it('offers nothing for an execution that succeeded or runs', () => {
  expect(restartTask({ ...failed, state: 'WARNING' }, 'build')).toBeUndefined();
  expect(restartTask({ ...failed, state: 'RUNNING' }, 'build')).toBeUndefined();
});
