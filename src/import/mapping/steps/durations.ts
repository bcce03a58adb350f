/** Jenkins' units of time, in seconds. */
const units: Readonly<Record<string, number>> = {
  NANOSECONDS: 1e-9,
  MICROSECONDS: 1e-6,
  MILLISECONDS: 0.001,
  SECONDS: 1,
  MINUTES: 60,
  HOURS: 3600,
  DAYS: 86_400,
};

/** A constant number of a unit in seconds; undefined if it is not one. */
export function secondsOf(time: unknown, unit: unknown): number | undefined {
  const factor = typeof unit === 'string' && Object.hasOwn(units, unit) ? units[unit] : undefined;
  const number = typeof time === 'string' && /^\d+$/.test(time) ? Number(time) : time;
  if (typeof number !== 'number' || factor === undefined || !(number >= 0)) return undefined;
  return Math.round(number * factor * 1000) / 1000;
}

/** A duration as flows write it: `1h30m`, `45s`. */
export function durationText(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = Math.round((seconds % 60) * 1000) / 1000;
  const parts = [hours > 0 ? `${hours}h` : '', minutes > 0 ? `${minutes}m` : '', rest > 0 ? `${rest}s` : ''];
  return parts.join('') || '0s';
}
