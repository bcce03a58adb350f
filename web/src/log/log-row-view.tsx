import { memo, type MouseEvent } from 'react';
import type { AnsiPiece } from './ansi.ts';
import { slicePieces } from './line-cells.ts';
import type { LinkedLines } from './line-hash.ts';
import type { LogLines } from './log-lines.ts';
import type { LogRow, LogRows } from './log-rows.ts';
import type { LogSelection } from './log-selection.ts';
import { LogText, type MarkedPiece } from './log-text.tsx';
import type { ShownSearch } from './use-log-search.ts';
import type { RowWindow } from './visible-rows.ts';

export interface LogRowViewProps {
  readonly lines: LogLines;
  /** From 0. */
  readonly line: number;
  /** The part of the text of the line. Only the first row of a line shows its number. */
  readonly start: number;
  readonly end: number;
  /** Pixels from the top of everything. */
  readonly top: number;
  readonly mark: 'none' | 'match' | 'current' | 'linked';
  /** What is searched, in lower case; marked where it occurs. */
  readonly wanted: string;
  /** Characters of the line that no row shows. */
  readonly hidden: number;
  readonly onLink: (number: number, isRange: boolean) => void;
  readonly onShowAll: (number: number) => void;
}

/** A row of a log. Its text is never interpreted, except for colours. */
export const LogRowView = memo(function LogRowView(props: LogRowViewProps) {
  const { lines, line, start, end, top, mark, wanted, hidden, onLink, onShowAll } = props;
  const number = line + 1;
  const link = (event: MouseEvent) => {
    event.preventDefault();
    onLink(number, event.shiftKey);
  };
  const pieces = slicePieces(lines.pieces(line), start, end);
  return (
    <div className="log-line" data-mark={mark} data-line={number} data-start={start} style={{ top }}>
      <a href={`#L${number}`} className="log-number" aria-label={`Line ${number}`} tabIndex={-1} onClick={link}>
        {start === 0 && number}
      </a>
      <span className="log-text">
        <LogText pieces={withMatches(pieces, wanted)} />
      </span>
      {hidden > 0 && (
        <button type="button" className="log-more" onClick={() => onShowAll(number)}>
          Show {hidden.toLocaleString('en')} more characters
        </button>
      )}
    </div>
  );
});

/** In one row: more marks would be slow, and impossible to tell apart. */
const maxMarks = 200;

/** The pieces, cut where a text occurs, ignoring case. @param wanted empty for none */
function withMatches(pieces: readonly AnsiPiece[], wanted: string): readonly MarkedPiece[] {
  if (wanted === '') return pieces;
  const all = pieces
    .map(({ text }) => text)
    .join('')
    .toLowerCase();
  const found: number[] = [];
  for (let at = all.indexOf(wanted); at >= 0 && found.length < maxMarks; at = all.indexOf(wanted, at + wanted.length))
    found.push(at);
  const cuts = found.flatMap((at) => [at, at + wanted.length]);
  let from = 0;
  return pieces.flatMap(({ text, style }) => {
    const begin = from;
    from += text.length;
    const edges = [begin, ...cuts.filter((cut) => cut > begin && cut < from), from];
    return edges.slice(1).map((end, index) => {
      const start = edges[index]!;
      const isFound = found.some((at) => start >= at && start < at + wanted.length);
      return { text: text.slice(start - begin, end - begin), style, isFound };
    });
  });
}

export interface LogRowsViewProps extends Pick<LogRowViewProps, 'onLink' | 'onShowAll'> {
  readonly lines: LogLines;
  readonly rows: LogRows;
  readonly window: RowWindow;
  readonly selection: LogSelection | undefined;
  readonly search: ShownSearch;
  readonly linked: LinkedLines | undefined;
}

/** The rows in sight, and those at the ends of a selection: without them, the browser would forget it. */
export function LogRowsView({ lines, rows, window, selection, search, linked, ...handlers }: LogRowsViewProps) {
  const wanted = search.text.toLowerCase();
  const markOf = (line: number) => {
    if (linked !== undefined && line + 1 >= linked.from && line + 1 <= linked.to) return 'linked';
    if (line === search.current) return 'current';
    return search.isMatch(line) ? 'match' : 'none';
  };
  return mountedRows(rows, window, selection).map(({ row, line, start, end }) => {
    const mark = markOf(line);
    return (
      <LogRowView
        key={row}
        lines={lines}
        line={line}
        start={start}
        end={end}
        top={window.topOf(row)}
        mark={mark}
        wanted={mark === 'none' ? '' : wanted}
        hidden={rows.isWrapped ? 0 : lines.text(line).length - end}
        {...handlers}
      />
    );
  });
}

interface MountedRow extends LogRow {
  readonly row: number;
}

function mountedRows(
  rows: LogRows,
  { start, end }: RowWindow,
  selection: LogSelection | undefined,
): readonly MountedRow[] {
  const mounted = new Map(rows.slice(start, end).map((row, index) => [start + index, { ...row, row: start + index }]));
  if (selection === undefined) return [...mounted.values()];
  for (const { line, character } of [selection.from, selection.to]) {
    const first = rows.rowOf(line);
    rows.slice(first, rows.rowOf(line + 1)).forEach((part, index) => {
      if (part.start <= character && character <= part.end) mounted.set(first + index, { ...part, row: first + index });
    });
  }
  return [...mounted.values()].toSorted((one, other) => one.row - other.row);
}
