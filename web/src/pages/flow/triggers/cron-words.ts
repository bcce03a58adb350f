import { toString } from 'cronstrue';

/**
 * Describes a cron expression: `At 05:30, Monday through Friday`. Returns undefined if the library cannot read it. Import
 * this module on demand.
 */
export function cronWords(expression: string): string | undefined {
  try {
    return toString(expression, { use24HourTimeFormat: true });
  } catch {
    return undefined;
  }
}
