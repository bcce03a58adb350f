/** Pixels of a row; a fixed height makes every position a multiplication. */
export const rowHeight = 18;
const overscan = 20;
/** Browsers cannot place anything further down; a longer log scrolls faster than the mouse. */
const maxHeight = 15_000_000;

export interface RowWindow {
  /** The rows to have in the document, counted from 0, not including the end. */
  readonly start: number;
  readonly end: number;
  /** Pixels of everything. */
  readonly height: number;
  /** Where a row is, in pixels from the top of everything. */
  readonly topOf: (row: number) => number;
  /** Where to scroll to have a row at the top. */
  readonly scrollTo: (row: number) => number;
}

export interface RowView {
  readonly count: number;
  readonly scrollTop: number;
  /** The height of the pane. */
  readonly height: number;
}

export function visibleRows({ count, scrollTop, height }: RowView): RowWindow {
  const natural = count * rowHeight;
  const shown = Math.min(natural, maxHeight);
  // How much further the rows move than the pane scrolls.
  const factor = shown > height ? Math.max(1, (natural - height) / (shown - height)) : 1;
  const top = scrollTop * factor;
  const start = Math.max(0, Math.floor(top / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + overscan);
  return {
    start: Math.min(start, end),
    end,
    height: shown,
    topOf: (row) => scrollTop + row * rowHeight - top,
    scrollTo: (row) => (row * rowHeight) / factor,
  };
}
