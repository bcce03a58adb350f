import { useEffect, useState } from 'react';
import type { LogLines } from './log-lines.ts';
import { LogSearch } from './log-search.ts';

export interface ShownSearch {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly total: number;
  /** The position of the current match, from 0. */
  readonly position: number;
  /** The line of the current match, from 0. */
  readonly current: number | undefined;
  readonly isMatch: (line: number) => boolean;
  readonly move: (step: 1 | -1) => void;
}

/** Of a frame, for searching. */
const sliceMilliseconds = 8;
const none: readonly number[] = [];

/** Searches in all lines of a log, shown or not, also in those that arrive later. */
export function useLogSearch(lines: LogLines): ShownSearch {
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const [found, setFound] = useState<{ readonly matches: readonly number[]; readonly total: number }>();
  useEffect(() => {
    setPosition(0);
    setFound(undefined);
    if (text === '') return;
    const search = new LogSearch(lines, text);
    let frame: number | undefined;
    const go = () => {
      frame = undefined;
      search.advance(sliceMilliseconds);
      setFound({ matches: search.matches, total: search.matches.length });
      if (!search.isUpToDate) schedule();
    };
    const schedule = () => (frame ??= requestAnimationFrame(go));
    const leave = lines.subscribe(schedule);
    schedule();
    return () => {
      leave();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [lines, text]);
  const { matches = none, total = 0 } = found ?? {};
  return {
    text,
    setText,
    total,
    position,
    current: matches[position],
    isMatch: (line) => includesSorted(matches, line),
    move: (step) => setPosition((before) => (total === 0 ? 0 : (before + step + total) % total)),
  };
}

function includesSorted(sorted: readonly number[], wanted: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}
