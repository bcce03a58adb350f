import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { languageOperations, type LanguageOperations } from '../../../src/abilities/documents/language-operations.ts';
import { languageOptions } from '../../../src/abilities/documents/language-options.ts';
import { languageProcesses } from '../../../src/abilities/documents/open-language.ts';
import { separateLanguage } from '../../../src/abilities/documents/separate-language.ts';
import { sizedLanguage } from '../../../src/abilities/documents/sized-language.ts';
import type { FlowSource } from '../../../src/language/document/flow-document.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { loadTaskTypes } from '../../../src/language/task-loader/load-task-types.ts';
import { largeFlow } from '../../support/large-flow.ts';

const settings = { vendor: 'vendor', prefix: 'VENDOR', taskSettings: {}, taskFolders: [], limits: defaultFlowLimits };
const options = languageOptions(settings, await loadTaskTypes(settings));
const here = languageOperations(options);
const pool = languageProcesses(settings);
const elsewhere = separateLanguage(pool);
afterAll(() => pool.close());

const folder = join(import.meta.dirname, '..', '..', 'golden', 'flows');
const sources = readdirSync(folder).map((behaviour): [string, FlowSource] => {
  const format = existsSync(join(folder, behaviour, 'flow.json')) ? 'json' : 'yaml';
  return [behaviour, { text: readFileSync(join(folder, behaviour, `flow.${format}`), 'utf8'), format }];
});

describe('a thread returns the same result for a flow', () => {
  test.each(sources)('%s', async (_behaviour, source) => {
    const check = here.check(source);
    const found = await elsewhere.check(source, 'ada');
    expect(found).toEqual(check);
    expect(JSON.stringify(found)).toBe(JSON.stringify(check));
    expect(await elsewhere.valueOf(source, 'ada')).toEqual(here.valueOf(source));
    const problems = [{ code: 'invalid-value', message: 'No.', path: ['tasks', 0, 'id'] }] as const;
    expect(await elsewhere.locate({ source, problems }, 'ada')).toEqual(here.locate({ source, problems }));
    if (check.flow === undefined || found.flow === undefined) return;
    const request = {
      called: new Map([['examples/hello@', { flow: check.flow, revision: 3 }]]),
      revision: 2,
      parameters: 'external',
    } as const;
    expect(await elsewhere.transpile({ ...request, flow: found.flow }, 'ada')).toEqual(
      here.transpile({ ...request, flow: check.flow }),
    );
  });

  test('and for the diff of two texts', async () => {
    const [from, to] = [
      { name: 'a@1', text: 'a\nb\n' },
      { name: 'a@2', text: 'a\nc\n', time: '2026-01-01' },
    ];
    expect(await elsewhere.diff({ from, to }, 'ada')).toBe(here.diff({ from, to }));
  });
});

describe('a document that takes too long', () => {
  const tooLong = separateLanguage({ run: async () => ({ kind: 'too-long' }) });

  test.each([
    ['yaml', { line: 1, column: 1, endLine: 1, endColumn: 1 }],
    ['json', {}],
  ] as const)('is too complex: %s', async (format, place) => {
    const message =
      'Checking the document takes more than 15 seconds or exceeds the memory limit. Simplify the document.';
    expect(await tooLong.check({ text: '{}', format }, 'ada')).toEqual({
      problems: [{ code: 'yaml-too-complex', severity: 'error', message, path: '', ...place }],
    });
  });

  test('rejects other operations on the document', async () => {
    await expect(tooLong.valueOf({ text: '{}', format: 'yaml' }, 'ada')).rejects.toMatchObject({
      code: 'too-busy',
    });
  });
});

describe('the size decides', () => {
  const asked: string[] = [];
  const noted = Object.entries(here).map(([name, operation]) => [
    name,
    (argument: never) => {
      asked.push(name);
      return (operation as (argument: never) => unknown)(argument);
    },
  ]);
  const sized = sizedLanguage(options, Object.fromEntries(noted));
  const flowOf = (tasks: number) => ({ text: largeFlow(tasks), format: 'yaml' }) as const;

  async function whereIs<Name extends keyof LanguageOperations>(
    name: Name,
    argument: Parameters<LanguageOperations[Name]>[0],
  ): Promise<string> {
    asked.length = 0;
    await (sized[name] as (argument: unknown, owner: string) => unknown)(argument, 'ada');
    return asked.length === 0 ? 'here' : 'elsewhere';
  }

  test('where a document is checked', async () => {
    expect(await whereIs('check', flowOf(2))).toBe('here');
    expect(await whereIs('check', flowOf(50))).toBe('elsewhere');
    expect(await whereIs('valueOf', flowOf(50))).toBe('elsewhere');
    expect(await whereIs('locate', { source: flowOf(50), problems: [] })).toBe('elsewhere');
  });

  test('and so does the number of its keys and values', async () => {
    const source = { text: `labels: [${'{},'.repeat(2000)}]\n`, format: 'yaml' } as const;
    expect(await whereIs('check', source)).toBe('elsewhere');
    expect(await whereIs('valueOf', source)).toBe('elsewhere');
    expect(await whereIs('outline', source)).toBe('elsewhere');
    expect(await sized.valueOf(source, 'ada')).toEqual(here.valueOf(source));
    expect(await whereIs('valueOf', { text: 'a: [', format: 'yaml' })).toBe('here');
  });

  test('but not only the size: patterns and schemas can take long', async () => {
    const slow = `id: a\nnamespace: b\ninputs:\n  - {id: x, type: STRING, pattern: '(?=(a+)+b)(a+)+$', defaults: ${'a'.repeat(40)}}\ntasks: []\n`;
    expect(await whereIs('check', { text: slow, format: 'yaml' })).toBe('elsewhere');
  });

  test('where a flow is transpiled, including the flows it calls', async () => {
    const flow = here.check(flowOf(4)).flow!;
    const large = here.check(flowOf(100)).flow!;
    expect(await whereIs('transpile', { flow, called: new Map(), parameters: 'declared' })).toBe('here');
    expect(await whereIs('transpile', { flow: large, called: new Map(), parameters: 'declared' })).toBe('elsewhere');
    const calling = here.check({
      text: 'id: a\nnamespace: b\ndescription: c\ntasks:\n  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: tests, flowId: large}\n',
      format: 'yaml',
    }).flow!;
    expect(
      await whereIs('transpile', {
        flow: calling,
        called: new Map([['tests/large@', { flow: large, revision: 1 }]]),
        parameters: 'declared',
      }),
    ).toBe('elsewhere');
    expect(
      await whereIs('transpile', {
        flow: calling,
        called: new Map([['b/a@', { flow: calling, revision: 1 }]]),
        parameters: 'declared',
      }),
    ).toBe('here');
  });

  test('where texts are compared', async () => {
    const texts = (from: string, to: string) => ({ from: { name: 'a', text: from }, to: { name: 'b', text: to } });
    expect(await whereIs('diff', texts('a\n', 'b\n'))).toBe('here');
    expect(await whereIs('diff', texts('a\n'.repeat(10_000), 'b\n'))).toBe('elsewhere');
    expect(await whereIs('diff', texts('a\nb\n'.repeat(2000), 'c\nd\n'.repeat(2000)))).toBe('elsewhere');
  });
});
