import type { Outcome } from '../finding.ts';

/** A mark for each outcome, so that colours are not needed. */
export const outcomeMarks: Readonly<Record<Outcome, string>> = { mapped: '=', approximated: '~', 'by hand': '!' };
