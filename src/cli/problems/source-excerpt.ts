import type { SourceRange } from '../../problem/problem.ts';
import { excerptLine } from './excerpt-line.ts';

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
