import type { AnsiPiece } from './ansi.ts';
import { slicePieces } from './line-cells.ts';
import type { MarkedPiece } from './log-text.tsx';

/** In one row: more marks would be slow, and impossible to tell apart. */
const maxMarks = 200;

/** The pieces, cut where a text occurs, ignoring case. @param wanted in lower case; empty for none */
export function withMatches(pieces: readonly AnsiPiece[], wanted: string): readonly MarkedPiece[] {
  if (wanted === '') return pieces;
  const all = pieces
    .map(({ text }) => text)
    .join('')
    .toLowerCase();
  const marked: MarkedPiece[] = [];
  let end = 0;
  for (let count = 0, at = all.indexOf(wanted); at >= 0 && count < maxMarks; at = all.indexOf(wanted, end), count++) {
    marked.push(...slicePieces(pieces, end, at));
    end = at + wanted.length;
    for (const piece of slicePieces(pieces, at, end)) marked.push({ ...piece, isFound: true });
  }
  return [...marked, ...slicePieces(pieces, end, Infinity)];
}
