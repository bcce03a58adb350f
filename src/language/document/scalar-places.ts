import type { Scalar } from 'yaml';
import type { TextRange } from '../../base/problem/problem.ts';
import { firstAtLeast } from '../../base/text/sorted-index.ts';

type Style = Scalar.Type | null | undefined;

/**
 * Finds parts of a decoded scalar in its source. Folding and indentation change only white space, so the n-th visible
 * character of the value is the n-th visible one of the source, whatever the style; only quotes and escapes need
 * special care. Created once for a scalar in linear time; each lookup is a binary search.
 */
export class ScalarPlaces {
  readonly #length: number;
  /** Offsets in the value of its visible code units. */
  readonly #visible: readonly number[];
  /** The positions of these code units in the source. */
  readonly #units: readonly TextRange[];

  /** @param source the scalar as written in the document, including quotes or the `|` */
  constructor(value: string, source: string, style: Style) {
    this.#length = source.length;
    this.#visible = visibleOffsets(value);
    this.#units = sourceUnits(source, style);
  }

  /** Offsets into the source; from there to its end if the part has nothing visible. */
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

/** The source position of each visible code unit of the value; those of one escape sequence have the same one. */
function sourceUnits(source: string, style: Style): TextRange[] {
  const syntax = style === 'QUOTE_DOUBLE' ? doubleQuoted : style === 'QUOTE_SINGLE' ? singleQuoted : plain;
  const quote = syntax === plain ? 0 : 1;
  const isBlock = style === 'BLOCK_LITERAL' || style === 'BLOCK_FOLDED';
  const units: TextRange[] = [];
  const pattern = new RegExp(syntax, 'gs');
  // The line of `|` may have a comment; the content starts below it.
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

/** A stand-in for the value of one escape sequence: only its length matters, and whether it is white space. */
function decodeEscape(text: string): string {
  if (!text.startsWith('\\')) return text;
  const letter = text.charAt(1);
  if (letter === 'x' || letter === 'u' || letter === 'U') {
    const code = Number.parseInt(text.slice(2), 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '?';
  }
  return ' \t\r\ntnr'.includes(letter) ? ' ' : '?';
}
