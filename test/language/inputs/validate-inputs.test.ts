import { afterAll, describe, expect, it } from 'vitest';
import { exactNumber } from '../../../src/base/text/exact-number.ts';
import type { JsonObject, JsonValue } from '../../../src/base/text/json-value.ts';
import { validateInputs } from '../../../src/language/inputs/validate-inputs.ts';
import { WorkerBoundedRunner } from '../../../src/language/processes/worker-bounded-runner.ts';
import type { BoundedRunner } from '../../../src/language/safe-patterns/bounded-runner.ts';
import { explosiveSchema } from '../safe-patterns/explosive-schema.ts';
import { declaredInput } from './declared-input.ts';

const runner = new WorkerBoundedRunner();
afterAll(() => runner.close());

function validate(inputs: readonly JsonObject[], values: JsonObject) {
  return validateInputs(inputs.map(declaredInput), values, { runner, owner: 'test' });
}

/** The messages about one input with one value. */
async function messagesOf(raw: JsonObject, value: JsonValue): Promise<string[]> {
  const { violations } = await validate([{ id: 'x', ...raw }], { x: value });
  return violations.map(({ message }) => message);
}

const choices = { values: ['logging', 'metrics', 'tracing'] };

describe('validateInputs', () => {
  it.each<[JsonObject, JsonValue[]]>([
    [{ type: 'STRING', min_length: 2, max_length: 2 }, ['ab', '😀é', '  ']],
    [{ type: 'STRING' }, ['', 'a'.repeat(98_304)]],
    [{ type: 'STRING', pattern: 'b' }, ['abc']],
    [{ type: 'STRING', pattern: '^(?!tmp)' }, ['data']],
    [{ type: 'INT', min: -1, max: 5 }, [-1, 0, -0, 5]],
    [{ type: 'INT' }, [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]],
    [{ type: 'FLOAT', min: 0.5 }, [0.5, 1, 1e300]],
    [{ type: 'BOOLEAN' }, [true, false]],
    [{ type: 'DATE' }, ['2024-02-29', '2000-02-29']],
    [{ type: 'DATETIME' }, ['2024-02-29T23:59:59']],
    [{ type: 'DURATION' }, ['90s', '1.5m', '0h']],
    [
      { type: 'FILE', max_size: '1KB', allowed_extensions: ['CSV', '.tar.gz'] },
      ['8f2e-upload', { filename: 'a.Csv', size: 1000 }, { filename: 'b.tar.gz', size: 0 }],
    ],
    [{ type: 'JSON' }, [0, '', false, [], { a: null }]],
    [{ type: 'JSON', schema: { type: 'object', required: ['a'] } }, [{ a: 1 }]],
    [{ type: 'SECRET' }, ['😀😀😀😀', 'credential:deploy']],
    [{ type: 'URI' }, ['https://example.com/a?b#c', 'mailto:a@example.com', 'urn:a:b']],
    [{ type: 'ENUM', ...choices }, ['logging']],
    [{ type: 'MULTISELECT', ...choices }, [['logging', 'tracing']]],
    [{ type: 'MULTISELECT', ...choices, required: false }, [[]]],
  ])('accepts for %j', async (raw, values) => {
    for (const value of values) expect(await messagesOf(raw, value)).toEqual([]);
  });

  it.each<[JsonObject, JsonValue, string[]]>([
    [{ type: 'STRING' }, 5, ['Value must be a string; found the number 5']],
    [
      { type: 'STRING', min_length: 2, pattern: '^[a-z]+$' },
      'A',
      ['Value must have at least 2 characters; found 1', 'Value does not match pattern: ^[a-z]+$'],
    ],
    [{ type: 'STRING', max_length: 1 }, '😀😀', ['Value must have at most 1 character; found 2']],
    [{ type: 'STRING', pattern: '^(?!tmp)' }, 'tmp1', ['Value does not match pattern: ^(?!tmp)']],
    [{ type: 'STRING' }, 'a\0', ['Value must not contain a NUL character']],
    [{ type: 'STRING' }, '\udc00', ['Value must not contain an unpaired surrogate']],
    [
      { type: 'STRING' },
      'é'.repeat(49_153),
      ['Value must have at most 96 KiB; use a file input for larger values. It is 98306 bytes long'],
    ],
    [{ type: 'INT' }, '5', ['Value must be an integer; found the string "5"']],
    [{ type: 'INT' }, 5.5, ['Value must be an integer; found the number 5.5']],
    [{ type: 'INT', max: 5 }, 6, ['Value must be at most 5; found 6']],
    [{ type: 'INT' }, 2 ** 53, ['Value must be at most 9007199254740991; found 9007199254740992']],
    [{ type: 'FLOAT' }, Infinity, ['Value must be a finite number; found the number Infinity']],
    [{ type: 'BOOLEAN' }, 'true', ['Value must be true or false; found the string "true"']],
    [{ type: 'SECRET' }, 12345, ['Value must be a string']],
    [
      { type: 'ENUM', ...choices },
      'loging',
      ['Value must be one of logging, metrics or tracing; found "loging". Did you mean "logging"?'],
    ],
    [{ type: 'MULTISELECT', ...choices }, [], ['Value must have at least one item']],
    [{ type: 'MULTISELECT', ...choices }, 'logging', ['Value must be a list of strings; found the string "logging"']],
    [
      { type: 'MULTISELECT', ...choices },
      ['metrics', 5, 'metrics', 'zzz'],
      [
        'Item 2 must be a string; found the number 5',
        'Item 3 must not repeat "metrics"',
        'Item 4 must be one of logging, metrics or tracing; found "zzz"',
      ],
    ],
    [
      { type: 'FILE', max_size: '1KB', allowed_extensions: ['csv'] },
      { filename: 'a.exe', size: 1001 },
      ['The file must have the extension csv; found "a.exe"', 'The file must have at most 1 KB; found 1001 bytes'],
    ],
    [{ type: 'FLOAT' }, exactNumber('1e400'), ['Value must be a finite number; found the number 1e400']],
    [{ type: 'INT', min: 1 }, exactNumber('-0.0'), ['Value must be at least 1; found -0.0']],
    [{ type: 'JSON', schema: { type: 'number' } }, exactNumber('1e400'), ['Value must be number']],
    [{ type: 'JSON' }, { a: [exactNumber('1e400')] }, []],
    [
      { type: 'JSON', schema: { minItems: 2, items: { type: 'string' } } },
      [1],
      ['Value must NOT have fewer than 2 items', 'Value at /0 must be string'],
    ],
    [{ type: 'JSON', schema: { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } } }, 1, ['Value must be string']],
  ])('reports the violations for %j with %j', async (raw, value, messages) => {
    expect(await messagesOf(raw, value)).toEqual(messages);
  });

  it.each<[string, JsonValue]>([
    ['DATE', '2023-02-29'],
    ['DATETIME', '2024-01-01T00:00:00Z'],
    ['DURATION', '5'],
    ['URI', '/path'],
    ['FILE', '../x y'],
  ])('rejects a string that is not a %s', async (type, value) => {
    expect(await messagesOf({ type }, value)).toHaveLength(1);
  });

  it('repeats a large value only a few times, however many violations it has', async () => {
    const value = Array.from({ length: 45_000 }, () => 1);
    const messages = await messagesOf({ type: 'JSON', schema: { items: { type: 'string' } } }, value);
    expect(messages).toHaveLength(6);
    expect(messages.at(-1)).toBe('Value has 15 more problems');
  });

  it('reports all violations, in the order of the inputs, then unknown ids', async () => {
    const inputs: JsonObject[] = [
      { id: 'name', type: 'STRING', min_length: 3 },
      { id: 'count', type: 'INT' },
      { id: 'token', type: 'SECRET' },
      { id: 'note', type: 'STRING', required: false },
    ];
    const { violations, accepted } = await validate(inputs, { cuont: 1, token: 123, name: 'ab', note: null });
    expect(violations).toEqual([
      { inputId: 'name', message: 'Value must have at least 3 characters; found 2', providedValue: 'ab' },
      { inputId: 'count', message: 'A value is required', providedValue: null },
      { inputId: 'token', message: 'Value must be a string', providedValue: '****' },
      { inputId: 'cuont', message: 'Unknown input "cuont". Did you mean "count"?', providedValue: 1 },
    ]);
    expect([...accepted]).toEqual([]);
  });

  it.each(['', '1', '123', '😀😀😀'])('accepts the secret %j with a notice', async (token) => {
    const inputs: JsonObject[] = [
      { id: 'token', type: 'SECRET' },
      { id: 'long', type: 'SECRET' },
    ];
    expect(await validate(inputs, { token, long: '1234' })).toMatchObject({
      violations: [],
      accepted: new Map([
        ['token', token],
        ['long', '1234'],
      ]),
      notices: [{ inputId: 'token', message: 'Value has fewer than 4 characters, so it may not be masked everywhere' }],
    });
  });

  it('shows the value of an unknown id as it was sent, unless it is near the id of a secret', async () => {
    const inputs: JsonObject[] = ['token', 'api-key'].map((id) => ({ id, type: 'SECRET', required: false }));
    const shown = { nn: 7, other: { a: [1] }, nothing: null, name: 'Ada' };
    const hidden = {
      tokn: 1,
      Token: 'x',
      '\uff54\uff4f\uff4b\uff45\uff4e': 'x',
      apiKey: 'x',
      API_KEY: { a: 1 },
      'a.p.i.k.e.y': 'x',
    };
    const { violations } = await validate([...inputs, { id: 'nme', type: 'STRING', required: false }], {
      ...shown,
      ...hidden,
    });
    expect(violations.map(({ inputId, providedValue }) => [inputId, providedValue])).toEqual([
      ...Object.entries(shown),
      ...Object.keys(hidden).map((id) => [id, '****']),
    ]);
  });

  it('hides the values of unknown ids near secrets, however many ids there are', async () => {
    const ids = Array.from({ length: 1000 }, (_, index) => `${'x'.repeat(100)}${index}`);
    const inputs = Array.from({ length: 200 }, (_, index) => ({ id: `y${index}${'z'.repeat(100)}`, type: 'SECRET' }));
    const { violations } = await validate(inputs, Object.fromEntries(ids.map((id) => [id, 1])));
    expect(violations.at(-1)).toMatchObject({ providedValue: '****' });
  });

  it('shows null for an input that got no value, even if its default is too large', async () => {
    const defaults = '{"a": "'.padEnd(90_000, 'x') + '"}';
    const inputs = Array.from({ length: 13 }, (_, index) => ({ id: `i${index}`, type: 'JSON', defaults }));
    const { violations } = await validate(inputs, {});
    expect(violations.map(({ providedValue }) => providedValue)).toEqual([null, null]);
  });

  it('ignores the value of a hidden input with a notice', async () => {
    const hidden = (id: string, more: JsonObject = {}): JsonObject => ({
      id,
      type: 'INT',
      depends_on: { inputs: ['kind'], condition: "inputs.kind == 'car'" },
      ...more,
    });
    const inputs = [
      { id: 'kind', type: 'STRING' },
      hidden('wheels'),
      hidden('doors', { defaults: 3 }),
      hidden('seats'),
    ];
    const result = await validate(inputs, { kind: 'boat', wheels: 'many', doors: null });
    const message = "The value is ignored because the input is hidden while this is false: inputs.kind == 'car'";
    expect(result).toEqual({
      violations: [],
      accepted: new Map([['kind', 'boat']]),
      notices: [{ inputId: 'wheels', message }],
    });
  });

  it('does not echo an unknown value that is nested too deeply', async () => {
    let deep: JsonValue = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect((await validate([], { x: deep })).violations.map(({ providedValue }) => providedValue)).toEqual([
      '(nested too deeply)',
    ]);
  });

  it('adds defaults and leaves out inputs without a value', async () => {
    const inputs: JsonObject[] = [
      { id: 'a', type: 'INT', defaults: 0 },
      { id: 'b', type: 'STRING', required: false },
      { id: 'c', type: 'STRING' },
    ];
    const { violations, accepted } = await validate(inputs, { a: null, c: '' });
    expect(violations).toEqual([]);
    expect([...accepted]).toEqual([
      ['a', 0],
      ['c', ''],
    ]);
  });

  it('handles ids that are inherited property names', async () => {
    expect((await validate([{ id: 'constructor', type: 'STRING' }], {})).violations).toHaveLength(1);
    const hostile = JSON.parse('{"__proto__": {"a": "x"}}') as JsonObject; // an own property of that name
    expect(
      (await validate([{ id: 'a', type: 'STRING', required: false }], hostile)).violations.map(
        ({ inputId }) => inputId,
      ),
    ).toEqual(['__proto__']);
  });

  it('limits the total size of all values', async () => {
    const inputs = Array.from({ length: 12 }, (_, index) => ({ id: `i${index}`, type: 'STRING' }));
    const values = Object.fromEntries(inputs.map(({ id }) => [id, 'a'.repeat(95_000)]));
    expect((await validate(inputs, values)).violations.map(({ inputId }) => inputId)).toEqual(['i11']);
  });

  it.each(['STRING', 'JSON', 'MULTISELECT'])(
    'rejects a deeply nested value of a %s without echoing it',
    async (type) => {
      let deep: JsonValue = [];
      for (let level = 0; level < 100_000; level++) deep = [deep];
      const { violations } = await validate([{ id: 'x', type, ...(type === 'MULTISELECT' && choices) }], { x: deep });
      expect(violations.map(({ providedValue }) => providedValue)).toEqual(['(nested too deeply)']);
    },
  );
});

describe('hidden inputs', () => {
  const inputs: JsonObject[] = [
    {
      id: 'approved',
      type: 'BOOLEAN',
      depends_on: { inputs: ['environment'], condition: "inputs.environment == 'production'" },
    },
    { id: 'reason', type: 'STRING', depends_on: { inputs: ['approved'], condition: 'inputs.approved == null' } },
    { id: 'environment', type: 'ENUM', values: ['staging', 'production'], defaults: 'staging' },
  ];

  it('are ignored, and null in the conditions of others', async () => {
    const { violations, accepted } = await validate(inputs, { approved: 'nonsense', reason: 'because' });
    expect(violations).toEqual([]);
    expect([...accepted]).toEqual([
      ['reason', 'because'],
      ['environment', 'staging'],
    ]);
  });

  it('are required when their condition is true', async () => {
    const { violations } = await validate(inputs, { environment: 'production' });
    expect(violations.map(({ inputId }) => inputId)).toEqual(['approved', 'reason']);
  });
});

describe('runaway patterns and schemas', () => {
  const runaway = { type: 'STRING', pattern: '^(?=(a+)+$)b' };
  const subject = `${'a'.repeat(60)}!`;

  it('end as a violation', async () => {
    expect(await messagesOf(runaway, subject)).toEqual([
      'Value cannot be checked against the pattern ^(?=(a+)+$)b: it takes too long',
    ]);
    expect(await messagesOf({ type: 'JSON', schema: explosiveSchema }, 'a')).toEqual([
      'Value cannot be checked against the JSON Schema: it takes too long',
    ]);
  });

  it('leave the event loop free', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 5);
    await messagesOf(runaway, subject);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });

  it('are not all run if there are many', async () => {
    let runs = 0;
    const slowEngine: BoundedRunner = {
      run: async () => {
        runs++;
        return { kind: 'too-long' };
      },
      runHere: (work) => ({ done: true, value: work() }),
      close: async () => {},
    };
    const inputs = Array.from({ length: 200 }, (_, index) => declaredInput({ id: `i${index}`, ...runaway }));
    const values = Object.fromEntries(inputs.map(({ id }) => [id, subject]));
    const { violations } = await validateInputs(inputs, values, { runner: slowEngine, owner: 'test' });
    expect(violations).toHaveLength(200);
    expect(runs).toBe(2);
  });
});

describe('conditions that search large values', () => {
  const searching = (id: string, pattern: string): JsonObject => ({
    id,
    type: 'STRING',
    depends_on: { inputs: ['large'], condition: `inputs.large matches '${pattern}'` },
  });
  const inputs: JsonObject[] = [
    { id: 'large', type: 'STRING' },
    searching('slow', 'x.{0,100}y'),
    searching('shown', '^x'),
    { id: 'last', type: 'STRING', depends_on: { inputs: ['slow'], condition: 'inputs.slow is empty' } },
  ];
  const asked: string[] = [];
  const ownEngine: BoundedRunner = {
    run: async (work) => {
      if (work.kind !== 'pattern') return { kind: 'failed', reason: 'another kind of work' };
      asked.push(work.pattern);
      return work.pattern === '^x' ? { kind: 'done', messages: [] } : { kind: 'too-long' };
    },
    runHere: (work) => ({ done: true, value: work() }),
    close: async () => {},
  };
  const ask = (values: JsonObject) =>
    validateInputs(inputs.map(declaredInput), values, { runner: ownEngine, owner: 'test' });

  it('are evaluated by the runner, and are a violation if that takes too long', async () => {
    const { violations, accepted } = await ask({ large: 'x'.repeat(90_000), slow: 'a', shown: 'b', last: 'c' });
    expect(asked).toEqual(['x.{0,100}y', '^x']);
    const message =
      'Flowgate cannot determine whether a value is required: searching for the pattern x.{0,100}y takes too long';
    expect(violations).toEqual([{ inputId: 'slow', message, providedValue: 'a' }]);
    expect([...accepted.keys()]).toEqual(['large', 'shown', 'last']);
  });

  it('are evaluated synchronously for short values', async () => {
    const before = asked.length;
    const { violations, accepted } = await ask({ large: 'xzy', slow: 'a', shown: 'b' });
    expect(violations).toEqual([]);
    expect([...accepted.keys()]).toEqual(['large', 'slow', 'shown']);
    expect(asked).toHaveLength(before);
  });
});
