import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { LogLines } from './log-lines.ts';

export interface LogSearch {
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

/** Searches in all lines of a log, shown or not. @param count of the lines, to search again when there are more */
export function useLogSearch(lines: LogLines, count: number): LogSearch {
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const wanted = useDeferredValue(text);
  const matches = useMemo(() => {
    const found = wanted === '' || count === 0 ? [] : lines.search(wanted);
    return { list: found, set: new Set(found) };
  }, [lines, wanted, count]);
  useEffect(() => setPosition(0), [wanted]);
  const total = matches.list.length;
  return {
    text,
    setText,
    total,
    position,
    current: matches.list[position],
    isMatch: (line) => matches.set.has(line),
    move: (step) => setPosition((before) => (total === 0 ? 0 : (before + step + total) % total)),
  };
}
