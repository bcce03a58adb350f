import { useLayoutEffect, useRef } from 'react';
import type { LinkedLines } from './line-hash.ts';
import type { LogRows } from './log-rows.ts';
import type { LogPane } from './use-log-pane.ts';

/**
 * Keeps a line in sight when other lines appear or disappear around it.
 * @param linked is kept, if it is in sight
 * @returns what to call before they do
 */
export function useKeptPlace(rows: LogRows, pane: LogPane, linked: LinkedLines | undefined): () => void {
  const kept = useRef<number>(undefined);
  const { window, isFollowing, steadyRow, showRow } = pane;
  useLayoutEffect(() => {
    if (kept.current !== undefined) showRow(rows.rowOf(kept.current));
    kept.current = undefined;
  }, [rows, showRow]);
  return () => {
    const row = linked === undefined ? -1 : rows.rowOf(linked.from - 1);
    const isInSight = row >= window.start && row < window.end;
    kept.current = rows.lineOf(isFollowing ? rows.count : isInSight ? row : steadyRow());
  };
}
