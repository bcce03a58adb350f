import { toString } from 'cronstrue';

/** A cron expression in words, such as `At 05:30, Monday through Friday`; undefined if there are none. Load on demand. */
export function cronWords(expression: string): string | undefined {
  try {
    return toString(expression, { use24HourTimeFormat: true });
  } catch {
    return undefined;
  }
}
