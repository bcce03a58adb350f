import { expect, it } from 'vitest';
import { activityOf, percentText } from '../../web/src/pages/executions/flow-activity.ts';

const start = '2026-01-02T03:00:00.000Z';
let made = 0;
const execution = (state: 'SUCCESS' | 'WARNING' | 'FAILED' | 'KILLED' | 'RUNNING', seconds?: number) => ({
  id: String(++made),
  state,
  createdAt: start,
  startedAt: start,
  ...(seconds !== undefined && { endedAt: new Date(Date.parse(start) + seconds * 1000).toISOString() }),
});

it('counts what ended by itself, and measures what succeeded', () => {
  const executions = [
    execution('RUNNING'),
    execution('SUCCESS', 30),
    execution('FAILED', 500),
    execution('WARNING', 10),
    execution('KILLED', 1),
    execution('SUCCESS', 20),
  ];
  const activity = activityOf(executions);
  expect(activity).toMatchObject({
    succeeded: 3,
    failed: 1,
    stopped: 1,
    successRate: 0.75,
    median: 20_000,
    longest: 30_000,
  });
  expect(activity.durations.map(({ milliseconds }) => milliseconds / 1000)).toEqual([20, 1, 10, 500, 30]);
});

it('says nothing about a flow that has not ended yet, or was only stopped', () => {
  expect(activityOf([])).toMatchObject({ successRate: undefined, median: undefined, durations: [] });
  expect(activityOf([execution('KILLED', 1)]).successRate).toBeUndefined();
  const { startedAt: _, ...neverStarted } = execution('FAILED', 5);
  expect(activityOf([neverStarted])).toMatchObject({ failed: 1, successRate: 0, durations: [] });
});

it('is all or nothing in percent only if it is', () => {
  expect([0, 0.001, 0.5, 0.999, 1].map(percentText)).toEqual(['0%', '1%', '50%', '99%', '100%']);
});
