import type { LinkedLines } from './line-hash.ts';
import type { LogLines } from './log-lines.ts';
import { LogRowView, type LogRowViewProps } from './log-row-view.tsx';
import type { LogRow, LogRows } from './log-rows.ts';
import type { LogSelection } from './log-selection.ts';
import type { ShownSearch } from './use-log-search.ts';
import type { RowWindow } from './visible-rows.ts';

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
