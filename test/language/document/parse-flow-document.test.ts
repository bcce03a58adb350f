import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FlowSource } from '../../../src/language/document/flow-document.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { parseFlowDocument } from '../../../src/language/document/parse-flow-document.ts';
import { flowText } from '../../support/gateway.ts';

function parse(text: string, format: FlowSource['format'] = 'yaml') {
  return parseFlowDocument({ text, format }, defaultFlowLimits);
}

/** The value, and the problem codes with the pieces of text that they point at. */
function outcome(text: string, format: FlowSource['format'] = 'yaml') {
  const { document, problems } = parse(text, format);
  return {
    value: document?.value,
    problems: problems.map(({ problem: { code, path }, source: { start, end } }) => [
      code,
      path.join('/'),
      text.slice(start, end),
    ]),
  };
}

describe('values', () => {
  test.each<[title: string, text: string, value: unknown]>([
    ['nothing', '', null],
    ['a comment', '# nothing\n', null],
    ['an end marker', '---\na: 1\n...\n', { a: 1 }],
    ['a byte-order mark and CRLF', '\uFEFFa: 1\r\nb: |\r\n  x\r\n  y\r\n', { a: 1, b: 'x\ny\n' }],
    [
      'words that are booleans and dates in YAML 1.1',
      'a: yes\nb: 2024-01-01\nc: 1_000',
      { a: 'yes', b: '2024-01-01', c: '1_000' },
    ],
    ['a document that says it is YAML 1.1', '%YAML 1.1\n---\na: yes\nb: 017', { a: 'yes', b: 17 }],
    ['octal and hexadecimal numbers', 'a: 0o17\nb: 0x1F', { a: 15, b: 31 }],
    ['numbers that JSON cannot represent', 'a: 1e999\nb: .inf\nc: .nan', { a: '1e999', b: '.inf', c: '.nan' }],
    ['plain keys of other types', '1: a\ntrue: b\n2.50: c', { '1': 'a', true: 'b', '2.50': 'c' }],
    ['aliases', 'a: &x [1]\nb: *x\n&k key: c\nd: {*k : e}', { a: [1], b: [1], key: 'c', d: { key: 'e' } }],
    ['tags of the core schema', 'a: !!str 3\nb: ! 4', { a: '3', b: '4' }],
  ])('%s', (_title, text, value) => {
    expect(outcome(text)).toEqual({ value, problems: [] });
  });

  test('names of JavaScript objects are ordinary keys', () => {
    const { document } = parse('__proto__: {polluted: true}\nconstructor: 1\ntoString: 2');
    expect(Object.keys(document?.value as object)).toEqual(['__proto__', 'constructor', 'toString']); // a map, as written above
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('problems with a value', () => {
  test.each<[title: string, text: string, value: unknown, problems: unknown]>([
    ['of two equal keys, the first one counts', 'a: 1\nb: 2\na: 3', { a: 1, b: 2 }, [['yaml-duplicate-key', 'a', 'a']]],
    ['keys are compared as strings', '1: a\n"1": b', { '1': 'a' }, [['yaml-duplicate-key', '1', '"1"']]],
    ['keys that are collections', '? [a]\n: 1\nb: 2', { b: 2 }, [['wrong-type', '', '[a]']]],
    [
      'a reference without quotes',
      'a:\n  - {{ inputs.x }}',
      { a: ['{{ inputs.x }}'] },
      [['wrong-type', 'a/0', '{{ inputs.x }}']],
    ],
    [
      'merge keys',
      'a: &x {b: 1}\nc: {<<: *x, d: 2}',
      { a: { b: 1 }, c: { d: 2 } },
      [['unknown-property', 'c/<<', '<<']],
    ],
    ['a quoted << is a key', 'a: {"<<": 1}', { a: { '<<': 1 } }, []],
    [
      'foreign tags',
      'a: !!binary aGk=\nb: !x [1]',
      { a: 'aGk=', b: [1] },
      [
        ['invalid-value', 'a', 'aGk='],
        ['invalid-value', 'b', '[1]'],
      ],
    ],
    ['NUL', 'a: "x\\0"', { a: 'x\0' }, [['invalid-value', 'a', '"x\\0"']]],
    [
      'an unpaired surrogate',
      'a: "\\ud83d"\nb: "\\ud83d\\ude80"',
      { a: '\ud83d', b: '🚀' },
      [['invalid-value', 'a', '"\\ud83d"']],
    ],
  ])('%s', (_title, text, value, problems) => {
    expect(outcome(text)).toEqual({ value, problems });
  });
});

describe('texts that are not a document', () => {
  test.each<[title: string, text: string, code: string, at: string]>([
    ['an open quote', 'a: "b', 'yaml-syntax', ''],
    ['a tab as indentation', 'a:\n\tb: 1', 'yaml-syntax', '\t'],
    ['wrong indentation', 'a:\n    b: 1\n  c: 2', 'yaml-syntax', 'c'],
    ['two documents', 'a: 1\n---\nb: 2', 'yaml-syntax', '---'],
    ['an unknown anchor', 'a: *b', 'yaml-syntax', '*b'],
    ['an alias in its own anchor', 'a: &b [*b]', 'yaml-too-complex', '*b'],
  ])('%s', (_title, text, code, at) => {
    const { value, problems } = outcome(text);
    expect(value).toBeUndefined();
    expect(problems[0]).toEqual([code, expect.any(String), expect.stringContaining(at)]);
  });

  test('names a long anchor without repeating it', () => {
    expect(parse(`a: *${'x'.repeat(50_000)}`).problems[0]?.problem.message.length).toBeLessThan(200);
    expect(parse(`a: &${'x'.repeat(50_000)} [*${'x'.repeat(50_000)}]`).problems[0]?.problem.message).toContain('…');
  });

  test('gives advice for an unquoted reference before other text', () => {
    expect(parse('a: {{ inputs.x }} b').problems[0]?.problem.message).toContain('needs quotes');
  });
});

describe('limits', () => {
  const tooComplex = [['yaml-too-complex', expect.any(String), expect.any(String)]];

  test('accepts 64 levels and rejects 65, in every style', () => {
    const nest = (depth: number) => [
      '['.repeat(depth) + ']'.repeat(depth),
      '{a: '.repeat(depth) + '}'.repeat(depth),
      '- '.repeat(depth) + 'x',
      Array.from({ length: depth }, (_, level) => `${' '.repeat(level)}a:\n`).join('') + `${' '.repeat(depth)}x`,
    ];
    for (const text of nest(64)) expect(outcome(text).problems).toEqual([]);
    for (const text of nest(65)) expect(outcome(text)).toEqual({ value: undefined, problems: tooComplex });
  });

  test.each([
    [
      'keys and values',
      (count: number) => Array.from({ length: count / 2 }, (_, index) => `k${index}: v\n`).join(''),
      2,
    ],
    ['plain strings in a list', (count: number) => `[${'1,'.repeat(count - 1)}]`, 1],
    ['quoted strings in a list', (count: number) => `['x',${'"y",'.repeat(count - 2)}]`, 1],
    ['maps in a list', (count: number) => `[${'{},'.repeat(count - 1)}]`, 1],
    ['empty values in a list', (count: number) => `[x${',:'.repeat((count - 2) / 2)}]`, 2],
    ['block items', (count: number) => '- x\n'.repeat(count / 2), 2],
    ['items without a value', (count: number) => '-\n'.repeat(count), 1],
  ])('stops after the max number of nodes: %s', (_title, write, step) => {
    const limits = { ...defaultFlowLimits, yamlNodes: 1000 };
    expect(
      parseFlowDocument({ text: write(1000), format: 'yaml' }, limits).problems.filter(
        ({ problem }) => problem.code === 'yaml-too-complex',
      ),
    ).toEqual([]);
    const text = write(1000 + step);
    const { document, problems } = parseFlowDocument({ text: `${text}\n# behind\n`, format: 'yaml' }, limits);
    expect(document).toBeUndefined();
    expect(problems).toMatchObject([
      {
        problem: {
          code: 'yaml-too-complex',
          message: 'The document has too many keys and values; the maximum is 1000. Split it into several flows.',
        },
      },
    ]);
    expect(problems[0]?.source.start).toBeGreaterThan(text.length - 10);
    expect(problems[0]?.source.start).toBeLessThanOrEqual(text.length);
  });

  test('accepts 100 aliases and rejects 101', () => {
    const aliases = (count: number) => `a: &a 1\nb: [${Array.from({ length: count }, () => '*a').join(', ')}]`;
    expect(outcome(aliases(100)).problems).toEqual([]);
    expect(outcome(aliases(101))).toEqual({ value: undefined, problems: tooComplex });
  });

  test('aliases inside anchors count each time', () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `a${level + 1}: &a${level + 1} [*a${level}, *a${level}]\n`,
    ).join('');
    expect(outcome(`a0: &a0 x\n${levels}`).problems).toEqual(tooComplex);
  });

  test('aliases of a large string are rejected before they fill the memory', () => {
    const list = Array.from({ length: 100 }, () => '*a').join(', ');
    expect(outcome(`a: &a ${'x'.repeat(200_000)}\nb: [${list}]`).problems).toEqual(tooComplex);
  });

  test('the limit of 256 KiB counts bytes', () => {
    expect(outcome(`a: ${'x'.repeat(256 * 1024 - 3)}`).problems).toEqual([]);
    expect(outcome(`a: ${'é'.repeat(128 * 1024)}`).problems).toEqual(tooComplex);
  });

  test.each([
    ['commas', `[${','.repeat(200_000)}]`],
    ['closing brackets', ']'.repeat(200_000)],
    ['open quotes', '- "\n'.repeat(60_000)],
    ['anchors', '&a '.repeat(80_000)],
    ['tags', `[${'!a x,'.repeat(40_000)}]`],
    ['equal keys', `{${'a: 1,'.repeat(40_000)}}`],
  ])('limits the number of problems of a document: %s', (_title, text) => {
    const { problems } = parse(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(1000);
  });
});

describe('JSON', () => {
  test('gives the same value as JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const { document, problems } = parse(text, 'json');
        expect(problems.filter(({ problem }) => problem.code !== 'invalid-value')).toEqual([]);
        expect(document?.value).toEqual(JSON.parse(text));
      }),
    );
  });

  test("supports JSON's long keys, escapes and line ends", () => {
    const text = `{"${'k'.repeat(3000)}":\t"a\\/\\u00e9\\n",\r\n"b": -0.0}`;
    expect(outcome(text, 'json')).toEqual({ value: JSON.parse(text), problems: [] });
  });

  test('keeps the source text of numbers and has no line numbers', () => {
    const { document } = parse('{"a": 3.10}', 'json');
    expect(document?.sourceText(['a'])).toBe('3.10');
    expect(document?.sourceRange({ start: 0, end: 1 })).toBeUndefined();
  });

  test('reports equal keys', () => {
    expect(outcome('{"a": 1, "a": 2}', 'json').problems).toEqual([['yaml-duplicate-key', 'a', '"a"']]);
  });

  test.each(['{a: 1}', '{"a": 1,}', '', 'a: 1', '[1'])('%j is not JSON', (text) => {
    expect(outcome(text, 'json')).toEqual({ value: undefined, problems: [['yaml-syntax', '', '']] });
  });
});

describe('a flow without its line breaks', () => {
  /** The text as `curl -d @file` sends it. */
  const squeezed = (text: string) => text.replaceAll(/[\r\n\0]/g, '');
  const messages = (text: string) => parse(text).problems.map(({ problem }) => `${problem.code}: ${problem.message}`);

  test.each([
    ['a flow', flowText()],
    ['a flow after a comment', `# What it is for\n${flowText()}`],
    [
      'a flow with a description first',
      flowText().replace('id: hello\n', '').replace('namespace: examples\n', 'namespace: examples\nid: hello\n'),
    ],
  ])('gets advice about curl: %s', (_, text) => {
    expect(messages(squeezed(text))).toEqual([expect.stringMatching(/^yaml-syntax: .*--data-binary @flow\.yaml/)]);
  });

  test.each([
    '{id: x, namespace: a, tasks: [{id: t, type: y}]}',
    'id: x',
    '# tasks: - id: x',
    'id: x\nnamespace: [\ntasks: - x\n',
  ])('%j gets no advice', (text) => {
    expect(messages(text).join()).not.toContain('--data-binary');
  });
});
