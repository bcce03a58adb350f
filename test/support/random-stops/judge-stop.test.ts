import { describe, expect, it } from 'vitest';
import type { ShownExecution } from '../flowgate-on-controller.ts';
import { judgeStop } from './judge-stop.ts';

const pressedAt = Date.parse('2026-01-01T12:00:00Z');
const after = (seconds: number) => new Date(pressedAt + seconds * 1000).toISOString();
const mark = (seconds: number, rest: string) => `mark ${rest} ${pressedAt + seconds * 1000}`;
const cleaned = [
  mark(3, 'finally flow clean-begins'),
  mark(6, 'finally flow clean-ends'),
  mark(7, 'finally flow last'),
];
const killed: ShownExecution = {
  id: '1',
  state: 'KILLED',
  endedAt: after(8),
  tasks: [
    { path: 'short-1', state: 'SUCCESS', startedAt: after(-2), endedAt: after(-1) },
    { path: 'clean', state: 'SUCCESS', startedAt: after(3), endedAt: after(6) },
  ],
};
const judge = (execution: ShownExecution | undefined, lines: readonly string[]) =>
  judgeStop({ pressedAt, execution, console: lines.join('\n') });

describe('a stop', () => {
  it('is obeyed if only finally runs after it, once', () => {
    expect(judge(killed, [mark(-2, 'main flow short-1'), ...cleaned])).toEqual({
      disobeyed: [],
      finallyProblems: [],
      lastStart: 0,
      quiet: 0,
      ended: 8,
    });
  });

  it('is not obeyed if a task shows later activity, in the log or in the record', () => {
    expect(judge(killed, [mark(15.5, 'main flow short-9'), ...cleaned])).toMatchObject({
      disobeyed: ['a task ran until 15.5 s after the stop'],
      lastStart: 15.5,
    });
    const late = { ...killed, tasks: [{ path: 'short-2', state: 'SUCCESS', startedAt: after(1), endedAt: after(20) }] };
    expect(judge(late, cleaned)).toMatchObject({
      disobeyed: ['a task ran until 20.0 s after the stop'],
      lastStart: 1,
      quiet: 20,
    });
  });

  it('is not obeyed if the execution ends in another state, or not at all', () => {
    expect(judge({ ...killed, state: 'SUCCESS' }, cleaned).disobeyed).toEqual(['it ended as SUCCESS']);
    expect(judge(undefined, cleaned).disobeyed).toEqual(['it did not end']);
  });

  it('does not change an execution that failed before', () => {
    const failed: ShownExecution = {
      ...killed,
      state: 'FAILED',
      tasks: [{ path: 'repair-1', state: 'KILLED', startedAt: after(-1), endedAt: after(0) }],
    };
    expect(judge(failed, [mark(-3, 'main flow breaks'), ...cleaned]).disobeyed).toEqual([]);
    expect(
      judge(
        { ...failed, tasks: [{ path: 'repair-1', state: 'KILLED', startedAt: after(1), endedAt: after(2) }] },
        cleaned,
      ).disobeyed,
    ).toEqual(['it ended as FAILED']);
  });
});

describe('finally', () => {
  it('may be skipped if no task began', () => {
    expect(judge({ ...killed, tasks: [] }, []).finallyProblems).toEqual([]);
    expect(judge(killed, []).finallyProblems).toHaveLength(1);
  });

  it('must not run partially or twice', () => {
    const problems = (lines: readonly string[]) => judge(killed, lines).finallyProblems;
    expect(problems(cleaned.slice(0, 1))).toEqual([
      'finally of flow began 1 times and ended 0 times, its second task ran 0 times',
    ]);
    expect(problems([...cleaned, ...cleaned])).toEqual([
      'finally of flow began 2 times and ended 2 times, its second task ran 2 times',
    ]);
  });

  it('must run in each called flow', () => {
    expect(judge(killed, [...cleaned, mark(-1, 'main call-2 short-5')]).finallyProblems).toEqual([
      'finally of call-2 began 0 times and ended 0 times, its second task ran 0 times',
    ]);
  });
});
