/**
 * Adds literal text to a template so that a flow sees no reference in it: `{{` becomes `\{{`. Undefined if flows cannot
 * say it, because an odd number of backslashes stands before the braces.
 */
export function addLiteral(template: string, text: string): string | undefined {
  let isPossible = !(text.startsWith('{') && /(?:^|[^{])\{$/.test(template));
  const written = text.replace(/(\\*)\{\{/g, (found, backslashes: string, offset: number) => {
    const before = offset === 0 ? /\\*$/.exec(template)![0] : ''; // matches always
    if ((before.length + backslashes.length) % 2 === 1) isPossible = false;
    return `${backslashes}\\${found.slice(backslashes.length)}`;
  });
  return isPossible ? template + written : undefined;
}

/** Adds a template; undefined if flows would read what stands before its first reference as `\{{` or `${{`. */
export function addReference(template: string, reference: string): string | undefined {
  if (!/^[{\\]/.test(reference)) return template + reference;
  const backslashes = /\\*(?=\{?$)/.exec(template)?.[0].length ?? 0;
  return template.endsWith('$') || backslashes % 2 === 1 ? undefined : template + reference;
}
