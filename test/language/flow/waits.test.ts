import { describe, expect, test } from 'vitest';
import { planFlow } from '../../../src/language/execution-plan/plan-flow.ts';
import { typesOfFlow } from '../../../src/language/flow/types-of-flow.ts';
import { endOfWait, parseInstant } from '../../../src/language/flow/wait-end.ts';
import { flowOf, taskTypes } from '../../support/transpile-yaml.ts';
import { check, pointed } from './check.ts';

const type = (name: string) => `type: dev.vendor.plugin.core.flow.${name}`;
const log = (id: string, message = 'x') => `{id: ${id}, type: dev.vendor.plugin.core.log.Log, message: "${message}"}`;
const approval = (more = '', id = 'ask') => `{id: ${id}, ${type('Approval')}, message: Release?${more}}`;
const wait = (more: string, id = 'later') => `{id: ${id}, ${type('Wait')}, ${more}}`;

function flowWith(task: string, { behind = 'x', more = '' } = {}): string {
  return `id: sample\nnamespace: examples\ndescription: A sample.\ntasks:\n  - ${task}\n  - ${log('behind', behind)}\n${more}`;
}

function problemsOf(task: string, parts?: Parameters<typeof flowWith>[1]): readonly string[] {
  const text = flowWith(task, parts);
  return pointed(text, check(text, { taskTypes }));
}

describe('the place of a task that waits', () => {
  const inside = (task: string) => `{id: block, ${type('Sequential')}, tasks: [${task}]}`;

  test.each<[string, string, string, readonly string[]]>([
    ['is in tasks', approval(), '', []],
    ['cannot be a block', inside(approval()), '', ['misplaced-wait «dev.vendor.plugin.core.flow.Approval»']],
    [
      'cannot be a deeper block',
      inside(inside(wait('for: 2h')).replace('block', 'inner')),
      '',
      ['misplaced-wait «dev.vendor.plugin.core.flow.Wait»'],
    ],
    [
      'cannot be errors',
      log('first'),
      `errors:\n  - ${wait('until: "{{ inputs.x }}"')}`,
      ['misplaced-wait «dev.vendor.plugin.core.flow.Wait»', 'unknown-reference'],
    ],
    [
      'cannot be finally',
      log('first'),
      `finally:\n  - ${approval()}`,
      ['misplaced-wait «dev.vendor.plugin.core.flow.Approval»'],
    ],
    ['can be anywhere for a pause', inside(wait('for: 59s')), `finally:\n  - ${wait('for: 1.5s', 'last')}`, []],
  ])('%s', (_, task, more, expected) => {
    const codes = problemsOf(task, { more }).map((each) => (each.includes('plugin') ? each : each.split(' ')[0]));
    expect(codes).toEqual(expected);
  });

  test('a pause is a literal below a minute', () => {
    const kinds = ['for: 59s', 'for: 60s', 'until: 2026-01-31T18:00:00', 'signal: done, timeout: 2h'].map(
      (what) => flowOf(flowWith(wait(what))).tasks[0]?.wait,
    );
    expect(kinds).toEqual([
      { kind: 'pause', seconds: 59 },
      { kind: 'time' },
      { kind: 'time' },
      { kind: 'signal', signal: 'done' },
    ]);
  });
});

test.each<[string, string, readonly string[]]>([
  ['a retry', approval(', retry: {type: constant, max_attempt: 2, interval: 1s}'), ['conflicting-properties']],
  [
    'a retry of a pause',
    wait('for: 5s, retry: {type: constant, max_attempt: 2, interval: 1s}'),
    ['conflicting-properties'],
  ],
  ['a tolerated rejection', approval(', allow_failure: true'), ['conflicting-properties']],
  ['a tolerated timeout', wait('signal: done, timeout: 2h, allow_failure: true'), []],
  ['a worker group', approval(', worker_group: linux'), ['conflicting-properties']],
  ['an outputSchema', approval(', outputSchema: {x: {type: INT}}'), ['conflicting-properties']],
  ['an outputSchema of a time', wait('for: 2h, outputSchema: {x: {type: INT}}'), ['conflicting-properties']],
  ['a timeout of a time', wait('for: 2h, timeout: 3h'), ['conflicting-properties']],
  ['two kinds', wait('for: 2h, signal: done, timeout: 3h'), ['conflicting-properties']],
  ['no kind', wait('timeout: 3h'), ['missing-property']],
  ['no timeout', wait('signal: done'), ['missing-property']],
  ['a wrong duration', wait('for: 2 hours'), ['invalid-duration']],
  ['a wrong time', wait('until: tomorrow'), ['invalid-value']],
  ['no message', `{id: ask, ${type('Approval')}}`, ['missing-property']],
  ['a wrong count', approval(', approvers: {count: 0}'), ['invalid-value']],
  ['a count that no one reaches', approval(', approvers: {users: [a], count: 2}'), ['invalid-value']],
  ['a group that may reach the count', approval(', approvers: {users: [a], groups: [g], count: 2}'), []],
  ['a decision without a timeout', approval(', on_timeout: APPROVE'), ['missing-property']],
  [
    'an approval without a required value',
    approval(', timeout: 2h, on_timeout: APPROVE, inputs: [{id: note, type: STRING}]'),
    ['invalid-value'],
  ],
  [
    'an approval with a default',
    approval(', timeout: 2h, on_timeout: APPROVE, inputs: [{id: note, type: STRING, defaults: none}]'),
    [],
  ],
  ['a secret', approval(', inputs: [{id: token, type: SECRET}]'), []],
  [
    'a secret with a default',
    approval(', inputs: [{id: token, type: SECRET, defaults: "credential:x"}]'),
    ['invalid-value'],
  ],
  ['a file', approval(', inputs: [{id: notes, type: FILE, max_size: 1 KB}]'), []],
  [
    'a file with a default',
    approval(', inputs: [{id: notes, type: FILE, defaults: "https://a.example/b"}]'),
    ['invalid-value'],
  ],
  ['an id twice', approval(', inputs: [{id: a, type: INT}, {id: a, type: INT}]'), ['duplicate-id']],
  ['the id of a decision', approval(', inputs: [{id: approver, type: STRING}]'), ['duplicate-id']],
  ['an unknown type', approval(', inputs: [{id: a, type: TEXT}]'), ['unknown-input-type']],
  ['a text for an input', approval(', inputs: [note]'), ['not-a-mapping']],
  ['a wrong default', approval(', inputs: [{id: a, type: INT, defaults: x}]'), ['invalid-default']],
  [
    'a condition on the form',
    approval(', inputs: [{id: a, type: BOOLEAN}, {id: b, type: INT, depends_on: {inputs: [a], condition: inputs.a}}]'),
    [],
  ],
  [
    'a condition on others',
    approval(', inputs: [{id: b, type: INT, depends_on: {inputs: [a], condition: inputs.a}}]'),
    ['unknown-reference'],
  ],
])('%s', (_, task, expected) => {
  expect(problemsOf(task).map((each) => each.split(' ')[0])).toEqual(expected);
});

test('what an approval returns has the types of its form', () => {
  const flow = flowOf(
    flowWith(approval(', inputs: [{id: count, type: INT}, {id: note, type: STRING, required: false}]')),
  );
  const typeOf = typesOfFlow(flow);
  const types = ['count', 'note', 'decision', 'approver', 'decided_at', 'other'].map((field) =>
    typeOf({ root: 'task_outputs', taskId: 'ask', field }),
  );
  expect(types).toEqual(['INT', 'STRING', 'STRING', 'STRING', 'STRING', undefined]);
  expect(problemsOf(approval(), { behind: '{{ task_outputs.ask.note }}' })).toEqual([
    'undeclared-output «{{ task_outputs.ask.note }}»',
  ]);
});

test('a plan has the wait, without the retry of the flow', () => {
  const flow = flowOf(flowWith(approval(), { more: 'retry: {type: constant, max_attempt: 3, interval: 1s}\n' }));
  const [first, second] = planFlow(flow, undefined, { taskTypes, settings: { vendor: 'vendor', prefix: 'VENDOR' } })
    .plan.sections.tasks;
  expect(first).toMatchObject({
    retry: undefined,
    work: { kind: 'wait', wait: { kind: 'approval', onTimeout: 'REJECT' } },
  });
  expect(second?.retry?.maxAttempt).toBe(3);
});

test('the end of a wait for a time', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  expect(endOfWait({ for: '1h30m' }, now)).toBe(now + 5_400_000);
  expect(endOfWait({ for: 'x' }, now)).toEqual({
    problem:
      '"for" must be a duration such as 90s, 15m or 1h30m (numbers with the units s, m and h); found the string "x"',
  });
  expect(endOfWait({ until: '2026-01-31T14:00:00+01:00' }, now)).toBe(now + 3_600_000);
  expect(endOfWait({ until: '' }, now)).toEqual({
    problem: '"until" must be a date and time such as 2026-01-31T18:00:00+01:00, without an offset in UTC; found ""',
  });
  expect(parseInstant('2026-01-31T12:00:00')).toBe(now);
  for (const text of [
    '2026-02-30T12:00:00Z',
    '2026-01-31',
    '2026-01-31T12:00:00+25:00',
    '2026-01-31T12:00:00 Z',
    '9999-12-31T23:00:00-01:00',
  ])
    expect(parseInstant(text)).toBeUndefined();
});

test.each<[string, string, readonly string[]]>([
  ['a flow that waits for a signal', wait('signal: done, timeout: 2h'), []],
  ['another flow', wait('for: 2h'), ['invalid-expression']],
])('the URL for signals in %s', (_, task, codes) => {
  const script = `'curl "{{ execution.signal_url }}/done"'`;
  const tell = `{id: tell, type: dev.vendor.plugin.core.shell.Shell, script: ${script}}`;
  expect(problemsOf(`${tell}\n  - ${task}`).map((each) => each.split(' ')[0])).toEqual(codes);
});
