import { useEffect, useMemo, useState } from 'react';
import type { LogLines } from './log-lines.ts';
import { isAmong } from './sorted-lines.ts';
import { useLineScan } from './use-line-scan.ts';

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

const none: readonly number[] = [];

/**
 * Searches in all lines of a log, in sight or not, also in those that arrive later. Ignores case.
 * @param isShown tells the lines to search in; all by default
 */
export function useLogSearch(lines: LogLines, isShown?: (line: number) => boolean): ShownSearch {
  const [text, setText] = useState('');
  const [position, setPosition] = useState(0);
  const isMatch = useMemo(() => (text === '' ? undefined : contains(lines, text, isShown)), [lines, text, isShown]);
  const matches = useLineScan(lines, isMatch) ?? none;
  useEffect(() => setPosition(0), [isMatch]);
  const { length: total } = matches;
  return {
    text,
    setText,
    total,
    position,
    current: matches[position],
    isMatch: (line) => isAmong(matches, line),
    move: (step) => setPosition((before) => (total === 0 ? 0 : (before + step + total) % total)),
  };
}

function contains(lines: LogLines, text: string, isShown: (line: number) => boolean = () => true) {
  const wanted = text.toLowerCase();
  return (line: number) => lines.text(line).toLowerCase().includes(wanted) && isShown(line);
}
