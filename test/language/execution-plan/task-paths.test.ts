import { expect, it } from 'vitest';
import {
  isInCall,
  isWithin,
  placeOfTask,
  repeatsCall,
  tasksAround,
} from '../../../src/language/execution-plan/task-path.ts';
import { failedTasks, type TaskProgress } from '../../../src/language/execution-plan/task-state.ts';

it('a path tells the tasks around it, whatever the keys of its items contain', () => {
  expect(placeOfTask('deploy[a/b 🚀]/push')).toEqual({ parent: 'deploy', item: 'a/b 🚀' });
  expect(placeOfTask('deploy[a/b]/in/push')).toEqual({ parent: 'deploy[a/b]/in' });
  expect(placeOfTask('push')).toBeUndefined();
  expect(tasksAround('deploy[a/b]/in[x/y/z]/call/push')).toEqual([
    'deploy[a/b]/in[x/y/z]/call',
    'deploy[a/b]/in',
    'deploy',
  ]);
  expect(['deploy', 'deploy[a/b]', 'deploy[a/b]/in'].map((outer) => isWithin('deploy[a/b]/in', outer))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['dep', 'deploy[a', 'deploy[a]'].some((outer) => isWithin('deploy[a/b]/in', outer))).toBe(false);
});

it('a task in a block belongs to a called flow only if it is inside a call', () => {
  const calls = ['build', 'ship/notify'];
  const paths = ['build', 'build/image', 'ship', 'ship[a/b]/pack', 'ship[a]/notify', 'ship[a]/notify/send', 'notify/x'];
  expect(paths.filter((path) => isInCall(path, calls))).toEqual(['build/image', 'ship[a]/notify/send']);
  expect(paths.filter((path) => !repeatsCall(path, calls))).toEqual(['ship[a/b]/pack', 'notify/x']);
  expect(paths.filter((path) => isInCall(path, undefined))).toEqual(paths.filter((path) => path.includes('/')));
});

it('a reason names the tasks that failed, not the blocks and calls around them', () => {
  const failed = (...paths: readonly string[]) =>
    failedTasks(paths.map((path): TaskProgress => ({ path, state: 'FAILED', startedAt: '' })));
  expect(failed('deploy', 'deploy[a/b]/push')).toBe('Task deploy[a/b]/push');
  expect(failed('deploy', 'build', 'build/image', 'x[1]/y', 'x[2]/y')).toBe(
    'Tasks deploy, build/image, x[1]/y and 1 more',
  );
  expect(failed()).toBeUndefined();
});
