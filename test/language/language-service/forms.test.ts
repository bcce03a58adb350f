import { expect, test } from 'vitest';
import { atCursor, choose, labelsAt, service } from './marked-flow.ts';

const type = (name: string) => `type: dev.vendor.plugin.core.${name}`;

const flow = `id: a
namespace: a
description: A flow.
inputs:
  - {id: more, type: BOOLEAN}
tasks:
  - id: ask
    ${type('flow.Approval')}
    message: "Release {{ inputs.more }}?"
    inputs:
      - {id: more, type: BOOLEAN, description: Whether to say more.}
      - id: note
        type: STRING
        min_length: 5
        depends_on: {inputs: [more], condition: "inputs.more"}
  - id: say
    ${type('log.Log')}
    message: "{{ task_outputs.ask.note }} {{ task_outputs.ask.more }} {{ task_outputs.ask.approver }}"
`;

const at = (text: string, marked: string) => flow.replace(text, marked);

test('completes what an approval returns', () => {
  expect(labelsAt(at('task_outputs.ask.note }}', 'task_outputs.ask.‸ }}'))).toEqual([
    'more',
    'note',
    'decision',
    'approver',
    'decided_at',
  ]);
});

test('completes a form like the inputs of a flow', () => {
  expect(labelsAt(at('        min_length: 5\n', '        ‸\n'))).toEqual(
    expect.arrayContaining(['description', 'pattern', 'max_length']),
  );
  expect(labelsAt(at('type: STRING', 'type: ‸'))).toEqual(expect.arrayContaining(['STRING', 'INT']));
  expect(labelsAt(at('inputs: [more], cond', 'inputs: [‸], cond'))).toEqual(['more']);
  expect(labelsAt(at('condition: "inputs.more"', 'condition: "inputs.‸"'))).toEqual(['more']);
  expect(labelsAt(at('condition: "inputs.more"', 'condition: "task_outputs.‸"'))).toEqual([]);
});

test('completes the properties and the example of an approval and a wait', () => {
  const text = `id: a\nnamespace: a\ntasks:\n  - id: ask\n    ${type('flow.Approval')}\n    ‸\n`;
  expect(labelsAt(text)).toEqual(expect.arrayContaining(['message', 'approvers', 'inputs', 'on_timeout']));
  expect(choose('id: a\nnamespace: a\ntasks:\n  ‸\n', 'Wait for an approval')).toContain(
    'message: Migrate the database now?',
  );
  expect(choose('id: a\nnamespace: a\ntasks:\n  ‸\n', 'Wait for a time or a signal')).toContain('for: 20s');
  const approvers = `id: a\nnamespace: a\ntasks:\n  - id: ask\n    ${type('flow.Approval')}\n    approvers:\n      ‸\n`;
  expect(labelsAt(approvers)).toEqual(['users', 'groups', 'count', 'not_starter']);
});

test('hovers over fields, properties and decisions', () => {
  const hover = (marked: string) => {
    const { text, offset } = atCursor(marked);
    return service.hover(text, offset)?.markdown;
  };
  expect(hover(at('ask.more }}', 'ask.mo‸re }}'))).toBe('Field `more`: `BOOLEAN`\n\nWhether to say more.');
  expect(hover(at('ask.approver', 'ask.appr‸over'))).toBe('Field `approver`: `STRING`');
  expect(hover(at('min_length: 5', 'min_‸length: 5'))).toContain('`min_length`');
});

test('a form has names of its own', () => {
  const { text, offset } = atCursor(at('{id: more, type: BOOLEAN, desc', '{id: mo‸re, type: BOOLEAN, desc'));
  const rename = service.rename(text, offset, 'loud');
  const edits = 'edits' in rename ? rename.edits : [];
  const renamed = edits.reduceRight(
    (all, { range, newText }) => all.slice(0, range.start) + newText + all.slice(range.end),
    text,
  );
  expect(renamed).toBe(
    flow
      .replace('{id: more, type: BOOLEAN, desc', '{id: loud, type: BOOLEAN, desc')
      .replace('inputs: [more], condition: "inputs.more"', 'inputs: [loud], condition: "inputs.loud"')
      .replace('ask.more', 'ask.loud'),
  );
  const ofFlow = atCursor(at('{id: more, type: BOOLEAN}', '{id: mo‸re, type: BOOLEAN}'));
  expect(service.references(ofFlow.text, ofFlow.offset)?.uses).toHaveLength(1);
});
