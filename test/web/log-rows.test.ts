import fastCheck from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowCount, rowStarts, slicePieces } from '../../web/src/log/line-cells.ts';
import { LogLines } from '../../web/src/log/log-lines.ts';
import { LogRows, maxShown } from '../../web/src/log/log-rows.ts';
import { selectedText } from '../../web/src/log/log-selection.ts';

describe('a line that is wrapped', () => {
  it.each([
    ['', 20, [0]],
    ['x'.repeat(20), 20, [0]],
    ['x'.repeat(41), 20, [0, 20, 40]],
    ['日'.repeat(15), 20, [0, 10]],
    ['😀'.repeat(15), 20, [0, 20]],
    ['e\u0301'.repeat(20), 20, [0]],
    ['a\tb\tc\td', 20, [0, 5]],
  ])('%j in %i cells has rows at %j', (text, columns, starts) => {
    expect(rowStarts(text, columns)).toEqual(starts);
    expect(rowCount(text, columns)).toBe(starts.length);
  });

  it('has as many rows as are counted, which together are the line', () => {
    fastCheck.assert(
      fastCheck.property(
        fastCheck.string({ unit: 'grapheme' }),
        fastCheck.integer({ min: 8, max: 40 }),
        (text, columns) => {
          const starts = rowStarts(text, columns);
          expect(rowCount(text, columns)).toBe(starts.length);
          expect(starts.map((start, row) => text.slice(start, starts[row + 1])).join('')).toBe(text);
        },
      ),
    );
  });

  it('keeps the styles of its pieces', () => {
    const pieces = [
      { text: 'abc', style: {} },
      { text: 'def', style: { color: 'red' } },
    ];
    expect(slicePieces(pieces, 2, 5)).toEqual([
      { text: 'c', style: {} },
      { text: 'de', style: { color: 'red' } },
    ]);
  });
});

describe('the rows of a log', () => {
  const lines = new LogLines();
  lines.append(['short', 'x'.repeat(45), '', 'y'.repeat(maxShown + 5)]);

  it('are its lines, of which the longest are cut', () => {
    const rows = new LogRows(lines, undefined);
    expect(rows.count).toBe(4);
    expect(rows.slice(2, 4)).toEqual([
      { line: 2, start: 0, end: 0 },
      { line: 3, start: 0, end: maxShown },
    ]);
  });

  it('are parts of its lines if it is wrapped, and nothing is cut', () => {
    const rows = new LogRows(lines, 20);
    expect(rows.count).toBe(1 + 3 + 1 + 201);
    expect([0, 1, 2, 3].map((line) => rows.rowOf(line))).toEqual([0, 1, 4, 5]);
    expect([0, 1, 3, 4, 5, 205].map((row) => rows.lineOf(row))).toEqual([0, 1, 1, 2, 3, 3]);
    expect(rows.slice(2, 5)).toEqual([
      { line: 1, start: 20, end: 40 },
      { line: 1, start: 40, end: 45 },
      { line: 2, start: 0, end: 0 },
    ]);
    expect(rows.slice(205, 300)).toEqual([{ line: 3, start: 4000, end: 4005 }]);
  });

  it('are only those of some lines', () => {
    const only = [1, 3];
    const rows = new LogRows(lines, undefined, only);
    expect(rows.count).toBe(2);
    expect(rows.slice(0, 9).map(({ line }) => line)).toEqual([1, 3]);
    expect([0, 1, 2, 3, 4].map((line) => rows.rowOf(line))).toEqual([0, 0, 1, 1, 2]);
    expect([0, 1, 2].map((row) => rows.lineOf(row))).toEqual([1, 3, 3]);
    expect([0, 1, 2, 3].map((line) => rows.shows(line))).toEqual([false, true, false, true]);
    const wrapped = new LogRows(lines, 20, only);
    expect(wrapped.count).toBe(3 + 201);
    expect([0, 1, 2, 3].map((line) => wrapped.rowOf(line))).toEqual([0, 0, 3, 3]);
    expect([2, 3, 203].map((row) => wrapped.lineOf(row))).toEqual([1, 3, 3]);
    expect(wrapped.slice(2, 4)).toEqual([
      { line: 1, start: 40, end: 45 },
      { line: 3, start: 0, end: 20 },
    ]);
    const growing = [1];
    const later = new LogRows(lines, 20, growing);
    expect(later.count).toBe(3);
    growing.push(2);
    expect(later.count).toBe(4);
  });

  it('copy only the selected lines that are shown', () => {
    const text = new LogLines();
    text.append(['one', 'two', 'three', 'four']);
    const selection = { from: { line: 0, character: 1 }, to: { line: 3, character: 2 } };
    expect(selectedText(text, new LogRows(text, undefined), selection)).toBe('ne\ntwo\nthree\nfo');
    expect(selectedText(text, new LogRows(text, undefined, [0, 2, 3]), selection)).toBe('ne\nthree\nfo');
  });

  it('grow with it', () => {
    const growing = new LogLines();
    const rows = new LogRows(growing, 20);
    expect(rows.count).toBe(0);
    growing.append(Array.from({ length: 5000 }, () => 'z'.repeat(30)));
    expect(rows.count).toBe(10_000);
    expect(rows.lineOf(9_999)).toBe(4_999);
  });
});
