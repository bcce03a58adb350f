import { formatLocal } from './format-time.ts';

/** A time in a zone, such as `2026-01-02 03:04`; in the zone of the browser, with its name, if it does not know the other. */
export function formatInZone(at: string, timeZone: string): string {
  try {
    const format = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone });
    return format.format(Date.parse(at));
  } catch {
    return formatLocal(Date.parse(at));
  }
}
