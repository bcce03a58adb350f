import { memo, type MouseEvent } from 'react';
import { formatLocal } from '../formats/format-time.ts';
import { LevelMark } from './level-mark.tsx';
import { slicePieces } from './line-cells.ts';
import type { LinkedLines } from './line-hash.ts';
import type { LogLines } from './log-lines.ts';
import type { LogRow, LogRows } from './log-rows.ts';
import type { LogSelection } from './log-selection.ts';
import { LogText } from './log-text.tsx';
import type { ShownSearch } from './use-log-search.ts';
import type { RowWindow } from './visible-rows.ts';
import { withMatches } from './with-matches.ts';

interface LogHandlers {
  readonly onLink: (number: number, isRange: boolean) => void;
  readonly onShowAll: (number: number) => void;
}

interface LogRowsViewProps extends LogHandlers {
  readonly lines: LogLines;
  /** Whether each line shows when it was written. */
  readonly isTimed: boolean;
  readonly rows: LogRows;
  readonly window: RowWindow;
  readonly selection: LogSelection | undefined;
  readonly search: ShownSearch;
  readonly linked: LinkedLines | undefined;
}

/** The rows in sight, and those at the ends of a selection: without them, the browser would forget it. */
export function LogRowsView({
  lines,
  isTimed,
  rows,
  window,
  selection,
  search,
  linked,
  ...handlers
}: LogRowsViewProps) {
  const wanted = search.text.toLowerCase();
  const markOf = (line: number) => {
    if (linked !== undefined && line + 1 >= linked.from && line + 1 <= linked.to) return 'linked';
    if (line === search.current) return 'current';
    return search.isMatch(line) ? 'match' : 'none';
  };
  return [...mountedRows(rows, window, selection)]
    .toSorted(([one], [other]) => one - other)
    .map(([row, { line, start, end }]) => {
      const mark = markOf(line);
      return (
        <LogRowView
          key={row}
          {...{ lines, line, start, end, mark }}
          at={isTimed ? (lines.times.of(line) ?? null) : undefined}
          top={window.topOf(row)}
          wanted={mark === 'none' ? '' : wanted}
          hidden={rows.isWrapped ? 0 : lines.text(line).length - end}
          {...handlers}
        />
      );
    });
}

function mountedRows(rows: LogRows, { start, end }: RowWindow, selection: LogSelection | undefined) {
  const mounted = new Map<number, LogRow>(rows.slice(start, end).map((row, index) => [start + index, row]));
  for (const { line, character } of selection === undefined ? [] : [selection.from, selection.to]) {
    const first = rows.rowOf(line);
    for (const [index, part] of rows.slice(first, rows.rowOf(line + 1)).entries())
      if (part.start <= character && character <= part.end) mounted.set(first + index, part);
  }
  return mounted;
}

/** Only the first row of a line shows its number. */
interface LogRowViewProps extends LogHandlers, LogRow {
  readonly lines: LogLines;
  /** When the line was written, null if that is not known; undefined to show nothing. */
  readonly at: string | null | undefined;
  /** Pixels from the top of everything. */
  readonly top: number;
  readonly mark: 'none' | 'match' | 'current' | 'linked';
  /** What is searched, in lower case; marked where it occurs. */
  readonly wanted: string;
  /** Characters of the line that no row shows. */
  readonly hidden: number;
}

/** A row of a log. Its text is never interpreted, except for colours. */
const LogRowView = memo(function LogRowView(props: LogRowViewProps) {
  const { lines, line, start, end, at, top, mark, wanted, hidden, onLink, onShowAll } = props;
  const number = line + 1;
  const level = start === 0 ? lines.level(line) : undefined;
  const link = (event: MouseEvent) => {
    event.preventDefault();
    onLink(number, event.shiftKey);
  };
  return (
    <div className="log-line" data-mark={mark} data-line={number} data-start={start} style={{ top }}>
      <a href={`#L${number}`} className="log-number" aria-label={`Line ${number}`} tabIndex={-1} onClick={link}>
        {start === 0 && number}
      </a>
      {level !== undefined && <LevelMark level={level} />}
      {at !== undefined && <LineTime at={start === 0 ? at : null} />}
      <span className="log-text">
        <LogText pieces={withMatches(slicePieces(lines.pieces(line), start, end), wanted)} />
      </span>
      {hidden > 0 && (
        <button type="button" className="log-more" onClick={() => onShowAll(number)}>
          Show {hidden.toLocaleString('en')} more characters
        </button>
      )}
    </div>
  );
});

/** The time of a line, in the zone of the browser. */
function LineTime({ at }: { readonly at: string | null }) {
  if (at === null) return <span className="log-time" />;
  const local = formatLocal(Date.parse(at));
  return (
    <time className="log-time" dateTime={at} title={local}>
      {local.split(' ')[1]}
    </time>
  );
}
