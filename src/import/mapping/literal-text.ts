/**
 * Adds literal text to a template so that a flow sees no reference in it: `{{` becomes `\{{`. Undefined if flows cannot
 * say it, because an odd number of backslashes stands before the braces.
 */
export function addLiteral(template: string, text: string): string | undefined {
  let isPossible = !(text.startsWith('{') && /(?:^|[^{])\{$/.test(template));
  const written = text.replace(/(?<!\\)(\\*)\{\{/g, (found, backslashes: string, offset: number) => {
    const before = offset === 0 ? backslashesAt(template.length, template) : 0;
    if ((before + backslashes.length) % 2 === 1) isPossible = false;
    return `${backslashes}\\${found.slice(backslashes.length)}`;
  });
  return isPossible ? template + written : undefined;
}

/** Adds a template; undefined if flows would read what stands before its first reference as `\{{` or `${{`. */
export function addReference(template: string, reference: string): string | undefined {
  if (!/^[{\\]/.test(reference)) return template + reference;
  const backslashes = backslashesAt(template.endsWith('{') ? template.length - 1 : template.length, template);
  return template.endsWith('$') || backslashes % 2 === 1 ? undefined : template + reference;
}

/** How many backslashes stand before a place of a text. */
function backslashesAt(place: number, text: string): number {
  let start = place;
  while (text[start - 1] === '\\') start--;
  return place - start;
}
