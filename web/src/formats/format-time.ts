const units: readonly (readonly [name: Intl.RelativeTimeFormatUnit, milliseconds: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];
/** By how many milliseconds the gateway's clock may be ahead, so that what it just did is no future. */
const clockDifference = 5_000;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'short' });

/** A time such as `5 min. ago`, `in 2 hr.` or `just now`; a date if it is more than 30 days away. */
export function formatRelative(time: number, now: number): string {
  const difference = time - now;
  if (Math.abs(difference) > 30 * 86_400_000) return formatLocal(time).slice(0, 10);
  for (const [unit, size] of units) {
    if (Math.abs(difference) >= size) return relative.format(Math.trunc(difference / size), unit);
  }
  return difference > clockDifference ? 'in a moment' : 'just now';
}

const parts = new Intl.DateTimeFormat('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/** A time in the zone of the browser, such as `2026-01-02 03:04:05 GMT+1`. */
export function formatLocal(time: number): string {
  const found = Object.fromEntries(parts.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${found.year}-${found.month}-${found.day} ${found.hour}:${found.minute}:${found.second} ${found.timeZoneName}`;
}

/** As `formatLocal`, without seconds. */
export function formatMinute(time: number): string {
  return formatLocal(time).replace(/:\d\d(?= )/, '');
}
