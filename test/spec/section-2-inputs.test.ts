import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/base/text/json-value.ts';
import { expectErrors, flow, startSpecGateway } from './spec-gateway.ts';

const spec = startSpecGateway();
const validate = (input: string) => spec.validate(flow('x', `inputs:\n  - {${input}}`));

describe('Input', () => {
  const types = [
    'STRING',
    'INT',
    'FLOAT',
    'BOOLEAN',
    'DATE',
    'DATETIME',
    'DURATION',
    'FILE',
    'JSON',
    'SECRET',
    'URI',
    'ENUM',
    'MULTISELECT',
  ];
  const withValues = (type: string) =>
    type === 'ENUM' || type === 'MULTISELECT' ? `type: ${type}, values: [a, b]` : `type: ${type}`;

  it('supports exactly 13 types', async () => {
    for (const type of types) expectErrors(await validate(`id: x, ${withValues(type)}`));
    const { errors } = await validate('id: x, type: TEXT');
    expect(errors.map(({ code }) => code)).toEqual(['unknown-input-type']);
    for (const type of types) expect(errors[0]?.message).toContain(type);
  });

  it.each(['a', '9', 'path', '3d_model', 'a.b-C_d', 'env', 'workspace'])('id %s is allowed', async (id) =>
    expectErrors(await validate(`id: ${id}, type: STRING`)),
  );
  it.each(['_a', '-a', '.a', 'a b'])('id %j is not', async (id) =>
    expectErrors(await validate(`id: "${id}", type: STRING`), 'invalid-id'),
  );
  it('id is unique among the inputs', async () =>
    expectErrors(await spec.validate(flow('x', 'inputs: [{id: a, type: INT}, {id: a, type: INT}]')), 'duplicate-id'));
  it.each(['id: a', 'type: INT'])('id and type are required: {%s}', async (input) =>
    expectErrors(await validate(input), 'missing-property'),
  );

  it('description, display_name, prefill and required are optional; the label falls back to the id', async () => {
    await spec.create(
      'common',
      'inputs:\n  - {id: a, type: INT, description: How many, display_name: Count, prefill: 3, required: false}\n  - {id: b, type: INT}\n',
    );
    expect(await spec.schema('common')).toMatchObject({
      properties: { a: { title: 'Count', description: 'How many', examples: [3] }, b: { title: 'b' } },
      required: ['b'],
    });
  });

  const defaults: [string, string][] = [
    ['STRING', 'text'],
    ['INT', '5'],
    ['FLOAT', '0.5'],
    ['BOOLEAN', 'true'],
    ['DATE', '2024-02-29'],
    ['DATETIME', '"2024-02-29T10:00:00"'],
    ['DURATION', '30s'],
    ['JSON', `'{"a": 1}'`],
    ['URI', '"https://example.com"'],
    ['ENUM', 'a'],
    ['MULTISELECT', '[a, b]'],
    ['MULTISELECT', '[]'],
    ['FILE', '"https://example.com/data.csv"'],
    ['FILE', '"file:///data/data.csv"'],
    ['SECRET', '"credential:deploy-token"'],
    ['SECRET', 'correct-horse'],
  ];
  it.each(defaults)('defaults and prefill hold for %s', async (type, value) => {
    expectErrors(await validate(`id: x, ${withValues(type)}, defaults: ${value}`));
    expectErrors(await validate(`id: x, ${withValues(type)}, prefill: ${value}`));
  });

  it('defaults are used when the input is not provided', async () => {
    await spec.create('defaulted', 'inputs: [{id: a, type: INT, defaults: 5}]');
    expect(await spec.validateInputs('defaulted', {})).toEqual({ valid: true, errors: [] });
  });

  it('depends_on hides an input while its condition is false', async () => {
    await spec.create(
      'conditional',
      `inputs:
  - {id: mode, type: ENUM, values: [simple, full, deep]}
  - {id: depth, type: INT, depends_on: {inputs: [mode], condition: "{{ inputs.mode == 'full' or inputs.mode == 'deep' }}"}}
`,
    );
    expect((await spec.validateInputs('conditional', { mode: 'simple', depth: 'ignored' })).valid).toBe(true);
    for (const mode of ['full', 'deep'])
      expect((await spec.validateInputs('conditional', { mode })).errors).toMatchObject([{ input_id: 'depth' }]);
  });

  const values: [string, readonly JsonValue[], readonly JsonValue[]][] = [
    ['type: STRING, min_length: 2, max_length: 3, pattern: "^a"', ['ab', 'abc'], ['a', 'abcd', 'ba', 5]],
    ['type: INT, min: 1, max: 3', [1, 3], [0, 4, 1.5, '1']],
    ['type: FLOAT, min: 0.5, max: 1.5', [0.5, 1], [0.4, 1.6, '1']],
    ['type: BOOLEAN', [true, false], ['true', 1]],
    ['type: DATE', ['2024-02-29'], ['2023-02-29', '2024-2-9']],
    ['type: DATETIME', ['2024-02-29T23:59:59'], ['2024-02-29', '2024-02-29T25:00:00']],
    ['type: DURATION', ['30s', '5m', '2h'], ['30', '5d', 's']],
    [
      'type: FILE, max_size: 10 MB, allowed_extensions: [csv]',
      [{ filename: 'a.csv', size: 10_000_000 }],
      [
        { filename: 'a.csv', size: 10_000_001 },
        { filename: 'a.exe', size: 1 },
      ],
    ],
    ['type: JSON, schema: {type: object, required: [a]}', [{ a: 1 }], [{}, 5]],
    ['type: SECRET', ['hunter22'], [5]],
    ['type: URI', ['https://example.com/a'], ['no uri', '/a']],
    ['type: ENUM, values: [a, b]', ['a'], ['c']],
    ['type: MULTISELECT, values: [a, b]', [['a'], ['a', 'b']], [['c'], 'a']],
  ];
  it.each(values)('{%s} takes only values that fit', async (input, right, wrong) => {
    const id = `t${values.findIndex(([each]) => each === input)}`;
    await spec.create(id, `inputs:\n  - {id: x, ${input}}\n`);
    for (const x of right) expect(await spec.validateInputs(id, { x })).toEqual({ valid: true, errors: [] });
    for (const x of wrong)
      expect((await spec.validateInputs(id, { x } as JsonObject)).errors.length).toBeGreaterThan(0);
  });

  it.each(['ENUM', 'MULTISELECT'])('values are required for %s', async (type) =>
    expectErrors(await validate(`id: x, type: ${type}`), 'missing-property'),
  );
});

describe('SECRET', () => {
  it('rule 2: a value is not displayed after entry', async () => {
    await spec.create('secretive', 'inputs: [{id: token, type: SECRET}]');
    const { errors } = await spec.validateInputs('secretive', { token: 5 });
    expect(errors).toMatchObject([{ input_id: 'token', provided_value: '****' }]);
    expect(await spec.schema('secretive')).toMatchObject({
      properties: { token: { format: 'password', writeOnly: true } },
    });
  });
});
