import { quoteShort } from '../../problem/describe-value.ts';
import { isLocalDateTime } from '../safe-patterns/local-date-time.ts';
import { parseDuration } from './duration.ts';
import { durationProblem } from './read/flow-property-kinds.ts';
import type { WaitTexts } from './wait.ts';

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

/** Milliseconds since 1970 of a date and time; without an offset, it is UTC. Undefined for any other text. */
export function parseInstant(text: string): number | undefined {
  const [, local = '', offset = 'Z'] = instantSyntax.exec(text) ?? [];
  return isLocalDateTime(local) ? Date.parse(`${local}${offset}`) : undefined;
}

export const instantWords = 'a date and time such as 2026-01-31T18:00:00+01:00, without an offset in UTC';

const instantSyntax = /^(.{19})(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;

function withoutFullStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
