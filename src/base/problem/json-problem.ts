/**
 * Where `JSON.parse` found a syntax error, as the end of a sentence. The engine's own message differs between versions
 * and quotes the text, which may be a secret.
 * @param error what `JSON.parse` threw
 */
export function jsonProblem(text: string, error: unknown): string {
  const offset = Number(/at position (\d+)/.exec(String(error))?.[1] ?? endOfTokens(text));
  if (offset >= text.length) return 'it ends too early';
  const before = text.slice(0, offset).split('\n');
  return `unexpected character at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

/**
 * The offset of the first character that no JSON token matches. The engine's message has the offset of all other
 * errors.
 */
function endOfTokens(text: string): number {
  const token = /[\s{}[\]:,]+|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  let end = 0;
  while (token.test(text)) end = token.lastIndex;
  return end;
}
