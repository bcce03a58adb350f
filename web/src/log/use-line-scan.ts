import { useEffect, useState } from 'react';
import { LineScan } from './line-scan.ts';
import type { LogLines } from './log-lines.ts';

/** How much of a frame each scan may take. */
const sliceMilliseconds = 8;

/**
 * The lines of a log that match, in order, also those that arrive later. The list grows; another one is another scan.
 * @param isMatch undefined for no scan
 * @returns undefined until the first lines were looked at
 */
export function useLineScan(
  lines: LogLines,
  isMatch: ((line: number) => boolean) | undefined,
): readonly number[] | undefined {
  const [found, setFound] = useState<{ readonly matches: readonly number[]; readonly total: number }>();
  useEffect(() => {
    setFound(undefined);
    if (isMatch === undefined) return;
    const scan = new LineScan(lines, isMatch);
    const { matches } = scan;
    let frame: number | undefined;
    const go = () => {
      frame = undefined;
      scan.advance(sliceMilliseconds);
      setFound((before) =>
        before?.matches === matches && before.total === matches.length ? before : { matches, total: matches.length },
      );
      if (!scan.isUpToDate) schedule();
    };
    const schedule = () => (frame ??= requestAnimationFrame(go));
    const leave = lines.subscribe(schedule);
    schedule();
    return () => {
      leave();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [lines, isMatch]);
  return found?.matches;
}
