/** The source of an expression that finds exactly this text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[$(){}|[\]\\^.*+?]/g, '\\$&');
}
