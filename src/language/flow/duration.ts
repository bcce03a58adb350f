/** A length of time as an author wrote it (`90s`, `1h30m`) and in seconds, which may have a fraction. */
export interface Duration {
  readonly text: string;
  readonly seconds: number;
}

// A fraction is a part of the unit: `1.5h`. The units come in falling order, each at most once.
const durationSyntax = /^(?:(\d{1,9}(?:\.\d{1,9})?)h)?(?:(\d{1,9}(?:\.\d{1,9})?)m)?(?:(\d{1,9}(?:\.\d{1,9})?)s)?$/;

/**
 * Reads `<number><s|m|h>` and combinations such as `1h30m` (docs/reference/flows.md); undefined when the text is none.
 */
export function parseDuration(text: string): Duration | undefined {
  const match = text === '' ? null : durationSyntax.exec(text);
  if (match === null) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((number) => Number(number ?? 0));
  return { text, seconds: hours * 3600 + minutes * 60 + seconds };
}

/** The longest time that a timeout or a wait may take: a year. */
export const maxDuration: Duration = { text: '8760h', seconds: 8760 * 3600 };
