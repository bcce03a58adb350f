import { describe, expect, it } from 'vitest';
import { hideReplayedInputs } from '../../../src/abilities/records/hide-replayed-inputs.ts';
import { visibleExecution } from '../../../src/abilities/records/visible-execution.ts';
import { AccessPolicy } from '../../../src/access/access-policy.ts';
import { Caller } from '../../../src/access/caller.ts';
import type { Right } from '../../../src/access/grant.ts';
import { AppError } from '../../../src/base/problem/app-error.ts';
import { executionOnWire } from '../../../src/faces/http/response/wire-execution.ts';
import { recordOf } from '../../support/execution-record.ts';

const at = '2026-01-02T03:04:05.678Z';
const kept = 'kept-by-others';

const record = recordOf({
  id: '01KAAAAAAAAAAAAAAAAAAAAAAA',
  flow: { namespace: 'robotics', id: 'release' },
  revision: 3,
  subflows: [{ namespace: 'robotics', id: kept, revision: 1 }],
  actor: 'ada',
  labels: { team: kept },
  inputs: { version: kept },
  messages: [{ message: kept, style: 'WARNING' }],
  state: 'FAILED',
  history: [
    { state: 'CREATED', at },
    { state: 'FAILED', at },
  ],
  reason: kept,
  trouble: kept,
  attempts: 1,
  build: { number: 7, url: `https://jenkins.example/${kept}` },
  tasks: [{ path: kept, state: 'FAILED', startedAt: at, reason: kept }],
  outputs: { version: kept },
});

function callerWith(subject: string, rights: readonly Right[]): Caller {
  const grants = [{ subjects: [subject], groups: [], namespaces: ['robotics'], rights }];
  return Caller.of({ subject, groups: [] }, new AccessPolicy(grants));
}

describe('an answer about an execution', () => {
  it('has its state and times for a caller with execute alone, and nothing of its content', () => {
    const answer = executionOnWire(visibleExecution(record, callerWith('eve', ['execute'])));
    expect(JSON.stringify(answer)).not.toContain(kept);
    expect(answer).toMatchObject({
      id: record.id,
      flowId: 'release',
      revision: 3,
      state: 'FAILED',
      createdAt: at,
      endedAt: at,
      partial: true,
    });
  });

  it('has the values that the caller gave, but not what the execution made of them', () => {
    const { inputs, labels, messages, outputs, reason, tasks, build } = executionOnWire(
      visibleExecution(record, callerWith('ada', ['execute'])),
    );
    expect({ inputs, labels, messages }).toEqual({
      inputs: record.inputs,
      labels: record.labels,
      messages: record.messages,
    });
    expect([outputs, reason, tasks, build]).toEqual([undefined, undefined, [], undefined]);
  });

  it('does not have the values that a replay repeats', () => {
    const replay = { ...record, replayOf: '01KBBBBBBBBBBBBBBBBBBBBBBB' };
    expect(JSON.stringify(executionOnWire(visibleExecution(replay, callerWith('ada', ['execute']))))).not.toContain(
      kept,
    );
  });

  it('has nothing of its content for the sender of a webhook', () => {
    const sender = Caller.trusted('webhook:pushed', 'robotics');
    const started = { ...record, actor: sender.subject };
    expect(JSON.stringify(executionOnWire(visibleExecution(started, sender)))).not.toContain(kept);
  });

  it('is complete for readers', () => {
    const answer = executionOnWire(visibleExecution(record, callerWith('eve', ['read'])));
    expect(answer).toMatchObject({ inputs: { version: kept }, outputs: { version: kept }, partial: false });
  });
});

describe('a rejected replay', () => {
  it('shows only the values that the caller gave', async () => {
    const violations = [
      { inputId: 'version', message: `Value must be an integer, found "${kept}"`, providedValue: kept },
      { inputId: 'count', message: 'Value must be an integer, found "x"', providedValue: 'x' },
      { inputId: 'token', message: 'Secrets are not stored; provide the value again', providedValue: null },
    ];
    const outcome = await hideReplayedInputs(() => Promise.resolve({ violations }), { count: 'x' });
    expect(outcome).toEqual({
      violations: [
        {
          inputId: 'version',
          message: 'The original value is not valid for this revision; provide another one',
          providedValue: null,
        },
        ...violations.slice(1),
      ],
    });
  });

  it('does not show the messages of checks', async () => {
    const error = new AppError('execution-blocked', kept, { checks: [{ message: kept, style: 'ERROR' }] });
    const rejected: unknown = await hideReplayedInputs(() => Promise.reject(error), {}).catch(
      (thrown: unknown) => thrown,
    );
    expect(rejected).toMatchObject({ code: 'execution-blocked' });
    expect(JSON.stringify([rejected, (rejected as AppError).message])).not.toContain(kept);
  });
});
