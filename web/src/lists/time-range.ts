import { formatLocal } from '../formats/format-time.ts';
import { choiceParam, textParam } from '../search-params.ts';

/** The ranges that end now, and how far they reach back; `all` has no limits. */
const rangeMilliseconds = { '1h': 3_600_000, '24h': 86_400_000, '7d': 7 * 86_400_000, '30d': 30 * 86_400_000 } as const;
export const rangeWords = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  all: 'Any time',
} as const;
export type RangeWord = keyof typeof rangeWords;

/** A range of time as it is in the address. A relative one stays relative, so that a link means the same tomorrow. */
export interface TimeRange {
  readonly range?: RangeWord;
  /** ISO 8601; only without `range`. */
  readonly from?: string;
  /** Exclusive. */
  readonly to?: string;
}

/** The range in an address; parts that are no times are ignored. */
export function rangeParams(search: Readonly<Record<string, unknown>>): TimeRange {
  const words = Object.keys(rangeWords) as RangeWord[]; // of that object
  const range = choiceParam(search, 'range', words);
  return range === undefined
    ? { range, from: timeParam(search, 'from'), to: timeParam(search, 'to') }
    : { range, from: undefined, to: undefined };
}

function timeParam(search: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = textParam(search, name);
  return text === undefined || Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();
}

/** The limits of a range for the API. */
export function limitsOf(
  { range, from, to }: TimeRange,
  now: number,
): { readonly from?: string; readonly to?: string } {
  if (range === undefined) return { from, to };
  return range === 'all' ? {} : { from: new Date(now - rangeMilliseconds[range]).toISOString() };
}

/** A range of time in words; undefined for no limits. */
export function timeText({ range, from, to }: TimeRange): string | undefined {
  if (range !== undefined) return range === 'all' ? undefined : rangeWords[range].toLowerCase();
  const times = [from && `from ${formatLocal(Date.parse(from))}`, to && `to ${formatLocal(Date.parse(to))}`];
  const text = times.filter((each) => each !== undefined).join(' ');
  return text === '' ? undefined : text;
}

/** A time for `<input type="datetime-local">`, in the zone of the browser. @param time ISO 8601 */
export function localInputText(time: string | undefined): string {
  if (time === undefined) return '';
  const date = new Date(time);
  date.setMinutes(date.getMinutes() - date.getTimezoneOffset());
  return date.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

/** @returns undefined for an empty or incomplete input */
export function timeOfLocalInput(text: string): string | undefined {
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
