import type { Scalar } from 'yaml';
import type { TextRange } from '../../problem/problem.ts';

type Style = Scalar.Type | null | undefined;

/**
 * Finds parts of a decoded scalar in its source. Folding and indentation change blanks alone, so the n-th visible
 * character of the value is the n-th visible one of the source, whatever the style; only quotes and escapes need care.
 * Made once for a scalar in linear time; each look-up is a search in what was found then.
 */
export class ScalarPlaces {
  readonly #length: number;
  /** Offsets in the value of its visible code units. */
  readonly #visible: readonly number[];
  /** Where in the source each of them stands. */
  readonly #units: readonly TextRange[];

  /** @param source the scalar as it stands in the document, quotes or the `|` included */
  constructor(value: string, source: string, style: Style) {
    this.#length = source.length;
    this.#visible = visibleOffsets(value);
    this.#units = sourceUnits(source, style);
  }

  /** Offsets into the source; from there to its end where the part holds nothing visible. */
  locate({ start, end }: TextRange): TextRange {
    const first = firstAtLeast(this.#visible, start);
    const last = firstAtLeast(this.#visible, end) - 1;
    const from = this.#units[first]?.start ?? 0;
    return { start: from, end: last < first ? this.#length : (this.#units[last]?.end ?? this.#length) };
  }
}

function visibleOffsets(text: string): number[] {
  const offsets: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) offsets.push(index);
  }
  return offsets;
}

/** The position of the first of the rising numbers that is not below the bound. */
function firstAtLeast(numbers: readonly number[], bound: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where each visible code unit of the value stands in the source; those of one escape sequence at the same place. */
function sourceUnits(source: string, style: Style): TextRange[] {
  const syntax = style === 'QUOTE_DOUBLE' ? doubleQuoted : style === 'QUOTE_SINGLE' ? singleQuoted : plain;
  const quote = syntax === plain ? 0 : 1;
  const isBlock = style === 'BLOCK_LITERAL' || style === 'BLOCK_FOLDED';
  const units: TextRange[] = [];
  const pattern = new RegExp(syntax, 'gs');
  // The line of `|` may hold a comment, and the content begins below it.
  pattern.lastIndex = isBlock ? source.indexOf('\n') + 1 : quote;
  for (let match = pattern.exec(source); match !== null; match = pattern.exec(source)) {
    const range = { start: match.index, end: pattern.lastIndex };
    if (range.end > source.length - quote) break;
    const count = syntax === doubleQuoted ? visibleOffsets(decodeEscape(match[0])).length : 1;
    for (let unit = 0; unit < count; unit++) units.push(range);
  }
  return units;
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
