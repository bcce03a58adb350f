import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { problemRange } from '../../web/src/editor/problem-range.ts';

const text = Text.of(['id: a', '', 'tasks: 😀']);

it.each([
  ['a range', { line: 1, column: 1, endLine: 1, endColumn: 3 }, { from: 0, to: 2 }],
  ['a range over lines', { line: 1, column: 5, endLine: 3, endColumn: 6 }, { from: 4, to: 12 }],
  ['a point', { line: 1, column: 3 }, { from: 2, to: 3 }],
  ['a line', { line: 3 }, { from: 7, to: 8 }],
  ['the end of a line', { line: 1, column: 6 }, { from: 4, to: 5 }],
  ['an empty line', { line: 2, column: 1, endLine: 2, endColumn: 1 }, { from: 6, to: 6 }],
  ['a column after the line', { line: 1, column: 99, endLine: 1, endColumn: 120 }, { from: 4, to: 5 }],
  ['a line after the text', { line: 99, column: 1 }, { from: 7, to: 8 }],
  ['no place', {}, undefined],
])('%s', (_, position, range) => {
  expect(problemRange(text, position)).toEqual(range);
});
