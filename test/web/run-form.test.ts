import { describe, expect, it } from 'vitest';
import { writeJson } from '../../src/base/text/exact-json.ts';
import type { JsonObject, JsonValue } from '../../src/base/text/json-value.ts';
import { inputTypeNames } from '../../src/language/input-types/input-types.ts';
import { inputSchema } from '../../src/language/inputs/input-schema.ts';
import { fieldOf, fieldOfText, readField, unset, type FieldValue } from '../../web/src/pages/flow/run/field-value.ts';
import { formInputs, type FormInput } from '../../web/src/pages/flow/run/form-input.ts';
import { firstValues, requestValues } from '../../web/src/pages/flow/run/form-values.ts';
import { readLabels } from '../../web/src/pages/flow/run/labels-text.ts';
import { replayChanges, replayedValues } from '../../web/src/pages/flow/run/replay-changes.ts';
import { cliCommand, curlCommand } from '../../web/src/pages/flow/run/run-commands.ts';
import { RunKey } from '../../web/src/pages/flow/run/run-key.ts';
import { linkedValues, linkTo } from '../../web/src/pages/flow/run/run-link.ts';
import { visibleInputs } from '../../web/src/pages/flow/run/visible-inputs.ts';
import { parseSearch } from '../../web/src/search-params.ts';
import { declaredInput } from '../language/inputs/declared-input.ts';

/** The inputs as the form reads them from the gateway. */
function declare(...inputs: readonly JsonObject[]): readonly FormInput[] {
  return formInputs(inputSchema(inputs.map(declaredInput)));
}

const text = (value: string): FieldValue => ({ kind: 'text', text: value });
const types = inputTypeNames.filter((type) => type !== 'ENUM' && type !== 'MULTISELECT');
const everyType = declare(
  ...types.map((type) => ({ id: type.toLowerCase(), type })),
  { id: 'enum', type: 'ENUM', values: ['a', ''] },
  { id: 'multiselect', type: 'MULTISELECT', values: ['a', 'b'] },
);

describe('the facts of an input', () => {
  it('come from its schema', () => {
    const [name, debug, secret] = declare(
      { id: 'name', type: 'STRING', display_name: 'Full name', description: 'Who', min_length: 2, prefill: 'Ada' },
      {
        id: 'debug',
        type: 'INT',
        min: 1,
        defaults: 3,
        depends_on: { inputs: ['name'], condition: "{{ inputs.name == 'x' }}" },
      },
      { id: 'secret', type: 'SECRET', depends_on: { inputs: ['name'], condition: "{{ inputs.name == 'x' }}" } },
    );
    expect(name).toMatchObject({ title: 'Full name', description: 'Who', isRequired: true, minLength: 2 });
    expect(name).toMatchObject({ prefill: 'Ada' });
    expect(debug).toMatchObject({ default: 3, min: 1, isRequired: false, condition: { inputs: ['name'] } });
    expect(secret).toMatchObject({ isRequired: true });
  });
});

describe('the values of a request', () => {
  it('have the JSON types of the inputs, and leave out what is unset', () => {
    const values = new Map<string, FieldValue>([
      ['string', text('')],
      ['int', text('7')],
      ['float', text('1.5e3')],
      ['boolean', text('false')],
      ['json', text('{"a": [1]}')],
      ['multiselect', { kind: 'list', items: [] }],
    ]);
    expect(requestValues(everyType, values, 'run')).toEqual({
      inputs: { string: '', int: 7, float: 1500, boolean: false, json: { a: [1] }, multiselect: [] },
      problems: new Map(),
    });
    expect(requestValues(everyType, firstValues(everyType), 'run').inputs).toEqual({});
  });

  it.each([
    ['INT', '1,5'],
    ['INT', 'seven'],
    ['FLOAT', '1.000,5'],
    ['FLOAT', 'NaN'],
    ['DATE', '2024-02-30'],
  ] as const)('a %s keeps the text %s for the gateway to judge', (type, typed) => {
    expect(readField({ type }, text(typed), 'check')).toEqual({ kind: 'value', value: typed });
  });

  it('keeps the digits of numbers in JSON', () => {
    const json = '{"id":7615917337495251231,"v":[1.0,1e400]}';
    const reading = readField({ type: 'JSON' }, text(json), 'run');
    const value = reading.kind === 'value' ? reading.value : null;
    expect(writeJson(value)).toBe(json);
    expect(fieldOf({ type: 'JSON' }, value)).toEqual(text(writeJson(value, 2)));
    expect(writeJson(value, 2)).toContain('"id": 7615917337495251231');
  });

  it('a text that is not JSON is a problem of the form, because it could be a JSON string', () => {
    expect(readField({ type: 'JSON' }, text('{"a"'), 'check')).toMatchObject({ kind: 'problem' });
  });

  it('describe a file to check it, and name its reference to run', () => {
    const file = { kind: 'file', filename: 'a.csv', size: 3, status: { kind: 'stored', reference: 'file:x' } } as const;
    expect(readField({ type: 'FILE' }, file, 'check')).toMatchObject({ value: { filename: 'a.csv', size: 3 } });
    expect(readField({ type: 'FILE' }, file, 'run')).toMatchObject({ value: 'file:x' });
    const uploading = { ...file, status: { kind: 'uploading', sentBytes: 1 } } as const;
    expect(readField({ type: 'FILE' }, uploading, 'run')).toMatchObject({ kind: 'problem' });
  });

  it.each<[FormInput['type'], JsonValue]>([
    ['STRING', 'a\nb'],
    ['INT', -3],
    ['FLOAT', 0.001],
    ['BOOLEAN', true],
    ['DATE', '2024-02-29'],
    ['DATETIME', '2024-02-29T18:30:00'],
    ['DURATION', '90s'],
    ['JSON', { a: [null, 'x'] }],
    ['JSON', 'text'],
    ['URI', 'urn:x'],
    ['ENUM', 'a'],
    ['MULTISELECT', ['a', 'b,c']],
  ])('of the type %s survive the way into a field and back: %j', (type, value) => {
    expect(readField({ type }, fieldOf({ type }, value), 'run')).toEqual({ kind: 'value', value });
  });
});

describe('a link', () => {
  const link = (search: string) => linkedValues(everyType, parseSearch(search));

  it('fills inputs by their types', () => {
    const { values } = link('?tab=run&inputs.int=7&inputs.multiselect=a,b&inputs.string=');
    expect(Object.fromEntries(values)).toEqual({
      int: text('7'),
      multiselect: { kind: 'list', items: ['a', 'b'] },
      string: text(''),
    });
    expect(link('?inputs.multiselect=a&inputs.multiselect=b').values.get('multiselect')).toEqual({
      kind: 'list',
      items: ['a', 'b'],
    });
  });

  it('cannot give secrets, files and unknown inputs', () => {
    const { values, rejected } = link('?inputs.secret=hunter22&inputs.file=file:x&inputs.nobody=1');
    expect(values.size).toBe(0);
    expect(rejected).toEqual(['secret', 'file', 'nobody']);
  });

  it('is written without secrets and files, and read back', () => {
    const values = new Map<string, FieldValue>([
      ['string', text('a & b')],
      ['secret', text('hunter22')],
      ['multiselect', { kind: 'list', items: ['a'] }],
    ]);
    const written = linkTo(everyType, values);
    expect(written).not.toContain('hunter22');
    values.delete('secret');
    expect(link(written ?? '').values).toEqual(values);
    expect(linkTo(everyType, new Map([['string', text('x'.repeat(9_000))]]))).toBeUndefined();
  });

  it('ignores an empty value of other types', () => {
    expect(fieldOfText({ type: 'INT' }, '')).toEqual(unset);
  });
});

describe('a command', () => {
  const command = {
    namespace: 'examples',
    flowId: 'deploy',
    server: 'http://localhost:3000',
    user: 'ada',
    inputs: declare({ id: 'name', type: 'STRING' }, { id: 'count', type: 'INT' }, { id: 'api-key', type: 'SECRET' }),
    values: new Map([
      ['name', text(`it's`)],
      ['count', text('3')],
      ['api-key', text('hunter22')],
    ]),
    labels: { reason: 'a test' },
    revision: 2,
  };

  it('of the command line takes secrets from the environment', () => {
    expect(cliCommand(command)).toBe(
      [
        'flowgate run examples/deploy',
        '--server http://localhost:3000',
        '--user ada',
        String.raw`--input 'name=it'\''s'`,
        '--input count=3',
        '--input-env api-key=API_KEY',
        `--label 'reason=a test'`,
        '--revision 2',
        '--follow',
      ].join(' \\\n  '),
    );
  });

  it('of curl has a mark instead of a secret', () => {
    const written = curlCommand(command);
    expect(written).not.toContain('hunter22');
    expect(written).toContain('http://localhost:3000/flows/examples/deploy/executions');
    expect(written).toContain(String.raw`"name":"it'\''s","count":3,"api-key":"<API_KEY>"`);
  });

  it('of curl reads a token from the environment, if the gateway asks for one', () => {
    expect(curlCommand({ ...command, needsToken: true })).toContain('-H "Authorization: Bearer $FLOWGATE_TOKEN"');
    expect(curlCommand(command)).not.toContain('Authorization');
  });

  it('of curl sends a form if there is a file', () => {
    const file: FieldValue = { kind: 'file', filename: 'a b.csv', size: 1, status: { kind: 'kept' } };
    const inputs = declare({ id: 'data', type: 'FILE' });
    const written = curlCommand({ ...command, inputs, values: new Map([['data', file]]) });
    expect(written).toContain(`-F 'data=@a b.csv'`);
    expect(written).toContain(`-F 'labels={"reason":"a test"}'`);
  });
});

describe('a conditional input', () => {
  const inputs = declare(
    { id: 'environment', type: 'ENUM', values: ['staging', 'production'], defaults: 'staging' },
    {
      id: 'approved',
      type: 'BOOLEAN',
      depends_on: { inputs: ['environment'], condition: "{{ inputs.environment == 'production' }}" },
    },
    {
      id: 'reason',
      type: 'STRING',
      depends_on: { inputs: ['approved'], condition: '{{ inputs.approved }}' },
    },
  );
  const shown = async (values: readonly (readonly [string, FieldValue])[]) =>
    (await visibleInputs(inputs, new Map(values))).map(({ id }) => id);

  it('depends on values and defaults', async () => {
    expect(await shown([])).toEqual(['environment']);
    expect(await shown([['environment', text('production')]])).toEqual(['environment', 'approved']);
  });

  it('that is hidden counts as null for others, whatever its field still holds', async () => {
    const approved = ['approved', text('true')] as const;
    expect(await shown([['environment', text('production')], approved])).toEqual(['environment', 'approved', 'reason']);
    expect(await shown([['environment', text('staging')], approved])).toEqual(['environment']);
  });
});

describe('a replay', () => {
  const inputs = declare(
    { id: 'name', type: 'STRING' },
    { id: 'count', type: 'INT', required: false },
    { id: 'key', type: 'SECRET' },
    { id: 'data', type: 'FILE' },
  );
  const recorded = { name: 'Ada', count: 3, key: '****', data: { filename: 'a.csv', size: 1, sha256: 'x' } };

  it('starts with the values of the execution, without its secrets', () => {
    const values = replayedValues(inputs, recorded);
    expect(values.get('key')).toEqual(unset);
    expect(values.get('data')).toMatchObject({ filename: 'a.csv', status: { kind: 'kept' } });
    expect(requestValues(inputs, values, 'run').inputs).toEqual({ name: 'Ada', count: 3 });
  });

  it('sends what has changed, and null for what was taken away', () => {
    const values = new Map(replayedValues(inputs, recorded))
      .set('name', text('Grace'))
      .set('count', unset)
      .set('key', text('hunter22'));
    const { inputs: given } = requestValues(inputs, values, 'run');
    expect(replayChanges(inputs, given, { recorded, values })).toEqual({ name: 'Grace', count: null, key: 'hunter22' });
  });
});

it('an input can have the name of what every object has', () => {
  const inputs = declare({ id: 'constructor', type: 'STRING', required: false }, { id: 'toString', type: 'SECRET' });
  const values = replayedValues(inputs, {});
  expect(values.get('constructor')).toEqual(unset);
  expect(replayChanges(inputs, {}, { recorded: {}, values })).toEqual({});
  const recorded = { constructor: 'a' };
  expect(replayChanges(inputs, {}, { recorded, values })).toEqual({ constructor: null });
});

it('the key of a request stays while the request does', () => {
  const key = new RunKey();
  const first = key.of('a');
  expect(key.of('a')).toBe(first);
  expect(key.of('b')).not.toBe(first);
});

it('reads labels from lines', () => {
  expect(readLabels('reason: nightly\n\n team:a:b ')).toEqual({ labels: { reason: 'nightly', team: 'a:b' } });
  expect(readLabels('nonsense').problem).toContain('nonsense');
});
