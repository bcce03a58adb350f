import { quoteShort, withoutFullStop } from '../../base/problem/describe-value.ts';
import { isLocalDateTime } from '../safe-patterns/local-date-time.ts';
import { parseDuration } from './duration.ts';
import { durationProblem } from './read/flow-property-kinds.ts';
import type { Wait, WaitTexts } from './wait.ts';

/**
 * When a wait for a time ends, in milliseconds since 1970; or why its text is wrong, as a clause.
 * @param now when it begins
 */
export function endOfWait(
  { for: duration, until = '' }: WaitTexts,
  now: number,
): number | { readonly problem: string } {
  if (duration !== undefined) {
    const problem = durationProblem(duration);
    if (problem !== undefined) return { problem: `"for" ${withoutFullStop(problem)}` };
    return now + (parseDuration(duration)?.seconds ?? 0) * 1000;
  }
  const instant = parseInstant(until);
  return instant ?? { problem: `"until" must be ${instantWords}; found ${quoteShort(until)}` };
}

/**
 * Milliseconds since 1970 of a date and time; without an offset, it is UTC. Undefined for any other text, and outside of
 * the years 0000 to 9999 in UTC, which no client could read.
 */
export function parseInstant(text: string): number | undefined {
  const [, minute = '', second = ':00', fraction = '', offset = 'Z'] = instantSyntax.exec(text) ?? [];
  if (!isLocalDateTime(minute + second)) return undefined;
  const instant = Date.parse(`${minute}${second}${fraction}${offset}`);
  return instant >= firstInstant && instant <= lastInstant ? instant : undefined;
}

const firstInstant = Date.parse('0000-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const instantWords = 'a date and time such as 2026-01-31T18:00:00+01:00, without an offset in UTC';

const instantSyntax = /^(.{16})(:\d{2})?(\.\d{1,9})?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/** Why a task that waited has failed at its timeout, as a clause. */
export function timeoutReason(wait: Wait, timeout: string): string {
  switch (wait.kind) {
    case 'approval':
      return `nobody decided within ${timeout}`;
    case 'signal':
      return `no signal ${wait.signal} arrived within ${timeout}`;
    case 'executions':
    case 'time':
    case 'pause':
      return `it did not end within ${timeout}`;
  }
}
