import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { FlowDocument, Place } from '../../../src/language/document/flow-document.ts';
import { defaultFlowLimits } from '../../../src/language/document/flow-limits.ts';
import { parseFlowDocument } from '../../../src/language/document/parse-flow-document.ts';

function parse(text: string): FlowDocument {
  const { document, problems } = parseFlowDocument({ text, format: 'yaml' }, defaultFlowLimits);
  if (document === undefined) throw new Error(problems[0]?.problem.message);
  return document;
}

function at(text: string, place: Place): string {
  const { start, end } = parse(text).locate(place);
  return text.slice(start, end);
}

describe('locate', () => {
  const text = 'first: 1\nlist:\n  - {a: 1, b: [x, "y"]}\n  - two\nempty:\nblock: |\n  text\nlast: end\n';

  test.each<[Place, string]>([
    [{ path: ['list', 0, 'b', 1] }, '"y"'],
    [{ path: ['list', 0, 'b'], at: 'key' }, 'b'],
    [{ path: ['list', 0], at: 'first-key' }, 'a'],
    [{ path: [], at: 'first-key' }, 'first'],
    [{ path: ['list', 1] }, 'two'],
    [{ path: ['empty'] }, ''],
    [{ path: ['block'] }, '|\n  text'],
    [{ path: ['first', 'nothing', 'here'] }, '1'],
    [{ path: ['list', 7] }, '- {a: 1, b: [x, "y"]}\n  - two'],
  ])('%j is %j', (place, expected) => expect(at(text, place)).toBe(expected));

  test('an alias resolves to its anchor', () => {
    expect(at('a: &x {b: 1}\nc: *x', { path: ['c', 'b'] })).toBe('1');
    expect(at('a: &x {b: 1}\nc: *x', { path: ['c'] })).toBe('*x');
  });

  test('lines and columns count from 1, in code units', () => {
    const document = parse('a: 🚀\r\nb: {c: d}\n');
    expect(document.sourceRange(document.locate({ path: ['b', 'c'] }))).toEqual({
      line: 2,
      column: 8,
      endLine: 2,
      endColumn: 9,
    });
    expect(document.sourceRange(document.locate({ path: ['a'] }))).toEqual({
      line: 1,
      column: 4,
      endLine: 1,
      endColumn: 6,
    });
  });

  test('a string from another scalar keeps its source text', () => {
    const document = parse('a: 3.10\nb: 123456789012345678901234567890\nc: true\nd: *x'.replace('*x', '0o17'));
    expect(['a', 'b', 'c', 'd', 'e'].map((key) => document.sourceText([key]))).toEqual([
      '3.10',
      '123456789012345678901234567890',
      'true',
      '0o17',
      undefined,
    ]);
  });
});

describe('a part of a string', () => {
  test.each([
    ['plain', 'x: some {{ here }} text'],
    ['plain over lines', 'x: some\n  more {{ here }}\n\n  text'],
    ['single quotes', "x: 'it''s {{ here }} '"],
    ['double quotes', 'x: "a \\"b\\" \\n\\u00e9\\U0001F600\\x41\\\n   \\ z {{ here }} e"'],
    ['literal', 'x: | # comment {{ here }}\n  some\n\n   indented {{ here }}\n  text\n'],
    ['folded', 'x: >-\n  some\n  more\n\n  {{ here }} text\n'],
    ['indentation given', 'x: |2\n    {{ here }}\n'],
    ['CRLF', 'x: |\r\n  some\r\n  {{ here }}\r\n'],
  ])('%s', (_style, text) => {
    const document = parse(text);
    const value = (document.value as { x: string }).x; // as written above
    const start = value.indexOf('{{ here }}');
    const range = document.locate({ path: ['x'], range: { start, end: start + '{{ here }}'.length } });
    expect(text.slice(range.start, range.end)).toBe('{{ here }}');
    expect(range.start).toBe(text.lastIndexOf('{{ here }}'));
  });

  test('is found in every scalar style', () => {
    const styles = fc.constantFrom('PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED');
    const words = fc.array(
      fc.oneof(fc.constantFrom(' ', '\n', "'", '"', '\\', '#', ': '), fc.string({ unit: 'grapheme' })),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(words, words, styles, (before, after, defaultStringType) => {
        const text = stringify({ x: `${before.join('')}MARK${after.join('')}` }, { defaultStringType, lineWidth: 30 });
        const document = parse(text);
        const { x } = document.value as { x: string }; // as written above
        const start = x.indexOf('MARK');
        const range = document.locate({ path: ['x'], range: { start, end: start + 4 } });
        // Double quotes may break a line in the middle of a word.
        expect(text.slice(range.start, range.end).replace(/\\\n */, '')).toBe('MARK');
      }),
    );
  });
});
