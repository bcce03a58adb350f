import { expect, it } from 'vitest';
import { explainReason } from '../../web/src/pages/executions/explain-reason.ts';

it.each([
  ['Task load failed: its script ended with status 3', 'A command in the task failed.'],
  ['Task load failed: its script ended with status 127', 'A command was not found'],
  ['Task load failed: its script ended with status 137', 'memory'],
  ['Task load failed: its script ended with status 139', 'Signal 11'],
  ['Task wait timed out after 3 s', 'exceeded its time limit'],
  [
    'Task all failed: the execution 01M8HG7V78YM9SY4MCKH16H07Q failed: Task check failed: its script ended with status 1',
    'The page of that execution',
  ],
])('%j is explained', (reason, words) => {
  expect(explainReason(reason)).toContain(words);
});

it('a reason that explains itself is left alone', () => {
  expect(explainReason('Internal error; see the log of Flowgate.')).toBeUndefined();
});
