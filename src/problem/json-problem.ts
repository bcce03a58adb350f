/**
 * Where a text that `JSON.parse` rejects is not JSON, as the end of a sentence. The engine's own message repeats a piece
 * of the text, which may be a secret, and differs from version to version.
 * @param error what `JSON.parse` threw
 */
export function jsonProblem(text: string, error: unknown): string {
  const offset = Number(/at position (\d+)/.exec(String(error))?.[1] ?? endOfTokens(text));
  if (offset >= text.length) return 'it ends too early';
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1} holds what JSON does not allow there`;
}

/** Where the first thing stands that is no token of JSON; the engine tells the place of all other problems. */
function endOfTokens(text: string): number {
  const token = /[\s{}[\]:,]+|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  let end = 0;
  while (token.test(text)) end = token.lastIndex;
  return end;
}
