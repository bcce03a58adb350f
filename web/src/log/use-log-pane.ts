import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { rowHeight, visibleRows, type RowWindow } from './visible-rows.ts';

export interface LogPane {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly window: RowWindow;
  /** Cells of the font that fit into a row. */
  readonly columns: number;
  readonly isFollowing: boolean;
  readonly follow: (isFollowing: boolean) => void;
  /** The row that `showRow` would leave where it is. */
  readonly steadyRow: () => number;
  /** Scrolls until a row is in the upper third. */
  readonly showRow: (row: number) => void;
}

const minColumns = 20;

/**
 * The scrolling of a log: which rows are in sight, and whether it follows the end.
 * @param gutter another value when the text begins elsewhere
 */
export function useLogPane(count: () => number, startsFollowing: () => boolean, gutter: string): LogPane {
  const ref = useRef<HTMLDivElement>(null);
  const [isFollowing, follow] = useState(startsFollowing);
  const [view, setView] = useState({ scrollTop: 0, height: 600, columns: 80 });
  const rows = count();
  const window = visibleRows({ count: rows, ...view });

  useLayoutEffect(() => {
    if (isFollowing && ref.current !== null) ref.current.scrollTop = ref.current.scrollHeight;
  }, [isFollowing, rows, view.height]);

  useEffect(() => {
    const { current: pane } = ref;
    if (pane === null) return;
    const onScroll = () => setView((before) => ({ ...before, scrollTop: pane.scrollTop }));
    const measure = () => setView({ scrollTop: pane.scrollTop, height: pane.clientHeight, columns: columnsOf(pane) });
    const observer = new ResizeObserver(measure);
    observer.observe(pane);
    // The font may arrive later.
    document.fonts.addEventListener('loadingdone', measure);
    pane.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      document.fonts.removeEventListener('loadingdone', measure);
      pane.removeEventListener('scroll', onScroll);
    };
  }, [gutter]);

  const steadyRow = () => {
    const { scrollTop = 0, clientHeight = 0 } = ref.current ?? {};
    return Math.round((scrollTop - window.topOf(0)) / rowHeight) + rowsAbove(clientHeight);
  };
  const latest = useRef(rows);
  latest.current = rows;
  const showRow = useCallback((row: number) => {
    const { current: pane } = ref;
    if (pane === null) return;
    const { clientHeight: height, scrollTop } = pane;
    // The height of the space in it may still be that of fewer rows.
    pane.scrollTo({
      top: visibleRows({ count: latest.current, scrollTop, height }).scrollTo(Math.max(0, row - rowsAbove(height))),
    });
  }, []);
  return { ref, window, columns: view.columns, isFollowing, follow, steadyRow, showRow };
}

/** A row that is shown. @param height of the pane, in pixels */
function rowsAbove(height: number): number {
  return Math.floor(height / 3 / rowHeight);
}

/** Measures a long text, because a cell is a fraction of pixels wide. */
function columnsOf(pane: HTMLElement): number {
  const probe = pane.querySelector<HTMLElement>('.log-probe');
  if (probe === null) return minColumns;
  const space = pane.clientWidth - probe.offsetLeft - rowHeight;
  return Math.max(minColumns, Math.floor(space / (probe.getBoundingClientRect().width / 100)));
}
