import { useEffect, useState } from 'react';
import type { LogLines } from './log-lines.ts';

/** The first line of a growing log that matches; undefined until it arrives. */
export function useFirstLine(lines: LogLines, pattern: RegExp | undefined): number | undefined {
  const [found, setFound] = useState<number>();
  useEffect(() => {
    setFound(undefined);
    if (pattern === undefined) return;
    let next = 0;
    let leave = (): void => undefined;
    const look = () => {
      for (; next < lines.count; next++) {
        if (!pattern.test(lines.text(next))) continue;
        leave();
        setFound(next);
        return;
      }
    };
    leave = lines.subscribe(look);
    look();
    return leave;
  }, [lines, pattern]);
  return found;
}
