import { expect, it } from 'vitest';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { executionColumns, executionLines } from '../../../../src/faces/cli/executions/execution-text.ts';
import { localTime } from '../../../../src/faces/cli/terminal-text.ts';

const at = '2026-01-02T03:04:05.000Z';

it('shows tasks by their paths, and how far a loop is', () => {
  const tasks: Schema<'TaskRun'>[] = [
    {
      path: 'deploy',
      state: 'RUNNING',
      startedAt: at,
      items: { total: 40, succeeded: 35, failed: 2, running: 3, pending: 0 },
      folded: true,
    },
    { path: 'deploy[a/b c]/push', parent: 'deploy', item: 'a/b c', state: 'FAILED', startedAt: at, endedAt: at },
    {
      path: 'all',
      state: 'SUCCESS',
      startedAt: at,
      endedAt: at,
      items: { total: 1, succeeded: 1, failed: 0, running: 0 },
    },
  ];
  const execution = {
    id: 'X',
    namespace: 'a',
    flowId: 'b',
    state: 'RUNNING',
    messages: [],
    tasks,
  } as unknown as Schema<'Execution'>; // what is shown of it
  expect(executionLines(execution, new Date(at)).slice(1)).toEqual([
    '  deploy              RUNNING  0s  35 of 40 items, 2 failed, 3 running, not all shown',
    '  deploy[a/b c]/push  FAILED   0s',
    '  all                 SUCCESS  0s  1 of 1 item',
  ]);
});

it('shows the caller of an execution, its item and the retries of what an execution has started', () => {
  const parent = { execution: 'Y', namespace: 'a', flowId: 'calls', task: 'all/one', item: 'd3' };
  const executions = { total: 3, open: 0, succeeded: 1, failed: 1, retrying: 1, retryAt: at };
  const execution = {
    id: 'X',
    namespace: 'a',
    flowId: 'b',
    state: 'RUNNING',
    createdAt: at,
    actor: 'ada',
    waitingFor: { kind: 'executions', task: 'all', since: at, executions },
    parent,
    messages: [],
  } as unknown as Schema<'Execution'>; // what is shown of it
  const [state, caller] = executionLines(execution, new Date(at));
  expect(state).toMatch(
    /waiting for executions of all \(2 of 3 ended, 1 failed, 0 open, 1 to retry, the next at 2026-/,
  );
  expect(caller).toBe('  called by a/calls Y, task all/one[d3]');
  expect(executionColumns(new Date(at), { hasItems: true }).ITEM?.(execution)).toBe('d3');
  expect(Object.keys(executionColumns(new Date(at)))).not.toContain('ITEM');
});

it('shows where an execution runs, and when it was archived', () => {
  const execution = {
    id: 'X',
    namespace: 'a',
    flowId: 'b',
    state: 'SUCCESS',
    messages: [],
    controller: 'eu',
    insteadOf: 'lab',
    archivedAt: at,
  } as unknown as Schema<'Execution'>; // what is shown of it
  expect(executionLines(execution, new Date(at))).toEqual([
    'a/b X SUCCESS',
    '  controller eu instead of lab',
    `  archived ${localTime(at)}`,
  ]);
});

it('says once that an execution waits for a lock, with local times', () => {
  const execution = {
    id: 'X',
    namespace: 'a',
    flowId: 'b',
    state: 'CREATED',
    messages: [],
    held: true,
    trouble: `Held up by the lock db, in use by the execution Y, RUNNING since ${at}.`,
  } as unknown as Schema<'Execution'>; // what is shown of it
  expect(executionLines(execution, new Date(at))).toEqual([
    `a/b X CREATED: Held up by the lock db, in use by the execution Y, RUNNING since ${localTime(at)}.`,
  ]);
  expect(executionColumns(new Date(at)).STATE(execution)).toBe('CREATED (held)');
});
