import { describe, expect, it } from 'vitest';
import type { Schema } from '../../src/faces/api-client/operation-types.ts';
import { graphState, runsByNode, runToOpen } from '../../web/src/graph/graph-states.ts';
import { pendingTasks, withPending } from '../../web/src/timeline/pending-tasks.ts';
import { timelineRows, type Task } from '../../web/src/timeline/timeline-rows.ts';

type OutlineNode = Schema<'OutlineNode'>;

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const run = (path: string, state: Task['state'] = 'RUNNING'): Task => ({
  path,
  state,
  startedAt: at(0),
  ...(state !== 'RUNNING' && { endedAt: at(42) }),
});
const node = (path: string, more: Partial<OutlineNode> = {}): OutlineNode => ({
  path,
  id: path.split('/').at(-1)!,
  kind: 'task',
  section: 'tasks',
  disabled: false,
  ...(path.includes('/') && { parent: path.slice(0, path.lastIndexOf('/')) }),
  ...more,
});
const nodes = [
  node('build'),
  node('verify', { control: 'branches' }),
  node('verify/unit'),
  node('verify/lint'),
  node('each', { control: 'loop' }),
  node('each/push'),
  node('off', { disabled: true }),
  node('ship'),
  node('tell', { section: 'errors' }),
  node('tidy', { section: 'finally' }),
];
const pathsLeft = (...tasks: Task[]) => pendingTasks(nodes, tasks).map(({ path }) => path);

describe('tasks that have not begun', () => {
  it('are all but those of errors before anything runs', () => {
    expect(pathsLeft()).toEqual(['build', 'verify', 'verify/unit', 'verify/lint', 'each', 'each/push', 'ship', 'tidy']);
  });

  it('are left out of blocks that have ended and of loops that have begun', () => {
    expect(pathsLeft(run('build', 'SUCCESS'), run('verify', 'SUCCESS'), run('each'))).toEqual(['ship', 'tidy']);
  });

  it('are those of errors once a task has failed', () => {
    expect(pathsLeft(run('build', 'FAILED'))).toEqual(['tell', 'tidy']);
  });

  it('follow what has begun of their block', () => {
    const tasks = [run('build', 'SUCCESS'), run('verify'), run('verify/unit')];
    const rows = withPending(timelineRows(tasks, 0).rows, pendingTasks(nodes, tasks));
    expect(rows.map((row) => ('node' in row ? [`${row.node.path}?`, row.depth] : [row.task.path, row.depth]))).toEqual([
      ['build', 0],
      ['verify', 0],
      ['verify/unit', 1],
      ['verify/lint?', 1],
      ['each?', 0],
      ['each/push?', 1],
      ['ship?', 0],
      ['tidy?', 0],
    ]);
  });
});

describe('a task of a graph', () => {
  const runs = runsByNode([run('build', 'SUCCESS'), run('each[eu]/push', 'SUCCESS'), run('each[us]/push')]);
  const options = { hasEnded: false, waits: new Set<string>() };

  it('shows the state and duration of its run, or of all its runs in a loop', () => {
    expect(graphState(runs.get('build'), options)).toEqual({ state: 'SUCCESS', text: '42s' });
    expect(graphState(runs.get('each/push'), options)).toEqual({ state: 'RUNNING', text: '1 of 2' });
    expect(runToOpen(runs.get('each/push'))?.path).toBe('each[us]/push');
  });

  it('is pending until it begins, and was not reached if the execution has ended', () => {
    expect(graphState(undefined, options)).toEqual({ state: 'PENDING' });
    expect(graphState(undefined, { ...options, hasEnded: true })).toEqual({ state: 'SKIPPED', text: 'not reached' });
  });
});
