import { maxDuration, parseDuration } from '../../language/flow/duration.ts';
import type { Wait, WaitTexts } from '../../language/flow/wait.ts';
import { quoteShort } from '../../problem/describe-value.ts';

/** Max characters of the question of an approval. */
const maxMessage = 2_000;

const dateTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?$/;

/** When a wait for a time ends, or what is wrong with its text, as a clause. @param now by the clock of the store */
export function endOfTime(texts: WaitTexts, now: Date): Date | string {
  if (texts.for !== undefined) {
    const duration = parseDuration(texts.for);
    if (duration === undefined)
      return `the property for must be a duration such as 90s, 2h or 1h30m; found ${quoteShort(texts.for)}`;
    if (duration.seconds > maxDuration.seconds) return `the property for must be at most ${maxDuration.text}`;
    return new Date(now.getTime() + duration.seconds * 1000);
  }
  const { until = '' } = texts;
  const [, local = '', offset = 'Z'] = dateTime.exec(until) ?? [];
  const time = new Date(`${local}${offset}`);
  // The day may not exist: then the date has another one.
  const isDay = !Number.isNaN(time.getTime()) && isSameDay(local);
  return isDay
    ? time
    : `the property until must be a date and time such as 2026-05-04T08:00:00+02:00; found ${quoteShort(until)}`;
}

function isSameDay(local: string): boolean {
  return new Date(`${local}Z`).toISOString().startsWith(local.slice(0, 10));
}

export function shownMessage({ message }: WaitTexts): string | undefined {
  return message !== undefined && message.length > maxMessage ? `${message.slice(0, maxMessage - 1)}…` : message;
}

/** Why a task that waited has failed when its timeout was over. */
export function timeoutReason(wait: Wait, timeout: string): string {
  if (wait.kind === 'signal') return `no signal ${wait.signal} arrived within ${timeout}`;
  return `nobody decided within ${timeout}`;
}
