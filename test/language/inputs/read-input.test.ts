import { describe, expect, it } from 'vitest';
import { jsonPointer } from '../../../src/base/text/json-pointer.ts';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { readInput } from '../../../src/language/inputs/read-input.ts';
import { ProcessorTimeBudget } from '../../../src/language/processes/run-bounded.ts';
import { SchemaAllowance } from '../../../src/language/safe-patterns/schema-cost.ts';
import { explosiveSchema } from '../safe-patterns/explosive-schema.ts';

/** `code path` of each problem. */
function problemsOf(raw: JsonObject): string[] {
  return readInput(raw, () => undefined).problems.map(({ code, path }) => `${code} ${jsonPointer(path)}`);
}

function inputOf(raw: JsonObject) {
  return readInput(raw, () => undefined).input;
}

describe('readInput', () => {
  it('reads the common properties and the constraints', () => {
    const raw = {
      id: 'robot.id',
      type: 'STRING',
      description: 'Which robot',
      display_name: 'Robot',
      required: false,
      defaults: 'r2',
      prefill: 'c3',
      min_length: 2,
      max_length: 5,
      pattern: '^[a-z]',
      depends_on: { inputs: ['mode'], condition: "{{ inputs.mode == 'robot' }}" },
    };
    const { input, problems } = readInput(raw, () => undefined);
    expect(problems).toEqual([]);
    expect(input).toMatchObject({
      id: 'robot.id',
      type: 'STRING',
      description: 'Which robot',
      displayName: 'Robot',
      required: false,
      defaults: 'r2',
      prefill: 'c3',
      constraints: { minLength: 2, maxLength: 5, pattern: '^[a-z]' },
      dependsOn: {
        inputs: ['mode'],
        text: "{{ inputs.mode == 'robot' }}",
        condition: { kind: 'infix', operator: '==' },
      },
    });
  });

  it('treats null as missing', () => {
    const raw = {
      id: 'a',
      type: 'INT',
      description: null,
      defaults: null,
      prefill: null,
      min: null,
      depends_on: null,
      required: null,
    };
    expect(readInput(raw, () => undefined)).toEqual({
      input: { id: 'a', type: 'INT', required: true, constraints: {} },
      problems: [],
    });
  });

  it('reads plain scalars as their source text, with a warning', () => {
    const raw = { id: 'v', type: 'ENUM', values: [3.1, true, 'x'], defaults: 3.1, description: 7 };
    const typed: Record<string, string> = {
      '/values/0': '3.10',
      '/values/1': 'true',
      '/defaults': '3.10',
      '/description': '7',
    };
    const { input, problems } = readInput(raw, (path) => typed[jsonPointer(path)]);
    expect(input).toMatchObject({ constraints: { values: ['3.10', 'true', 'x'] }, defaults: '3.10', description: '7' });
    expect(problems.map(({ code, path }) => `${code} ${jsonPointer(path)}`)).toEqual([
      'coerced-text /description',
      'coerced-text /values/0',
      'coerced-text /values/1',
      'coerced-text /defaults',
    ]);
  });

  it.each<[string, JsonObject, string[]]>([
    ['no id', { type: 'INT' }, ['missing-property ']],
    ['an empty id', { id: null, type: 'INT' }, ['missing-property /id']],
    ['a wrong id', { id: '-a', type: 'INT' }, ['invalid-id /id']],
    ['an id that is too long', { id: 'a'.repeat(256), type: 'INT' }, ['invalid-id /id']],
    ['an id that is a list', { id: [], type: 'INT' }, ['wrong-type /id']],
    ['no type', { id: 'a' }, ['missing-property ']],
    [
      'an unknown type',
      { id: 'a', type: 'STRNG', min: 3, vlues: [] },
      ['unknown-input-type /type', 'unknown-property /vlues'],
    ],
    ['an unknown property', { id: 'a', type: 'INT', default: 5 }, ['unknown-property /default']],
    ['a constraint of another type', { id: 'a', type: 'INT', min_length: 5 }, ['unknown-property /min_length']],
    ['required that is a string', { id: 'a', type: 'INT', required: 'no' }, ['wrong-type /required']],
    ['depends_on that is a list', { id: 'a', type: 'INT', depends_on: ['b'] }, ['not-a-mapping /depends_on']],
    [
      'depends_on without a condition',
      { id: 'a', type: 'INT', depends_on: { inputs: ['b'] } },
      ['missing-property /depends_on'],
    ],
    [
      'depends_on without inputs',
      { id: 'a', type: 'INT', depends_on: { inputs: [], condition: 'true', if: 'x' } },
      ['empty-list /depends_on/inputs', 'unknown-property /depends_on/if'],
    ],
    [
      'a default that is never used',
      { id: 'a', type: 'INT', defaults: 5, depends_on: { inputs: ['b'], condition: '1 == 2' } },
      ['default-never-used /defaults'],
    ],
  ])('reports %s', (_, raw, problems) => {
    expect(problemsOf(raw)).toEqual(problems);
  });

  it.each<[string, JsonObject, string[]]>([
    [
      'lengths in the wrong order',
      { type: 'STRING', min_length: 3, max_length: 2 },
      ['invalid-constraint /min_length'],
    ],
    ['a negative length', { type: 'STRING', min_length: -1 }, ['invalid-constraint /min_length']],
    ['a fractional length', { type: 'STRING', max_length: 1.5 }, ['invalid-constraint /max_length']],
    ['a length that is a string', { type: 'STRING', max_length: '5' }, ['wrong-type /max_length']],
    ['a broken pattern', { type: 'STRING', pattern: '(' }, ['invalid-constraint /pattern']],
    ['a long pattern', { type: 'STRING', pattern: 'a'.repeat(1001) }, ['invalid-constraint /pattern']],
    ['bounds in the wrong order', { type: 'INT', min: 3, max: 2 }, ['invalid-constraint /min']],
    ['a bound that is not an integer', { type: 'INT', min: 0.5 }, ['invalid-constraint /min']],
    ['a bound that is too large', { type: 'INT', max: 2 ** 53 }, ['invalid-constraint /max']],
    ['an infinite bound', { type: 'FLOAT', max: Infinity }, ['invalid-constraint /max']],
    ['no values', { type: 'ENUM' }, ['missing-property ']],
    ['empty values', { type: 'ENUM', values: [] }, ['empty-list /values']],
    ['values that are a string', { type: 'MULTISELECT', values: 'a' }, ['wrong-type /values']],
    ['a value twice', { type: 'MULTISELECT', values: ['a', 'b', 'a'] }, ['invalid-constraint /values/2']],
    ['a value that is a list', { type: 'ENUM', values: ['a', []] }, ['wrong-type /values/1']],
    ['a value with NUL', { type: 'ENUM', values: ['a\0'] }, ['invalid-value /values/0']],
    ['a size without a unit', { type: 'FILE', max_size: '10' }, ['invalid-constraint /max_size']],
    [
      'an invalid extension',
      { type: 'FILE', allowed_extensions: ['csv', '*.csv', 'a/b', ''] },
      ['invalid-constraint /allowed_extensions/2', 'invalid-constraint /allowed_extensions/3'],
    ],
    ['a schema that is a string', { type: 'JSON', schema: '{}' }, ['wrong-type /schema']],
    [
      'a broken schema',
      { type: 'JSON', schema: { properties: { a: { type: 'txt' } } } },
      ['invalid-constraint /schema/properties/a/type'],
    ],
    ['a dangling reference', { type: 'JSON', schema: { $ref: '#/$defs/a' } }, ['invalid-constraint /schema/$ref']],
    [
      'a schema that refers to itself',
      { type: 'JSON', schema: { allOf: [{ $ref: '#' }] } },
      ['invalid-constraint /schema'],
    ],
    [
      'a schema that refers to itself by $dynamicRef',
      { type: 'JSON', schema: { $dynamicRef: '#' } },
      ['invalid-constraint /schema'],
    ],
    [
      'a remote reference',
      { type: 'JSON', schema: { $ref: 'https://example.com/' } },
      ['invalid-constraint /schema/$ref'],
    ],
  ])('reports %s', (_, raw, problems) => {
    expect(problemsOf({ id: 'a', ...raw })).toEqual(problems);
  });

  it.each<[JsonObject, string]>([
    [{ type: 'STRING', min_length: 3, defaults: 'ab' }, 'invalid-default /defaults'],
    [{ type: 'STRING', pattern: '^(?!x)', defaults: 'x' }, 'invalid-default /defaults'],
    [{ type: 'STRING', defaults: ['a'] }, 'invalid-default /defaults'],
    [{ type: 'STRING', defaults: 'a\0' }, 'invalid-value /defaults'],
    [{ type: 'STRING', defaults: 'a'.repeat(98_305) }, 'value-too-large /defaults'],
    [{ type: 'STRING', prefill: '\ud800' }, 'invalid-value /prefill'],
    [{ type: 'INT', defaults: '5' }, 'invalid-default /defaults'],
    [{ type: 'INT', max: 4, prefill: 5 }, 'invalid-default /prefill'],
    [{ type: 'FLOAT', defaults: Number.NaN }, 'invalid-default /defaults'],
    [{ type: 'BOOLEAN', defaults: 'yes' }, 'invalid-default /defaults'],
    [{ type: 'DATE', defaults: '2023-02-29' }, 'invalid-default /defaults'],
    [{ type: 'DATETIME', defaults: '2024-01-01' }, 'invalid-default /defaults'],
    [{ type: 'DURATION', defaults: '5 min' }, 'invalid-default /defaults'],
    [{ type: 'FILE', defaults: 'abc' }, 'invalid-default /defaults'],
    [{ type: 'JSON', defaults: '{' }, 'invalid-default /defaults'],
    [{ type: 'JSON', defaults: { a: 1 } }, 'invalid-default /defaults'],
    [{ type: 'JSON', schema: { type: 'object' }, defaults: '[]' }, 'invalid-default /defaults'],
    [{ type: 'JSON', defaults: '['.repeat(90) + ']'.repeat(90) }, 'invalid-default /defaults'],
    [{ type: 'SECRET', defaults: '****' }, 'invalid-default /defaults'],
    [{ type: 'SECRET', prefill: ['hunter2'] }, 'wrong-type /prefill'],
    [
      { type: 'FILE', defaults: 'https://example.com/a.txt', allowed_extensions: ['csv', 'tar.gz'] },
      'invalid-default /defaults',
    ],
    [{ type: 'FILE', defaults: 'https://ada:hunter2@example.com/a.csv' }, 'invalid-default /defaults'],
    [{ type: 'FILE', defaults: 'ftp://example.com/a.csv' }, 'invalid-default /defaults'],
    [{ type: 'FILE', defaults: 'https:///a.csv?ö' }, 'invalid-default /defaults'],
    [{ type: 'FILE', defaults: 'file://elsewhere/a.csv' }, 'invalid-default /defaults'],
    [{ type: 'FILE', prefill: 'file:///data/' }, 'invalid-default /prefill'],
    [{ type: 'FILE', defaults: 'file:///data/model', allowed_extensions: ['bin'] }, 'invalid-default /defaults'],
    [{ type: 'FILE', defaults: { filename: 'a.csv', size: 1 } }, 'wrong-type /defaults'],
    [{ type: 'URI', defaults: 'example.com' }, 'invalid-default /defaults'],
    [{ type: 'ENUM', values: ['a'], defaults: 'b' }, 'invalid-default /defaults'],
    [{ type: 'MULTISELECT', values: ['a'], defaults: ['b'] }, 'invalid-default /defaults'],
    [{ type: 'MULTISELECT', values: ['a'], defaults: 'a' }, 'invalid-default /defaults'],
  ])('rejects the default of %j', (raw, problem) => {
    expect(problemsOf({ id: 'a', ...raw })).toEqual([problem]);
    expect(inputOf({ id: 'a', ...raw })).not.toHaveProperty(problem.split('/')[1]!);
  });

  it('explains it in whole sentences', () => {
    const { problems } = readInput(
      { id: 'a', type: 'ENUM', values: ['fast', 'slow'], prefill: 'fest', defaults: 'other' },
      () => undefined,
    );
    expect(problems.map(({ message }) => message)).toEqual([
      'The input rejects this value. Value must be one of fast or slow; found "fest". Did you mean "fast"?',
      'The input rejects this value. Value must be one of fast or slow; found "other".',
    ]);
  });

  it.each<[JsonObject, string[]]>([
    [{ type: 'SECRET', defaults: 'credential:deploy-token', prefill: 'credential:other' }, []],
    [
      { type: 'SECRET', defaults: 'hunter2', prefill: 'hunter3' },
      ['secret-default /prefill', 'secret-default /defaults'],
    ],
    [{ type: 'SECRET', defaults: 'credential:no id' }, ['secret-default /defaults']],
    [{ type: 'FILE', defaults: 'https://example.com/a.CSV?version=2', allowed_extensions: ['csv'] }, []],
    [{ type: 'FILE', defaults: 'http://example.com/a.tar.gz', allowed_extensions: ['tar.gz'], max_size: '1KB' }, []],
    [{ type: 'FILE', defaults: 'https://example.com/download?id=7', allowed_extensions: ['csv'] }, []],
    [{ type: 'FILE', defaults: 'https://example.com/releases/1.2', allowed_extensions: ['csv'] }, []],
    [{ type: 'FILE', defaults: 'file:///data/map%201.pgm', prefill: 'https://example.com/' }, []],
    [{ type: 'MULTISELECT', values: ['a'], defaults: [], prefill: [] }, []],
    [{ type: 'MULTISELECT', values: ['a'], prefill: [] }, []],
  ])('accepts the default of %j', (raw, problems) => {
    expect(problemsOf({ id: 'a', ...raw })).toEqual(problems);
    const { defaults, prefill } = inputOf({ id: 'a', ...raw }) ?? {};
    expect({ defaults, prefill }).toEqual({ defaults: raw['defaults'], prefill: raw['prefill'] });
  });

  it.each(['hunter2', 'ab', 12_345_678, true, ['hunter2'], { hunter2: 'hunter2' }, `hunter2\0`])(
    'never shows a secret default in a message: %j',
    (secret) => {
      for (const key of ['defaults', 'prefill']) {
        const { problems } = readInput({ id: 'a', type: 'SECRET', [key]: secret }, () => String(secret));
        expect(problems.map(({ code }) => code).filter((code) => code !== 'coerced-text')).toHaveLength(1);
        expect(JSON.stringify(problems)).not.toMatch(/hunter2|12345678|true/);
      }
    },
  );

  it('never shows a password in a URL', () => {
    for (const url of [
      'https://ada:hunter2@example.com/a.csv',
      'https://ada:hunter2@exa mple.com/',
      'ftp://ada:hunter2@example.com/',
    ]) {
      expect(
        JSON.stringify(readInput({ id: 'a', type: 'FILE', defaults: url }, () => undefined).problems),
      ).not.toContain('hunter2');
    }
  });

  it('parses the default of a JSON input', () => {
    expect(inputOf({ id: 'a', type: 'JSON', schema: { type: 'object' }, defaults: '{"a": [1]}' })?.defaults).toEqual({
      a: [1],
    });
  });

  it('names the types of a constraint, and the nearest property', () => {
    const messages = readInput({ id: 'a', type: 'INT', min_length: 1, defalts: 3 }, () => undefined).problems.map(
      ({ message }) => message,
    );
    expect(messages).toEqual([
      'min_length is a constraint of STRING, not of INT.',
      'Unknown property "defalts". Did you mean "defaults"?',
    ]);
  });

  it('points into the condition', () => {
    const raw = { id: 'a', type: 'INT', depends_on: { inputs: ['b'], condition: 'inputs.b ==' } };
    const [problem] = readInput(raw, () => undefined).problems;
    expect(problem).toMatchObject({ code: 'invalid-expression', path: ['depends_on', 'condition'] });
    expect(problem?.range).toBeDefined();
  });

  it('keeps what can be read for later stages', () => {
    const raw = {
      id: '-a',
      type: 'ENUM',
      values: ['x', 'x'],
      required: 'no',
      depends_on: { inputs: ['b'], condition: '(' },
    };
    expect(inputOf(raw)).toEqual({ id: '-a', type: 'ENUM', required: true, constraints: { values: ['x'] } });
  });

  it('limits the total size of the JSON Schemas of a flow', () => {
    const bounds = { budget: new ProcessorTimeBudget(), patternLength: 1000, schemas: new SchemaAllowance(10) };
    const schema = { properties: { a: { type: 'string' }, b: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } } };
    const problems = ['a', 'b'].map((id) => readInput({ id, type: 'JSON', schema }, () => undefined, bounds).problems);
    expect(problems[0]).toEqual([]);
    expect(problems[1]).toEqual([
      {
        code: 'invalid-constraint',
        message:
          'The JSON Schemas of a flow must have at most 10 values together (FLOWGATE_MAX_SCHEMA_VALUES); this one has 6.',
        path: ['schema'],
      },
    ]);
  });

  it('checks a default against a large schema only when it is used', () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`p${index}`, { type: 'string' }]));
    expect(problemsOf({ id: 'a', type: 'JSON', schema: { properties }, defaults: '{"p1": 1}' })).toEqual([]);
  });

  it('stops a default whose check takes too long', () => {
    const raw = { id: 'a', type: 'JSON', schema: explosiveSchema, defaults: '"a"' };
    const { problems } = readInput(raw, () => undefined, {
      budget: new ProcessorTimeBudget({ each: 300, total: 10_000 }),
      patternLength: 1000,
      schemas: new SchemaAllowance(1_000_000),
    });
    expect(problems.map(({ code }) => code)).toEqual(['invalid-default']);
  });

  it('starts no check when the budget of the document is used up', () => {
    const budget = new ProcessorTimeBudget({ each: 1, total: 0 });
    const inputs = Array.from({ length: 200 }, (_, index) => ({
      id: `i${index}`,
      type: 'JSON',
      schema: explosiveSchema,
      defaults: '"a"',
    }));
    expect(
      inputs.flatMap(
        (raw) =>
          readInput(raw, () => undefined, { budget, patternLength: 1000, schemas: new SchemaAllowance(1_000_000) })
            .problems,
      ),
    ).toEqual([]);
  });
});
