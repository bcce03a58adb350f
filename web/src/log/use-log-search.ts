import { useCallback, useLayoutEffect, useMemo, useState } from 'react';
import { lowerBound } from './line-numbers.ts';
import type { LogLines } from './log-lines.ts';
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
