import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../src/base/problem/problem.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import type { FlowContribution, FlowOutline } from '../../../src/language/flow/task-types.ts';
import { check, flowWith, pointed, problemsWith } from './check.ts';
import { fakeTaskTypes } from './fake-task-types.ts';

const log = 'type: dev.vendor.plugin.core.log.Log';

describe('checkFlow', () => {
  test('returns the flow if no problem is an error', () => {
    const { flow, draft, problems } = check(flowWith('labels: {version: 1.0}\n'));
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([['coerced-text', 'warning']]);
    expect(flow).toBe(draft);
    expect(flow).toMatchObject({
      id: 'sample',
      namespace: 'examples',
      labels: { version: '1.0' },
      disabled: false,
      errors: [],
      finally: [],
    });
  });

  test('returns a draft if some are', () => {
    const { flow, draft } = check('id: [x]\ntasks:\n  - {id: a, type: b, message: c}\n  - nothing\n');
    expect(flow).toBeUndefined();
    expect(draft).toMatchObject({
      id: '',
      namespace: '',
      tasks: [{ id: 'a', type: 'b', properties: { message: 'c' } }],
    });
  });

  test('returns neither if the document is not a map', () => {
    expect(check('[]')).toEqual({
      problems: [expect.objectContaining({ code: 'not-a-mapping', path: '', line: 1, column: 1 })],
    });
  });

  test('a syntax error rejects a flow that could be read', () => {
    const { flow, problems } = check(`${flowWith('')}id: again\n`);
    expect(problems.map(({ code }) => code)).toEqual(['yaml-duplicate-key']);
    expect(flow).toBeUndefined();
  });

  test('the problems of all stages are in document order', () => {
    expect(problemsWith('variables: {A: "{{ variables.B }}", A: x, B: y}\nunknown: 1\nlabels: {c: [d]}\n')).toEqual([
      'unused-variable «A»',
      'forward-reference «{{ variables.B }}»',
      'yaml-duplicate-key «A»',
      'unknown-property «unknown»',
      'wrong-type «[d]»',
    ]);
  });

  test('an invalid name is not reported as unused', () => {
    const inputs = 'inputs:\n  - {id: 2nd, type: INT}\n  - {id: path, type: INT}\n  - {id: b c, type: INT}\n';
    expect(problemsWith(`${inputs}variables: {a-b: x, HOME: y, FLOWGATE_X: z, IFS: z}\n`)).toEqual([
      'renamed-variable «2nd»',
      'unused-input «2nd»',
      'renamed-variable «path»',
      'unused-input «path»',
      'invalid-id «b c»',
      'invalid-name «a-b»',
      'reserved-name «FLOWGATE_X»',
      'reserved-name «IFS»',
    ]);
  });

  test('an unknown word of a property suggests the nearest one', () => {
    const text = flowWith('durability: performence\n');
    expect(check(text).problems).toMatchObject([
      {
        code: 'invalid-value',
        path: '/durability',
        message: '"durability" must be one of full or performance; found "performence". Did you mean "performance"?',
      },
    ]);
    expect(check(flowWith('')).flow?.durability).toBe('full');
    expect(check(flowWith('durability: performance\n')).flow?.durability).toBe('performance');
  });

  test('a constant output must be a value of its type', () => {
    const outputs = (pairs: string[]) =>
      `outputs:\n${pairs.map((pair, index) => `  - {id: o${index}, ${pair}}\n`).join('')}`;
    expect(
      problemsWith(outputs(['type: INT, value: many', 'type: BOOLEAN, value: "yes"', 'type: JSON, value: "{"'])),
    ).toEqual(['type-mismatch «many»', 'type-mismatch «"yes"»', 'type-mismatch «"{"»']);
    expect(
      problemsWith(
        outputs([
          'type: INT, value: "3"',
          'type: FLOAT, value: ""',
          'type: ENUM, value: a',
          'type: JSON, value: "[1]"',
        ]),
      ),
    ).toEqual([]);
  });

  test('JSON has the same problems in the same order without lines', () => {
    const value = {
      tasks: [{ id: 'a b', type: 'dev.vendor.plugin.core.log.Log' }],
      id: 'x y',
      namespace: 'n',
      description: 'd',
    };
    const { problems } = check(JSON.stringify(value), { format: 'json' });
    expect(problems.map(({ code, path, line }) => [code, path, line])).toEqual([
      ['invalid-id', '/tasks/0/id', undefined],
      ['invalid-id', '/id', undefined],
    ]);
  });

  test('a thousand warnings do not hide an error', () => {
    const labels = Array.from({ length: 2000 }, (_, index) => `  l${index}: ${index}\n`).join('');
    const { flow, problems } = check(flowWith(`labels:\n${labels}worker_group: ""\n`));
    expect(flow).toBeUndefined();
    expect(problems).toHaveLength(1001);
    expect(problems.at(-1)).toMatchObject({ code: 'invalid-value', severity: 'error' });
  });

  test('long paths do not bloat the response', () => {
    const levels = Array.from({ length: 50 }, (_, level) => `${' '.repeat(level)}${'k'.repeat(1000)}:\n`).join('');
    const { problems } = check(`${levels}${' '.repeat(50)}[${'!a x,'.repeat(5000)}]\n`);
    expect(JSON.stringify(problems).length).toBeLessThan(2_000_000);
  });
});

describe('limits', () => {
  test('tasks of all lists count together', () => {
    const list = (name: string, count: number) =>
      `${name}:\n${Array.from({ length: count }, (_, index) => `  - {id: ${name}-${index}, ${log}, message: x}\n`).join('')}`;
    const text = flowWith(list('tasks', 3) + list('errors', 2) + list('finally', 1));
    expect(check(text, { limits: { ...defaultFlowLimits, tasks: 6 } }).problems).toEqual([]);
    expect(pointed(text, check(text, { limits: { ...defaultFlowLimits, tasks: 5 } }))).toEqual([
      'jenkinsfile-too-large «tasks»',
    ]);
  });

  test('variables are counted, and those beyond the limit are still declared', () => {
    const text = flowWith(
      `variables: {A: a, B: b, C: c}\ntasks: [{id: t, ${log}, message: "{{ variables.A }}{{ variables.B }}{{ variables.C }}"}]\n`,
    );
    expect(check(text, { limits: { ...defaultFlowLimits, variables: 3 } }).problems).toEqual([]);
    const { problems } = check(text, { limits: { ...defaultFlowLimits, variables: 2 } });
    expect(problems.map(({ code, message, path }) => ({ code, message, path }))).toEqual([
      { code: 'invalid-value', message: 'The flow has 3 variables; the maximum is 2.', path: '/variables' },
    ]);
  });

  test('inputs', () => {
    const text = flowWith(
      `inputs: [{id: a, type: STRING}, {id: b, type: STRING}]\ntasks: [{id: t, ${log}, message: '{{ inputs.a }} {{ inputs.b }}'}]\n`,
    );
    expect(check(text, { limits: { ...defaultFlowLimits, inputs: 2 } }).problems).toEqual([]);
    expect(pointed(text, check(text, { limits: { ...defaultFlowLimits, inputs: 1 } }))).toEqual([
      'invalid-value «inputs»',
    ]);
  });

  test('triggers beyond the limit are not read', () => {
    const schedules = (count: number) =>
      Array.from({ length: count }, (_, index) => `  - {id: s${index}, type: schedule, cron: "* * * *"}\n`).join('');
    const text = flowWith(`triggers:\n${schedules(4)}tasks: [{id: t, ${log}, message: x}]\n`);
    expect(check(text, { limits: { ...defaultFlowLimits, triggers: 4 } }).problems).toHaveLength(4);
    const { problems } = check(text, { limits: { ...defaultFlowLimits, triggers: 2 } });
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ['invalid-value', '/triggers'],
      ['invalid-cron', '/triggers/0/cron'],
      ['invalid-cron', '/triggers/1/cron'],
    ]);
    expect(problems[0]?.message).toBe('The flow has 4 triggers; the maximum is 2.');
  });

  test('items beyond the limit are not read, and still declare their names', () => {
    const inputs = 'inputs: [{id: a, type: STRING}, {id: b, type: WRONG}, {id: c, type: WRONG}]\n';
    const tasks = `tasks: [{id: t, ${log}, message: "{{ inputs.a }} {{ inputs.c }}"}, {id: u}, {id: v}]\nfinally: [{id: w}]\n`;
    const text = flowWith(
      `${inputs}${tasks}outputs: [{id: o, type: STRING, value: "{{ task_outputs.w.x }} {{ task_outputs.z.x }}"}]\n`,
    );
    const limits = { ...defaultFlowLimits, inputs: 1, tasks: 1 };
    expect(pointed(text, check(text, { limits }))).toEqual([
      'invalid-value «inputs»',
      'jenkinsfile-too-large «tasks»',
      'unknown-reference «{{ task_outputs.z.x }}»',
    ]);
    expect(
      check(text, { limits })
        .problems.slice(0, 2)
        .map(({ message }) => message),
    ).toEqual([
      'The flow has 3 inputs; the maximum is 1.',
      'The flow has 4 tasks, including errors and finally; the maximum is 1.',
    ]);
  });

  test('patterns', () => {
    const text = flowWith(
      `inputs: [{id: a, type: STRING, pattern: aaaa}, {id: b, type: JSON, schema: {pattern: bbbb}}]\ntasks: [{id: t, ${log}, message: '{{ inputs.a }} {{ inputs.b }}'}]\n`,
    );
    expect(check(text, { limits: { ...defaultFlowLimits, patternLength: 4 } }).problems).toEqual([]);
    expect(pointed(text, check(text, { limits: { ...defaultFlowLimits, patternLength: 3 } }))).toEqual([
      'invalid-constraint «aaaa»',
      'invalid-constraint «bbbb»',
    ]);
  });

  test('a variable has at most 96 KiB', () => {
    const variable = (bytes: number) =>
      `variables: {BIG: ${'x'.repeat(bytes)}}\ntasks: [{id: t, ${log}, message: '{{ variables.BIG }}'}]\n`;
    expect(problemsWith(variable(96 * 1024))).toEqual([]);
    expect(problemsWith(variable(96 * 1024 + 1))).toEqual([expect.stringContaining('value-too-large')]);
  });

  test('thousands of wrong and right names do not stall', () => {
    const name = 'x'.repeat(100);
    const inputs = Array.from({ length: 500 }, (_, index) => `  - {id: ${name}${index}, type: STRING}\n`).join('');
    const references = Array.from({ length: 900 }, (_, index) => `{{ inputs.y${name}${index} }}`).join(' ');
    const { problems } = check(flowWith(`inputs:\n${inputs}tasks: [{id: t, ${log}, message: "${references}"}]\n`));
    expect(problems.filter(({ code }) => code === 'unknown-reference')).toHaveLength(900);
  });
});

describe('what task types contribute to a flow', () => {
  const found = (sections: string, contribution: FlowContribution) => {
    const text = flowWith(sections);
    return pointed(text, check(text, { taskTypes: { ...fakeTaskTypes(), contributions: () => [contribution] } }));
  };
  const reads = (name: string) =>
    `tasks:\n  - {id: t, type: dev.vendor.plugin.core.log.Log, message: "{{ variables.${name} }}"}\n`;

  test('variables that it does not have to declare', () => {
    expect(found(reads('FOLDER'), { variables: { FOLDER: 'data' } })).toEqual([]);
    expect(found(reads('FOLDER'), {})).toEqual(['unknown-reference «{{ variables.FOLDER }}»']);
    expect(found('variables: {FOLDER: other}\n', { variables: { FOLDER: 'data' } })).toEqual([]);
    expect(
      found(`inputs: [{id: folder, type: STRING}]\n${reads('FOLDER')}`, { variables: { FOLDER: 'data' } }),
    ).toEqual(['name-clash «folder»']);
  });

  test('uses of inputs without a reference', () => {
    const inputs = 'inputs: [{id: recording, type: STRING}]\n';
    expect(found(inputs, {})).toEqual(['unused-input «recording»']);
    expect(found(inputs, { usedInputs: ['recording'] })).toEqual([]);
  });

  test('problems', () => {
    const problem: Problem = { code: 'invalid-value', message: 'No.', path: ['inputs', 0, 'id'] };
    const inputs = 'inputs: [{id: recording, type: STRING}]\n';
    expect(found(inputs, { usedInputs: ['recording'], problems: [problem] })).toEqual(['invalid-value «recording»']);
  });

  test('based on its outline', () => {
    const outlines: FlowOutline[] = [];
    const contributions = (outline: FlowOutline) => {
      outlines.push(outline);
      return [];
    };
    const text = flowWith('inputs: [4, {id: a, type: STRING}]\ntasks: [{id: t, type: core.Unknown}]\n');
    check(text, { taskTypes: { ...fakeTaskTypes('acme'), contributions }, vendor: 'acme', prefix: 'LAB' });
    expect(outlines).toEqual([
      {
        prefix: 'LAB',
        vendor: 'acme',
        inputs: [{ id: 'a', path: ['inputs', 1] }],
        tasks: [{ id: 't', type: 'core.Unknown' }],
      },
    ]);
  });
});

describe('tasks', () => {
  test('the type checks a task even if it has other problems', () => {
    const task = (more: string) =>
      `tasks: [{id: t, type: dev.vendor.plugin.scripts.python.Script, script: rejected${more}}]\n`;
    expect(problemsWith(task(''))).toEqual(['invalid-value «rejected»']);
    expect(problemsWith(task(', extra: 1'))).toEqual(['invalid-value «rejected»', 'unknown-property «extra»']);
  });

  test('the strings of a task of an unknown type are checked and use inputs', () => {
    expect(
      problemsWith(
        'inputs: [{id: a, type: STRING}]\ntasks: [{id: t, type: magic, spell: ["{{ inputs.a }} {{ inputs.bcd }}"]}]\n',
      ),
    ).toEqual(['unknown-task-type «magic»', 'unknown-reference «{{ inputs.bcd }}»']);
  });

  test('invalid inputs still declare their names', () => {
    const tasks = `tasks: [{id: t, ${log}, message: "{{ inputs.a }}"}]\n`;
    expect(problemsWith(`inputs: [{id: a, type: STRNG}]\n${tasks}`)).toEqual(['unknown-input-type «STRNG»']);
    expect(problemsWith(`inputs: {a: {type: STRING}}\n${tasks}`)).toEqual(['wrong-type «{a: {type: STRING}}»']);
  });

  test('the outputs of a subflow are not checked here, unless the task declares them', () => {
    const tasks = (schema: string) =>
      `tasks:\n  - {id: sub, type: dev.vendor.plugin.core.flow.Subflow, namespace: a, flowId: b${schema}}\n  - {id: t, ${log}, message: "{{ task_outputs.sub.x }}"}\n`;
    expect(problemsWith(tasks(''))).toEqual([]);
    expect(problemsWith(tasks(', outputSchema: {y: {type: INT}}'))).toEqual([
      'undeclared-output «{{ task_outputs.sub.x }}»',
    ]);
  });
});

describe('anything', () => {
  const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'flows');
  const samples = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const pieces = [
    '{{',
    '}}',
    ': ',
    '- ',
    '"',
    "'",
    '[',
    '{',
    '\n',
    '\t',
    '&a ',
    '*a',
    '!x ',
    '|',
    '>',
    '#',
    'null',
    '1e999',
    '~',
    '\0',
    '\ud800',
    '__proto__: ',
    '<<: ',
  ];
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat({ max: 40 }),
    insert: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 5 })),
  });

  test('a damaged flow gives problems, never an exception', () => {
    fc.assert(
      fc.property(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 6 }), (sample, edits) => {
        const damaged = edits.reduce((text, { at, remove, insert }) => {
          const offset = Math.floor(at * text.length);
          return text.slice(0, offset) + insert + text.slice(offset + remove);
        }, sample);
        const { flow, problems } = check(damaged);
        expect(flow === undefined).toBe(problems.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 300 },
    );
  });

  test('any JSON in any place gives problems', () => {
    const keys = [
      'id',
      'namespace',
      'labels',
      'inputs',
      'variables',
      'tasks',
      'errors',
      'checks',
      'outputs',
      'triggers',
      'retry',
      'concurrency',
    ];
    const entry = fc.dictionary(
      fc.constantFrom(
        'id',
        'type',
        'value',
        'condition',
        'message',
        'run_if',
        'retry',
        'outputSchema',
        'depends_on',
        'inputs',
        'defaults',
        'values',
        'cron',
      ),
      fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        fc.constantFrom('schedule', 'webhook', 'STRING', 'ENUM', 'dev.vendor.plugin.core.log.Log'),
      ),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(entry), entry)),
        (value) => {
          expect(check(JSON.stringify(value), { format: 'json' }).problems).not.toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
