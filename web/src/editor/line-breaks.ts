/** A text as an editor holds it, with `\n` between its lines. */
export function editedText(source: string): string {
  return source.replaceAll(/\r\n?/g, '\n');
}

/** An edited text with the line breaks of the source that it comes from. */
export function withLineBreaksOf(source: string, text: string): string {
  const isWindows = source.includes('\r\n') && !/(?<!\r)\n/.test(source);
  return isWindows ? text.replaceAll('\n', '\r\n') : text;
}
