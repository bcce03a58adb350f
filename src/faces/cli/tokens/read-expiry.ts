import { UsageError } from '../terminal.ts';

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The time in `--expires`, as the API takes it; null for never. @throws {UsageError} */
export function readExpiry(text: string, now: Date): string | null {
  if (text.toLowerCase() === 'never') return null;
  const days = /^(\d{1,6})d$/i.exec(text)?.[1];
  if (days !== undefined) return new Date(now.getTime() + Number(days) * dayMilliseconds).toISOString();
  const time = readTime(text);
  if (time !== undefined) return time.toISOString();
  throw new UsageError(
    `${JSON.stringify(text)} is not a time for --expires; use a number of days such as 90d, a date such as 2027-01-01, or never.`,
  );
}

function readTime(text: string): Date | undefined {
  const date = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/i.exec(text)?.[1];
  if (date === undefined || Number.isNaN(Date.parse(text))) return undefined;
  // JavaScript takes February 30 for March 2.
  return new Date(date).toISOString().startsWith(date) ? new Date(text) : undefined;
}
