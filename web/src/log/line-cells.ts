import type { AnsiPiece } from './ansi.ts';

const tabSize = 8;
// Scripts that are two cells wide, and pictures. A guess that is too wide only leaves space free.
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const narrow = /[\p{Mn}\p{Me}\p{Cf}]/u;
// oxlint-disable-next-line no-control-regex
const simple = /^[\u0020-\u007e]*$/;

/** Where the rows of a line begin if it is cut to this many cells of a monospaced font; the first one is at 0. */
export function rowStarts(text: string, columns: number): readonly number[] {
  if (simple.test(text)) {
    const rows = Math.max(1, Math.ceil(text.length / columns));
    return Array.from({ length: rows }, (_, row) => row * columns);
  }
  const starts = [0];
  let cell = 0;
  let index = 0;
  for (const character of text) {
    const cells = cellsOf(character, cell);
    if (cell + cells > columns && cell > 0) {
      starts.push(index);
      cell = 0;
    }
    cell += cellsOf(character, cell);
    index += character.length;
  }
  return starts;
}

/** How many rows `rowStarts` makes. */
export function rowCount(text: string, columns: number): number {
  if (text.length <= columns / tabSize) return 1;
  return simple.test(text) ? Math.max(1, Math.ceil(text.length / columns)) : rowStarts(text, columns).length;
}

function cellsOf(character: string, cell: number): number {
  if (character === '\t') return tabSize - (cell % tabSize);
  if (character < '\u0300') return 1;
  if (narrow.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}

/** The pieces between two places of the text that they make up. */
export function slicePieces(pieces: readonly AnsiPiece[], start: number, end: number): readonly AnsiPiece[] {
  const cut: AnsiPiece[] = [];
  let from = 0;
  for (const { text, style } of pieces) {
    const part = text.slice(Math.max(0, start - from), Math.max(0, end - from));
    if (part !== '') cut.push({ text: part, style });
    from += text.length;
    if (from >= end) break;
  }
  return cut;
}
