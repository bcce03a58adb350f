/** What a value begins with that `flowgate seal` has encrypted for a secret input of one flow. */
export const sealedPrefix = 'sealed:';

/** Whether a value has the form of a sealed one; only the gateway that sealed it can tell whether it can be opened. */
export function isSealedValue(text: string): boolean {
  return /^sealed:[A-Za-z0-9+/]+={0,2}$/.test(text);
}
