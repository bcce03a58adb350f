/** A duration as the author wrote it (`90s`, `1h30m`) and in seconds, possibly fractional. */
export interface Duration {
  readonly text: string;
  readonly seconds: number;
}

// A fraction applies to its unit: `1.5h`. Units are in descending order, each at most once.
const durationSyntax = /^(?:(\d{1,9}(?:\.\d{1,9})?)h)?(?:(\d{1,9}(?:\.\d{1,9})?)m)?(?:(\d{1,9}(?:\.\d{1,9})?)s)?$/;

/**
 * Reads `<number><s|m|h>` and combinations such as `1h30m` (docs/reference/flows.md); undefined if the text is not a
 * duration.
 */
export function parseDuration(text: string): Duration | undefined {
  const match = text === '' ? null : durationSyntax.exec(text);
  if (match === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((number) => Number(number ?? 0));
  return { text, seconds: hours * 3600 + minutes * 60 + seconds };
}

/** The max timeout or wait: a year. */
export const maxDuration: Duration = { text: '8760h', seconds: 8760 * 3600 };
