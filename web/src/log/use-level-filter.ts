import { useCallback, useState } from 'react';
import type { LogLines } from './log-lines.ts';
import { useLineScan } from './use-line-scan.ts';

export interface LevelFilter {
  /** How many lines of the log have a level. */
  readonly total: number;
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => void;
  /** The lines to show, sorted; they grow. Undefined while the filter is off. */
  readonly only: readonly number[] | undefined;
  readonly isShown: ((line: number) => boolean) | undefined;
}

/** Shows only the errors and warnings of a log. Another log starts without the filter. */
export function useLevelFilter(lines: LogLines): LevelFilter {
  const hasLevel = useCallback((line: number) => lines.level(line) !== undefined, [lines]);
  const found = useLineScan(lines, hasLevel);
  const [filtered, setFiltered] = useState<LogLines>();
  const isOn = filtered === lines && found !== undefined;
  return {
    total: found?.length ?? 0,
    isOn,
    turn: useCallback((turnsOn: boolean) => setFiltered(turnsOn ? lines : undefined), [lines]),
    only: isOn ? found : undefined,
    isShown: isOn ? hasLevel : undefined,
  };
}
