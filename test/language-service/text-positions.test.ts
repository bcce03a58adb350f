import { expect, test } from 'vitest';
import { TextPositions } from '../../src/language-service/text-positions.ts';

const positions = new TextPositions('a😀b\r\nc\n');

test.each([
  [0, 0, 0],
  [3, 0, 3],
  [6, 1, 0],
  [8, 2, 0],
])('offset %i is line %i, character %i, in UTF-16 code units', (offset, line, character) => {
  expect(positions.positionAt(offset)).toEqual({ line, character });
  expect(positions.offsetAt({ line, character })).toBe(offset);
});

test.each([
  [{ line: 0, character: 99 }, 4],
  [{ line: 9, character: 0 }, 8],
  [{ line: -1, character: 0 }, 0],
])('%j, which is outside the text, is offset %i', (position, offset) => {
  expect(positions.offsetAt(position)).toBe(offset);
});
