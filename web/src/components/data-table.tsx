import type { KeyboardEvent, ReactNode } from 'react';
import { moveRowFocus } from './row-focus.ts';
import './data-table.css';

export interface Column<Row> {
  /** Unique in the table. */
  readonly header: string;
  /** Whether the header is only for screen readers. */
  readonly isHeaderHidden?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Left out where the table has less than this many pixels. */
  readonly from?: 600 | 900 | 1000 | 1200;
  /** With `from`: where the column is left out, its header and value are below the first column, unless it is empty or 0. */
  readonly folds?: boolean;
  /** Right-aligned digits. */
  readonly isNumber?: boolean;
  /** Takes the space that is left, at least some, and cuts its text. */
  readonly grows?: boolean;
  /** Leaves its space to others: its text is cut early. */
  readonly isTight?: boolean;
}

export interface DataTableProps<Row> {
  /** The name of the table, for screen readers. */
  readonly label: string;
  /** Columns that are false are left out. */
  readonly columns: readonly (Column<Row> | false | undefined)[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/**
 * A dense table. The first column holds the one real link of each row (a Link with `data-row-link`); the arrow keys, j
 * and k move between these links.
 */
export function DataTable<Row>({ label, columns: possible, rows, keyOf }: DataTableProps<Row>) {
  const columns = possible.filter((column) => column !== false && column !== undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (moveRowFocus(event.currentTarget, event.key)) event.preventDefault();
  };
  return (
    <div className="data-table-space">
      <table className="data-table" aria-label={label} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.header} scope="col" className={classOf(column)}>
                {column.isHeaderHidden ? <span className="visually-hidden">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="hoverable">
              {columns.map((column, index) => (
                <td key={column.header} className={classOf(column)}>
                  {column.cell(row)}
                  {index === 0 && <Folded columns={columns} row={row} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What has no column in a narrow table. */
function Folded<Row>({ columns, row }: { readonly columns: readonly Column<Row>[]; readonly row: Row }) {
  return columns
    .filter(({ folds }) => folds)
    .map(({ header, from, cell }) => {
      const value = cell(row);
      return (
        Boolean(value) && (
          <div key={header} className={`folded below-${from} muted small`}>
            {header}: {value}
          </div>
        )
      );
    });
}

function classOf<Row>({ from, isNumber, grows, isTight }: Column<Row>): string {
  return [from && `from-${from}`, isNumber && 'is-number', grows && 'grows cut', isTight && 'tight']
    .filter(Boolean)
    .join(' ');
}
