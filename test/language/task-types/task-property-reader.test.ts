import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import { TaskPropertyReader } from '../../../src/language/task-types/task-property-reader.ts';

const text = { type: 'string', description: 'Any.' };

function reader(properties: JsonObject, rest: JsonObject = {}): TaskPropertyReader {
  return new TaskPropertyReader({ properties, ...rest });
}

/** The problems as `code path at`. */
function find(of: TaskPropertyReader, written: JsonObject): string[] {
  return of
    .read(written, () => undefined)
    .problems.map(({ code, path, at }) => [code, `/${path.join('/')}`, at].filter(Boolean).join(' '));
}

describe('strings', () => {
  const texts = reader({
    name: text,
    list: { type: 'array', items: { type: 'string' } },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    count: { type: ['string', 'integer'] },
  });

  it('are the source text of a plain number or boolean, with a warning', () => {
    const sources: Record<string, string> = { name: '3.10', 'list/1': 'yes', 'map/a': '0x10' };
    const { properties, problems } = texts.read(
      { name: 3.1, list: ['a', true], map: { a: 16 }, count: 3 },
      (path) => sources[path.join('/')],
    );
    expect(properties).toEqual({ name: '3.10', list: ['a', 'yes'], map: { a: '0x10' }, count: 3 });
    expect(problems.map(({ code, path }) => [code, ...path])).toEqual([
      ['coerced-text', 'name'],
      ['coerced-text', 'list', 1],
      ['coerced-text', 'map', 'a'],
    ]);
    expect(problems[0]?.message).toBe('The number 3.10 is read as the string "3.10"; put it in quotes.');
  });

  it('have LF in scripts, with a warning, and keep Windows line breaks elsewhere', () => {
    const scripts = reader({
      script: { ...text, 'x-language': 'shell' },
      code: { ...text, 'x-language': 'python' },
      lines: { type: 'array', items: { type: 'string', 'x-language': 'bash' } },
      file: { ...text, 'x-language': 'file' },
      name: text,
    });
    const written = { script: 'a\r\nb\r\n', code: 'x\ry', lines: ['a', 'b\r\n'], file: 'a\r\n', name: 'a\r\nb' };
    const { properties, problems } = scripts.read(written, () => undefined);
    expect(properties).toEqual({ ...written, script: 'a\nb\n', lines: ['a', 'b\n'] });
    expect(problems.map(({ code, path }) => [code, ...path])).toEqual([
      ['windows-line-breaks', 'script'],
      ['windows-line-breaks', 'lines', 1],
    ]);
  });

  it('are found with the language of their schema, in document order', () => {
    const languages = reader({
      first: { ...text, 'x-language': 'shell' },
      fixed: { ...text, 'x-language': 'verbatim' },
      choice: { enum: ['a'], description: 'One.' },
      free: { description: 'Anything.' },
      either: { oneOf: [{ type: 'array', items: { type: 'string', 'x-language': 'url' } }, { type: 'integer' }] },
    });
    const properties = { either: ['e'], free: { deep: ['{{ inputs.f }}', 1] }, choice: 'a', fixed: 'x', first: 's' };
    const { texts: read } = languages.read(properties, () => undefined);
    expect(read.map(({ path, text: found, language }) => ({ path, text: found, language }))).toEqual([
      { path: ['either', 0], text: 'e', language: 'url' },
      { path: ['free', 'deep', 0], text: '{{ inputs.f }}', language: 'text' },
      { path: ['first'], text: 's', language: 'shell' },
    ]);
    expect(read[1]?.template).toMatchObject([{ kind: 'reference', reference: { root: 'inputs', id: 'f' } }]);
    expect(languages.texts(properties)).toEqual(read);
  });
});

describe('a value that its schema rejects', () => {
  const all = reader(
    {
      name: text,
      commands: { type: 'array', minItems: 1, items: { type: 'string' } },
      level: { enum: ['high', 'low'] },
      size: { type: 'integer', minimum: 1, maximum: 9 },
      items: {
        type: 'array',
        items: { type: 'object', required: ['a'], additionalProperties: false, properties: { a: text } },
      },
      status: {
        oneOf: [
          { type: 'integer', minimum: 100 },
          { type: 'array', minItems: 1, items: { type: 'integer' } },
        ],
      },
      env: { type: 'object', 'x-names': 'environment', additionalProperties: { type: 'string' } },
    },
    { required: ['name'] },
  );

  it.each<[JsonObject, ...string[]]>([
    [{}, 'missing-property / first-key'],
    [{ name: null }, 'missing-property /name key'],
    [{ name: 'a', level: null, size: null, status: null, env: null }],
    [{ name: 'a', env: { A: null } }, 'missing-property /env/A key'],
    [{ name: 'a', nome: 1 }, 'unknown-property /nome key'],
    [{ name: ['a'] }, 'wrong-type /name'],
    [{ name: 'a', commands: 3 }, 'wrong-type /commands'],
    [{ name: 'a', commands: [], status: [] }],
    [{ name: 'a', commands: [null, { b: 1 }] }, 'wrong-type /commands/0', 'wrong-type /commands/1'],
    [{ name: 'a', level: 'hihg' }, 'invalid-value /level'],
    [{ name: 'a', level: ['high'] }, 'invalid-value /level'],
    [{ name: 'a', size: 10 }, 'invalid-value /size'],
    [{ name: 'a', size: 1.5 }, 'wrong-type /size'],
    [
      { name: 'a', items: [{ b: 1 }, 2] },
      'missing-property /items/0 first-key',
      'unknown-property /items/0/b key',
      'not-a-mapping /items/1',
    ],
    [{ name: 'a', status: 'ok' }, 'wrong-type /status'],
    [{ name: 'a', status: 99 }, 'invalid-value /status'],
    [{ name: 'a', status: [200, 'x'] }, 'wrong-type /status/1'],
    [{ name: 'a', env: { '1A': 'x', 'b-c': '', FINE: 'y' } }, 'invalid-name /env/1A key', 'invalid-name /env/b-c key'],
    [
      { name: 'a', env: { path: 'x', LD_PRELOAD: 'y', Flowgate_X: 'z', RANDOM: 'r' } },
      'reserved-name /env/Flowgate_X key',
      'reserved-name /env/RANDOM key',
    ],
    [{ name: 'a', ['__proto__']: 1 }, 'unknown-property /__proto__ key'],
  ])('%j: %s', (written, ...expected) => {
    expect(find(all, written)).toEqual(expected);
  });

  it('is an empty list only where the list is required, alone or as an alternative', () => {
    const lines = { type: 'array', minItems: 1, items: { type: 'string' } };
    const needed = reader({ lines }, { required: ['lines'] });
    expect(find(needed, { lines: [] })).toEqual(['empty-list /lines']);
    const either = reader({ lines, text }, { oneOf: [{ required: ['lines'] }, { required: ['text'] }] });
    expect(find(either, { lines: [] })).toEqual(['empty-list /lines']);
    for (const empty of [null, []]) expect(find(either, { text: 'a', lines: empty })).toEqual([]);
  });

  it('is described by what is wrong, what was found and what is allowed', () => {
    const { problems } = all.read(
      { nam: 'x', commands: 3, level: 'hihg', status: 'ok', timeut: '3s' },
      () => undefined,
    );
    expect(problems.map(({ message }) => message).toSorted()).toEqual([
      '"commands" must be a list of strings; found the number 3.',
      '"level" must be one of high or low; found the string "hihg". Did you mean "high"?',
      '"name" is required.',
      '"status" must be an integer or a list of integers; found the string "ok".',
      'Unknown property "nam". Did you mean "name"?',
      'Unknown property "timeut". Did you mean "timeout"?',
    ]);
  });

  it('explains a map in a list of strings, and translates properties of other engines', () => {
    const { problems } = all.read(
      { name: 'x', commands: [{ 'echo "Name': '{{ inputs.x }}"' }], if: 'true', needs: [] },
      () => undefined,
    );
    expect(problems.map(({ message }) => message).toSorted()).toEqual([
      'Item 1 of "commands" must be a string; found a map. YAML reads it as a map because of the ": "; put the whole item in quotes.',
      'Unknown property "if". Did you mean "run_if"?',
      'Unknown property "needs". It is a property of GitHub Actions and GitLab CI. In Flowgate, tasks run in the order of the list; a Parallel block runs them at the same time.',
    ]);
  });
});

describe("a variable of a task's own environment", () => {
  const own = reader({
    script: { ...text, 'x-language': 'shell' },
    env: { type: 'object', 'x-names': 'environment', additionalProperties: { type: 'string' } },
    outputFiles: { type: 'array', items: text },
  });

  it.each<[JsonObject, ...string[]]>([
    [{ script: 'echo "{{ inputs.robot-id }}"', env: { ROBOT_ID: 'x' } }, 'name-clash /env/ROBOT_ID key'],
    [
      { script: 'echo "{{ inputs.robot-id }}"', env: { ROBOT_ID: '{{ inputs.robot-id }}-2' } },
      'name-clash /env/ROBOT_ID key',
    ],
    [{ script: 'date', env: { V: 'x', W: '{{ variables.V }}' } }, 'name-clash /env/V key'],
    [{ script: 'echo "{{ inputs.robot-id }}"', env: { ROBOT_ID: '{{ inputs.robot-id }}', robot_id: 'x' } }],
    [{ script: 'echo "$ROBOT_ID"', env: { ROBOT_ID: '{{ inputs.robot-id }}-2' } }],
    [{ script: 'date', env: { W: '{{ variables.V }}', V: 'x' } }],
    [{ script: 'date', env: { V: 'x' }, outputFiles: ['{{ variables.V }}.csv'] }],
  ])('must not hide a value that the task refers to: %j', (written, ...expected) => {
    expect(find(own, written)).toEqual(expected);
  });
});

describe('mutually exclusive properties', () => {
  const either = reader({ a: text, b: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] });
  const notBoth = reader({ a: text, b: text }, { not: { required: ['a', 'b'] } });

  it('require exactly one', () => {
    expect(find(either, {})).toEqual(['missing-property / first-key']);
    expect(find(either, { a: 'x' })).toEqual([]);
    expect(find(either, { b: 'x', a: 'x' })).toEqual(['conflicting-properties /a key']);
    expect(either.read({ b: 'x', a: 'x' }, () => undefined).problems[0]?.message).toBe(
      '"b" and "a" cannot be used together; keep only one.',
    );
  });

  it('can both be missing if the schema only excludes both', () => {
    expect(find(notBoth, {})).toEqual([]);
    expect(find(notBoth, { a: 'x', b: 'x' })).toEqual(['conflicting-properties /b key']);
  });
});

describe('an unusable schema', () => {
  it.each([
    [{ properties: { a: { type: 'strin' } } }, 'type'],
    [{ properties: { a: { typ: 'string' } } }, 'unknown keyword'],
    [{ properties: { a: { type: 'string', 'x-language': 'perl' } } }, 'x-language'],
    [{ properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: {} } }, '$ref'],
  ])('%j', (schema, message) => {
    expect(() => TaskPropertyReader.tried(schema)).toThrow(message);
  });
});

it('a pattern applies only to text without references', () => {
  const ofTicket = new TaskPropertyReader({
    properties: {
      ticket: { type: 'string', pattern: '^[A-Z]+-[0-9]+$', description: 'x' },
      fixed: { type: 'string', pattern: '^[a-z]+$', 'x-language': 'verbatim', description: 'x' },
    },
  });
  const messages = (written: JsonObject) =>
    ofTicket.read(written, () => undefined).problems.map(({ message }) => message);
  expect(messages({ ticket: 'OPS-1' })).toEqual([]);
  expect(messages({ ticket: '{{ inputs.ticket }}' })).toEqual([]);
  expect(messages({ ticket: 'OPS-{{ inputs.number }}' })).toEqual([]);
  expect(messages({ ticket: 'none' })).toEqual([expect.stringContaining('must match ^[A-Z]+-[0-9]+$')]);
  expect(messages({ ticket: '{{ none }}' })).toHaveLength(1);
  expect(messages({ fixed: '{{ inputs.ticket }}' })).toHaveLength(1);
});
