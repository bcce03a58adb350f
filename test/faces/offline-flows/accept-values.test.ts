import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { maskText } from '../../../src/base/masking/mask-text.ts';
import { acceptValues, type RunValues } from '../../../src/faces/offline-flows/accept-values.ts';
import { flow, folderOf, log, prepared, subflow } from './flow-folder.ts';

const says = `tasks:\n  - {id: say, ${log}, message: hello}\n`;

async function accept(body: string, values: Partial<RunValues>, files: Readonly<Record<string, string>> = {}) {
  const { ready, problems } = await prepared(flow('main', body), files);
  if (ready === undefined) throw new Error(JSON.stringify(problems));
  return acceptValues(ready, { inputs: {}, ...values });
}

async function accepted(...args: Parameters<typeof accept>) {
  const outcome = await accept(...args);
  if ('violations' in outcome) throw new Error(JSON.stringify(outcome.violations));
  return outcome;
}

async function violations(...args: Parameters<typeof accept>): Promise<readonly string[]> {
  const outcome = await accept(...args);
  return 'violations' in outcome ? outcome.violations.map(({ inputId, message }) => `${inputId}: ${message}`) : [];
}

it('passes texts by the types of their inputs, with defaults and without hidden inputs', async () => {
  const inputs = `inputs:
  - {id: count, type: INT}
  - {id: tags, type: MULTISELECT, values: [a, b]}
  - {id: size, type: FLOAT, defaults: 1.50}
  - {id: deep, type: BOOLEAN, defaults: false}
  - {id: hidden, type: STRING, defaults: x, depends_on: {inputs: [deep], condition: "inputs.deep == true"}}
${says}`;
  const { passed, inputs: shown } = await accepted(inputs, {
    inputs: { tags: ['b'] },
    texts: new Map([['count', '7']]),
  });
  expect([...passed]).toEqual([
    ['count', '7'],
    ['tags', '["b"]'],
    ['size', '1.5'],
    ['deep', 'false'],
  ]);
  expect(shown).toEqual({ count: 7, tags: ['b'], size: 1.5, deep: false });
});

it('reports every violation', async () => {
  const inputs = `inputs:\n  - {id: count, type: INT, max: 3}\n  - {id: name, type: STRING}\n${says}`;
  expect(await violations(inputs, { inputs: { coumt: 1 }, texts: new Map([['count', 'many']]) })).toEqual([
    'count: Value must be an integer; found the string "many"',
    'name: A value is required',
    'coumt: Unknown input "coumt". Did you mean "count"?',
  ]);
});

it('keeps secrets apart, including the defaults of called flows, and knows no credentials', async () => {
  const secret = 'inputs:\n  - {id: token, type: SECRET}\n';
  const child = flow('child', `inputs:\n  - {id: key, type: SECRET, defaults: correct-horse}\n${says}`);
  const calls = `tasks:\n  - {id: call, ${subflow}, namespace: tests, flowId: child}\n`;
  const { passed, secrets, inputs } = await accepted(
    secret + calls,
    { inputs: { token: 'hunter22' } },
    { 'child.yaml': child },
  );
  expect(passed.get('token')).toBe('hunter22');
  expect(secrets).toEqual(['hunter22', 'correct-horse']);
  expect(inputs).toEqual({ token: maskText });
  expect(await violations(secret + says, { inputs: { token: 'credential:ci-token' } })).toEqual([
    'token: Value names a credential of Jenkins, but the flow does not run on Jenkins; provide the secret itself, or name one that Flowgate reads, such as file:<name>',
  ]);
  const named = { 'child.yaml': child.replace('correct-horse', 'credential:ci-token') };
  await expect(accept(calls, {}, named)).rejects.toMatchObject({ code: 'flow-invalid' });
});

it('takes files of this machine', async () => {
  const inputs = `inputs:\n  - {id: data, type: FILE, allowed_extensions: [csv], max_size: 10B}\n${says}`;
  const folder = folderOf({ 'my data.csv': 'a,b', 'data.txt': 'x', 'long.csv': 'x'.repeat(11) });
  const files = (name: string, id = 'data') => ({ files: new Map([[id, join(folder, name)]]) });
  const { passed, openFile } = await accepted(inputs, files('my data.csv'));
  expect(passed.get('data')).toEqual({
    filename: 'my data.csv',
    path: '.flowgate/files/DATA/my data.csv',
    source: { kind: 'content', id: 'data', sha256: createHash('sha256').update('a,b').digest('hex') },
  });
  expect(await readText(await openFile('data'))).toBe('a,b');
  expect(await violations(inputs, files('data.txt'))).toEqual([expect.stringContaining('data: ')]);
  expect(await violations(inputs, files('long.csv'))).toEqual([
    'data: The file must have at most 10 bytes; found 11 bytes',
  ]);
  expect(await violations(inputs, files('my data.csv', 'dta'))).toEqual([
    'dta: Unknown input "dta". Did you mean "data"?',
    'data: A value is required',
  ]);
  expect(await violations(inputs, { inputs: { data: 'some-upload' } })).toEqual([
    'data: Value must be a file of this machine',
  ]);
  await expect(accept(inputs, files('absent.csv'))).rejects.toThrow('cannot read');
});

it('evaluates checks', async () => {
  const check = (behavior: string) =>
    `inputs:\n  - {id: count, type: INT}\nchecks:\n  - {condition: "inputs.count > 1", message: "Too few: {{ inputs.count }}", style: WARNING, behavior: ${behavior}}\n${says}`;
  const values = { inputs: { count: 1 } };
  expect(await accepted(check('CREATE_EXECUTION'), values)).toMatchObject({
    messages: [{ message: 'Too few: 1', style: 'WARNING' }],
    failure: undefined,
  });
  expect(await accepted(check('FAIL_EXECUTION'), values)).toMatchObject({ failure: 'Too few: 1' });
  await expect(accept(check('BLOCK_EXECUTION'), values)).rejects.toMatchObject({ code: 'execution-blocked' });
});

it('runs no disabled flow', async () => {
  await expect(accept(`disabled: true\n${says}`, {})).rejects.toMatchObject({ code: 'flow-disabled' });
});
