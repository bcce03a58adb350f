import { describe, expect, it } from 'vitest';
import type { Execution } from '../../web/src/api/execution-queries.ts';
import {
  approversText,
  endOfWait,
  waitWord,
  whyNot,
  type EndedWait,
  type WaitingFor,
} from '../../web/src/pages/executions/waits/wait-texts.ts';

const at = '2026-01-02T03:04:05Z';
const execution = { namespace: 'shop', actor: 'ada' } as Execution; // all that is read
const approval = (approvers: Partial<WaitingFor['approvers']>): WaitingFor => ({
  kind: 'approval',
  task: 'release',
  since: at,
  approvers: { users: [], groups: [], count: 1, not_starter: false, ...approvers },
});
const ended = (wait: Partial<EndedWait>): EndedWait => ({
  kind: 'approval',
  task: 'release',
  since: at,
  at,
  by: [],
  ...wait,
});

describe('what an execution waits for', () => {
  const until = new Date(2026, 0, 2, 22, 30).toISOString();
  it.each([
    [{ kind: 'approval', until }, 'Waiting for approval'],
    [{ kind: 'executions', until }, 'Waiting for executions'],
    [{ kind: 'signal', until }, 'Waiting for a signal'],
    [{ kind: 'time' }, 'Waiting'],
  ] as const)('of %j is "%s"', (waitingFor, word) => expect(waitWord(waitingFor)).toBe(word));

  it('is a time of today, or another day', () => {
    expect(waitWord({ kind: 'time', until }, new Date(2026, 0, 2, 1).getTime())).toBe('Waiting until 22:30');
    expect(waitWord({ kind: 'time', until }, new Date(2026, 0, 1, 1).getTime())).toBe('Waiting until 2026-01-02');
  });
});

it.each([
  [{}, 'those who may execute in shop'],
  [{ count: 2 }, '2 of those who may execute in shop'],
  [{ users: ['carol'] }, 'carol'],
  [{ users: ['carol', 'dave'], groups: ['release'] }, 'carol, dave and the group release'],
  [{ groups: ['qa', 'release'], count: 3 }, '3 of the groups qa and release'],
  [{ users: ['carol'], not_starter: true }, 'carol; not ada, who started it'],
])('approvers %j are "%s"', (approvers, text) => expect(approversText(approval(approvers), execution)).toBe(text));

it('says why somebody may not decide', () => {
  const wait = approval({ not_starter: true });
  expect(whyNot(wait, 'ada', undefined)).toContain('does not know who you are');
  expect(whyNot(wait, 'ada', 'ada')).toContain('You started this execution');
  expect(whyNot(wait, 'ada', 'bob')).toContain('not among those');
});

it.each([
  [{ decision: 'APPROVE' }, 'Approved', 'SUCCESS'],
  [{ decision: 'REJECT' }, 'Rejected', 'FAILED'],
  [{}, 'Not decided', 'KILLED'],
  [{ kind: 'time' }, 'Time reached', 'SUCCESS'],
  [{ kind: 'signal', signal: 'done', by: [{ by: 'ci', at }] }, 'Signal done arrived', 'SUCCESS'],
  [{ kind: 'signal', signal: 'done' }, 'No signal done', 'FAILED'],
] as const)('the end of %j is "%s"', (wait, word, state) => expect(endOfWait(ended(wait))).toEqual({ word, state }));

it.each([
  ['SUCCESS', 'Executions ended', 'SUCCESS'],
  ['FAILED', 'Executions failed', 'FAILED'],
  ['KILLED', 'Executions stopped', 'KILLED'],
] as const)('the end of a wait for executions of a task that is %s is "%s"', (taskState, word, state) =>
  expect(endOfWait(ended({ kind: 'executions' }), taskState)).toEqual({ word, state }),
);
