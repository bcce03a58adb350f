import type { Scalar } from 'yaml';
import type { TextRange } from '../../problem/problem.ts';

/**
 * Finds a part of a decoded scalar in its source. Folding and indentation change blanks alone, so the n-th visible
 * character of the value is the n-th visible one of the source, whatever the style; only quotes and escapes need care.
 *
 * @param value the decoded text, and `part` offsets into it
 * @param source the scalar as it stands in the document, quotes or the `|` included
 * @returns offsets into `source`; of all of it where the part holds nothing visible
 */
export function locateInScalar(value: string, part: TextRange, source: string, style: Scalar.Type | null | undefined): TextRange {
  const before = countVisible(value.slice(0, part.start));
  const inside = countVisible(value.slice(part.start, part.end));
  let start: number | undefined;
  let seen = 0;
  for (const unit of visibleUnits(source, style)) {
    if (seen === before) start = unit.start;
    seen += unit.count;
    if (start !== undefined && seen >= before + inside) return { start, end: unit.end };
  }
  return { start: start ?? 0, end: source.length };
}

/** One visible character of a source: an escape sequence is one, and may stand for two code units. */
interface Unit extends TextRange {
  readonly count: number;
}

function* visibleUnits(source: string, style: Scalar.Type | null | undefined): Generator<Unit> {
  const syntax = style === 'QUOTE_DOUBLE' ? doubleQuoted : style === 'QUOTE_SINGLE' ? singleQuoted : plain;
  const quote = syntax === plain ? 0 : 1;
  const isBlock = style === 'BLOCK_LITERAL' || style === 'BLOCK_FOLDED';
  // The line of `|` may hold a comment, and the content begins below it.
  const first = isBlock ? source.indexOf('\n') + 1 : quote;
  const pattern = new RegExp(syntax, 'gs');
  pattern.lastIndex = first;
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const end = match.index + match[0].length;
    if (end > source.length - quote) return;
    const count = countVisible(syntax === doubleQuoted ? decodeEscape(match[0]) : match[0].slice(0, 1));
    if (count > 0) yield { start: match.index, end, count };
  }
}

const plain = '[^ \\t\\r\\n]';
const singleQuoted = "''|[^ \\t\\r\\n]";
const doubleQuoted = '\\\\(?:x..|u.{4}|U.{8}|\\r\\n|.)|[^ \\t\\r\\n]';

/** The text of one escape sequence as far as it matters here: its length and whether it is blank. */
function decodeEscape(text: string): string {
  if (!text.startsWith('\\')) return text;
  const letter = text.charAt(1);
  if (letter === 'x' || letter === 'u' || letter === 'U') {
    const code = Number.parseInt(text.slice(2), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '?';
  }
  return ' \t\r\ntnr'.includes(letter) ? ' ' : '?';
}

function countVisible(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) count++;
  }
  return count;
}
