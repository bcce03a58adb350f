import stringWidth from 'string-width';
import type { SourceRange } from '../../../base/problem/problem.ts';
import { withoutControls } from '../terminal-text.ts';

/**
 * The lines of a range with marks under exactly the range, for a terminal. Of a range over several lines, the first and
 * the last are shown.
 * @param lines of the text
 * @param columns the width of the terminal
 */
export function sourceExcerpt(lines: readonly string[], range: SourceRange, columns: number): readonly string[] {
  const { line, column, endLine, endColumn } = withoutLineBreak(range, lines);
  const gutter = String(endLine).length;
  const width = Math.max(20, columns - gutter - 5);
  const shown = (number: number, from: number, to: number): readonly string[] => {
    const { text, start, length } = excerptLine(lines[number - 1] ?? '', { from, to, width });
    return [
      `  ${String(number).padStart(gutter)} | ${text}`,
      `  ${' '.repeat(gutter)} | ${' '.repeat(start)}${'^'.repeat(length)}`,
    ].map((each) => each.trimEnd());
  };
  if (endLine === line) return shown(line, column - 1, endColumn - 1);
  return [
    ...shown(line, column - 1, Infinity),
    ...(endLine > line + 1 ? [`  ${' '.repeat(gutter)} | ...`] : []),
    ...shown(endLine, indentOf(lines[endLine - 1] ?? ''), endColumn - 1),
  ];
}

/** A range that ends at the start of a line ends with the line before. */
function withoutLineBreak(range: SourceRange, lines: readonly string[]): SourceRange {
  const { line, column, endLine, endColumn } = range;
  if (endLine <= line) return { line, column, endLine: line, endColumn: Math.max(endColumn, column + 1) };
  const before = (lines[endLine - 1] ?? '').slice(0, endColumn - 1);
  if (before.trim() !== '') return range;
  const last = endLine - 1;
  return withoutLineBreak({ line, column, endLine: last, endColumn: (lines[last - 1] ?? '').length + 1 }, lines);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

interface ExcerptOptions {
  /** The marked part of the line, as offsets in UTF-16 code units; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  /** The number of columns that the line may use. */
  readonly width: number;
}

/** A line as a terminal shows it, and the columns of its marked part. */
interface ExcerptLine {
  readonly text: string;
  /** Columns before the mark. */
  readonly start: number;
  /** Columns of the mark, at least one. */
  readonly length: number;
}

/** A character as a reader sees it, which can be several code units and columns. */
interface Cell {
  /** Offsets in the line; the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly width: number;
}

const tabWidth = 4;
const cutMark = '...';
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Makes a line of a document harmless for a terminal, and cuts it so that the marked part is visible. */
function excerptLine(line: string, { from, to, width }: ExcerptOptions): ExcerptLine {
  const text = line.trimEnd();
  // Only what can be visible is measured: a line can have a million characters.
  const first = boundary(text, from - 2 * width);
  const last = boundary(text, from + 2 * width);
  const cells = cellsOf(text.slice(first, last), first);
  const marked = cells.findIndex(({ end }) => end > from);
  const at = marked === -1 ? cells.length : marked;
  const isWhole = first === 0 && last === text.length && widthOf(cells) <= width;
  const [begin, stop] = isWhole ? [0, cells.length] : visibleCells(cells, at, width - 2 * cutMark.length);
  const shown = cells.slice(begin, stop);
  const isCutBefore = first > 0 || begin > 0;
  const isCutAfter = last < text.length || stop < cells.length;
  const before = (isCutBefore ? cutMark.length : 0) + widthOf(shown.slice(0, at - begin));
  const inMark = shown.slice(at - begin).filter(({ start }) => start < to);
  return {
    text: [isCutBefore ? cutMark : '', ...shown.map((cell) => cell.text), isCutAfter ? cutMark : ''].join(''),
    start: before,
    length: Math.max(1, widthOf(inMark)),
  };
}

/** The cells around one of them that fit, with a third of the room before it. */
function visibleCells(cells: readonly Cell[], at: number, width: number): readonly [number, number] {
  let [begin, end] = [at, at];
  let left = width;
  const take = (index: number, room: number): boolean => {
    const cell = cells[index];
    if (cell === undefined || cell.width > room) return false;
    left -= cell.width;
    return true;
  };
  while (take(begin - 1, left - (width * 2) / 3)) begin -= 1;
  while (take(end, left)) end += 1;
  while (take(begin - 1, left)) begin -= 1;
  return [begin, end];
}

function cellsOf(text: string, offset: number): readonly Cell[] {
  let column = 0;
  return Array.from(graphemes.segment(text), ({ segment, index }) => {
    const shown = segment === '\t' ? ' '.repeat(tabWidth - (column % tabWidth)) : withoutControls(segment);
    const width = stringWidth(shown);
    column += width;
    return { start: offset + index, end: offset + index + segment.length, text: shown, width };
  });
}

/** An offset within the text that does not split a pair of surrogates. */
function boundary(text: string, offset: number): number {
  const index = Math.min(Math.max(0, offset), text.length);
  return /[\udc00-\udfff]/.test(text.charAt(index)) && index > 0 ? index - 1 : index;
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}
