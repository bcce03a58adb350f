/** Text in which a flow sees no reference: `{{` is `\{{`. Undefined if flows cannot say it: `\{{` with its backslash. */
export function literalText(text: string): string | undefined {
  let isPossible = true;
  const written = text.replace(/(\\*)\{\{/g, (found, backslashes: string) => {
    if (backslashes.length % 2 === 1) isPossible = false;
    return `\\${found}`;
  });
  return isPossible ? written : undefined;
}

/** Whether a reference can follow the text: a flow reads `\{{` and `${{` in other ways. */
export function canPrecedeReference(text: string): boolean {
  return !/(^|[^\\])(\\\\)*\\$|[${]$/.test(text);
}
