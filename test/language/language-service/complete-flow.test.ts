import { describe, expect, test } from 'vitest';
import { choose, completionsAt, labelsAt } from './marked-flow.ts';

const log = 'dev.vendor.plugin.core.log.Log';

describe('properties', () => {
  test.each([
    ['an empty document', '‸', ['id', 'namespace', 'tasks', 'description']],
    ['the end of a document', 'id: a\nin‸', ['namespace', 'inputs']],
    [
      'a line between others',
      `tasks:\n  - id: a\n    type: ${log}\n    ‸\n    disabled: true\n`,
      ['message', 'run_if'],
    ],
    ['a key being typed between others', `tasks:\n  - id: a\n    ty‸\n    disabled: true\n`, ['type', 'timeout']],
    ['a first key being typed above others', `tasks:\n  - ty‸\n    id: a\n`, ['type']],
    ['a task of a type without its prefix', `tasks:\n  - id: a\n    type: core.log.Log\n    ‸`, ['message']],
    [
      'a block of such a type',
      'tasks:\n  - id: a\n    type: core.flow.Parallel\n    tasks:\n      - ‸',
      ['Log a message'],
    ],
    ['a new item', 'tasks:\n  - ‸', ['id', 'type', 'Log a message']],
    ['an item without its dash', 'tasks:\n  - id: a\n  ‸', ['Log a message']],
    ['a map that is still empty', 'tasks:\n  - id: a\n    retry:\n      ‸', ['type', 'max_attempt']],
    ['a map in braces', `tasks:\n  - {id: a, type: ${log}, ‸}`, ['message']],
    ['a map in braces that is not closed', `tasks:\n  - {id: a, type: ${log}, ‸\n  - id: b`, ['message']],
    ['a document that is indented', '  id: a\n  ‸', ['namespace']],
    ['lists that are not indented', `tasks:\n- id: a\n  type: ${log}\n  ‸`, ['message']],
    ['JSON', '{"id": "a", ‸}', ['namespace']],
    ['an input of a type', 'inputs:\n  - id: a\n    type: INT\n    ‸', ['min', 'max', 'depends_on']],
    ['a trigger of a type', 'triggers:\n  - id: a\n    type: schedule\n    ‸', ['cron', 'timezone']],
    ['the inputs of a trigger', 'inputs:\n  - id: ref\ntriggers:\n  - id: a\n    inputs:\n      ‸', ['ref']],
    ['a document with an unclosed quote above', `description: "a\ntasks:\n  - id: a\n    ‸`, ['type']],
  ])('at %s', (_, marked, expected) => {
    expect(labelsAt(marked)).toEqual(expect.arrayContaining(expected));
  });

  test.each([
    ['those that are there', `tasks:\n  - id: a\n    type: ${log}\n    ‸\n    disabled: true\n`, 'disabled'],
    ['those of other types', 'inputs:\n  - id: a\n    type: BOOLEAN\n    ‸', 'min'],
    ['those of the map around', 'tasks:\n  - id: a\n    ‸', 'namespace'],
  ])('without %s', (_, marked, other) => {
    expect(labelsAt(marked)).not.toContain(other);
  });

  test.each([
    ['a comment', 'id: a # ‸'],
    ['text of a script', 'tasks:\n  - id: a\n    script: |\n      ech‸\n'],
    ['a description', 'description: ‸'],
    ['text after a key without space', 'id:‸'],
  ])('not in %s', (_, marked) => {
    expect(labelsAt(marked)).toEqual([]);
  });

  test.each([
    ['id: a\n‸', 'tasks', 'id: a\ntasks:\n  - ‸'],
    ['id: a\ntas‸', 'tasks', 'id: a\ntasks:\n  - ‸'],
    ['id: a\ntas‸: []', 'tasks', 'id: a\ntasks‸: []'],
    ['tasks:\n  - id: a\n    ‸', 'retry', 'tasks:\n  - id: a\n    retry:\n      ‸'],
    ['tasks:\n  - {id: a, ‸}', 'run_if', 'tasks:\n  - {id: a, run_if: ‸}'],
    ['tasks:\n  - ‸', 'id', 'tasks:\n  - id: ‸'],
    ['{"id": "a", ‸}', 'namespace', '{"id": "a", "namespace": ‸}'],
  ])('write %j with %s as %j', (marked, label, expected) => {
    expect(choose(marked, label)).toBe(expected);
  });

  test('have their type, default and description', () => {
    expect(completionsAt('tasks:\n  - id: a\n    ‸')).toContainEqual(
      expect.objectContaining({
        label: 'disabled',
        detail: 'boolean, default false',
        documentation: 'A disabled task never runs.',
      }),
    );
  });
});

describe('values', () => {
  test.each([
    [
      'an enumeration',
      `tasks:\n  - id: a\n    type: dev.vendor.plugin.core.http.Request\n    method: ‸`,
      ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'],
    ],
    ['a boolean', 'disabled: ‸', ['true', 'false']],
    ['a quoted string', 'durability: "‸"', ['full', 'performance']],
    ['the type of a trigger', 'triggers:\n  - id: a\n    type: sch‸', ['schedule', 'webhook']],
    ['depends_on', 'inputs:\n  - id: a\n  - id: b\n  - id: c\n    depends_on:\n      inputs: [a, ‸]', ['b']],
  ])('of %s', (_, marked, expected) => {
    expect(labelsAt(marked)).toEqual(expected);
  });

  test('of a type are the input types, also if there is one', () => {
    expect(labelsAt('inputs:\n  - id: a\n    type: STRING‸')).toEqual(
      expect.arrayContaining(['STRING', 'INT', 'MULTISELECT']),
    );
  });

  test('of a task type have its title and description', () => {
    const found = completionsAt('tasks:\n  - id: a\n    type: ‸').find(({ label }) => label === log);
    expect(found).toMatchObject({ kind: 'type', detail: 'Log a message', newText: log });
    expect(found?.documentation).toContain('Prints a message');
  });
});

describe('references', () => {
  const head = `inputs:
  - {id: robot, type: STRING, display_name: The robot}
  - {id: api-token, type: SECRET}
variables:
  FIRST: a
  SECOND: b
`;
  const tasks = `tasks:
  - id: one
    outputSchema: {size: {type: INT}}
  - id: two
    outputSchema: {name: {type: STRING}}
    message: HERE
  - id: three
    outputSchema: {late: {type: INT}}
`;
  const inTask = (text: string) => head + tasks.replace('HERE', text);

  test.each([
    ['roots', inTask('"{{ ‸'), ['inputs', 'variables', 'task_outputs']],
    ['roots without a quote', inTask('{{ in‸'), ['inputs', 'variables', 'task_outputs']],
    ['inputs', inTask('"{{ inputs.‸ }}"'), ['robot', 'api-token']],
    ['variables', inTask('a {{ variables.F‸'), ['FIRST', 'SECOND']],
    ['earlier tasks', inTask('"{{ task_outputs.‸'), ['one']],
    ['fields', inTask('"{{ task_outputs.one.s‸'), ['size']],
    ['inputs in a block', inTask('|\n      a\n      {{ inputs.‸\n      b'), ['robot', 'api-token']],
    [
      'all tasks in finally',
      `${head}${tasks}finally:\n  - id: last\n    message: "{{ task_outputs.‸`,
      ['one', 'two', 'three'],
    ],
    [
      'all tasks in outputs',
      `${head}${tasks}outputs:\n  - id: last\n    value: "{{ task_outputs.‸`,
      ['one', 'two', 'three'],
    ],
    [
      'the run in errors',
      `${head}${tasks}errors:\n  - id: last\n    message: "{{ ‸`,
      ['inputs', 'variables', 'task_outputs', 'failure', 'execution'],
    ],
    ['a failure', `${head}${tasks}finally:\n  - id: last\n    run_if: failure.‸`, ['task', 'message']],
    ['an execution', `${head}${tasks}errors:\n  - id: last\n    message: "{{ execution.‸`, ['id', 'url', 'signal_url']],
    ['variables above', `variables:\n  A: a\n  B: "{{ variables.‸"\n  C: c`, ['A']],
    ['a condition', `${head}tasks:\n  - id: a\n    run_if: inputs.robot == 'x' and inputs.‸`, ['robot', 'api-token']],
    ['a quoted condition', `${head}tasks:\n  - id: a\n    run_if: "{{ inputs.‸ }}"`, ['robot', 'api-token']],
    ['a check', `${head}checks:\n  - condition: ‸`, ['inputs', 'variables']],
    [
      'depends_on',
      'inputs:\n  - id: a\n  - id: b\n  - id: c\n    depends_on: {inputs: [a], condition: inputs.‸',
      ['a'],
    ],
    [
      'a webhook',
      'triggers:\n  - id: a\n    type: webhook\n    inputs:\n      ref: "{{ trigger.‸',
      ['body', 'headers'],
    ],
    [
      'a condition of a webhook',
      'triggers:\n  - id: a\n    type: webhook\n    conditions:\n      - ‸',
      ['trigger', 'inputs'],
    ],
  ])('to %s', (_, marked, expected) => {
    expect(labelsAt(marked)).toEqual(expected);
  });

  test.each([
    ['a string of a condition', `${head}tasks:\n  - id: a\n    run_if: inputs.robot == 'inputs.‸`],
    ['escaped braces', inTask('\\{{ inputs.‸')],
    ['text', inTask('inputs.‸')],
    ['a failure in tasks', inTask('"{{ failure.‸')],
    ['the id of a task', `${head}tasks:\n  - id: inputs.‸`],
  ])('not in %s', (_, marked) => {
    expect(labelsAt(marked)).toEqual([]);
  });

  test.each([
    ['"{{ inputs.r‸"', 'robot', '"{{ inputs.robot }}‸"'],
    ['"{{ inputs.r‸ob }}"', 'robot', '"{{ inputs.robot‸ }}"'],
    ['"{{ in‸ }}"', 'inputs', '"{{ inputs.‸ }}"'],
    ['"{{ task_outputs.‸"', 'one', '"{{ task_outputs.one.‸"'],
  ])('write %j with %s as %j', (text, label, expected) => {
    expect(choose(inTask(text), label)).toBe(inTask(expected));
  });

  test('have the type and the meaning of a field of the run', () => {
    const marked = `${head}${tasks}errors:\n  - id: last\n    message: "{{ failure.‸`;
    expect(completionsAt(marked)[0]).toMatchObject({
      newText: 'task }}',
      detail: 'STRING',
      documentation: expect.stringContaining('whose failure ended `tasks`') as string,
    });
  });

  test('have the type and the display name of an input', () => {
    expect(completionsAt(inTask('"{{ inputs.‸'))[0]).toMatchObject({ detail: 'STRING', documentation: 'The robot' });
  });
});
