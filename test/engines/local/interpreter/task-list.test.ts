import { describe, expect, it } from 'vitest';
import type { AttemptChange } from '../../../../src/engines/local/interpreter/run-ports.ts';
import { TaskList } from '../../../../src/engines/local/interpreter/task-list.ts';
import { endedTasks } from '../../../../src/language/execution-plan/task-state.ts';

const at = (second: number) => new Date(second * 1000).toISOString();

function listOf(attempts: readonly AttemptChange['state'][], path = 'knock'): TaskList {
  const list = new TaskList();
  list.note({ path, state: 'RUNNING', at: 0 });
  attempts.forEach((state, index) => {
    const reason = state === 'FAILED' ? { reason: `exit ${index}` } : {};
    list.noteAttempt({ path, state, at: index * 1000, ...reason });
  });
  return list;
}

describe('the tasks of an execution', () => {
  it('have the times and reasons of their attempts once there is a second one', () => {
    const first = listOf(['RUNNING', 'FAILED']);
    expect(first.all).toEqual([{ path: 'knock', state: 'RUNNING', startedAt: at(0) }]);
    first.noteAttempt({ path: 'knock', state: 'RUNNING', at: 5000 });
    first.noteAttempt({ path: 'knock', state: 'SUCCESS', at: 6000 });
    first.note({ path: 'knock', state: 'SUCCESS', at: 6000 });
    expect(first.all).toEqual([
      {
        path: 'knock',
        state: 'SUCCESS',
        startedAt: at(0),
        endedAt: at(6),
        attempts: [
          { number: 1, state: 'FAILED', startedAt: at(0), endedAt: at(1), reason: 'exit 1' },
          { number: 2, state: 'SUCCESS', startedAt: at(5), endedAt: at(6) },
        ],
      },
    ]);
  });

  it('keep only the latest attempts, and long reasons shortened', () => {
    const list = listOf(Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? 'RUNNING' : 'FAILED')));
    list.note({ path: 'knock', state: 'FAILED', reason: 'x'.repeat(5000), at: 60_000 });
    expect(list.all[0]?.attempts?.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => n + 11));
    expect(list.all[0]?.reason).toHaveLength(1001);
  });

  it('are killed with their attempt if their execution ends while they run', () => {
    const list = listOf(['RUNNING', 'FAILED', 'RUNNING']);
    expect(endedTasks(list.all, new Date(9000))[0]).toMatchObject({
      state: 'KILLED',
      endedAt: at(9),
      attempts: [{ state: 'FAILED' }, { number: 2, state: 'KILLED', endedAt: at(9) }],
    });
  });
});
