/**
 * Texts one behind the other, up to the first with which they are longer than anything of the kind may be: a large value
 * that is referred to a thousand times would fill the memory before anybody could say that it is too large.
 */
export function joinTexts(texts: Iterable<string>, longest: number): string {
  let joined = '';
  for (const text of texts) {
    joined += text;
    if (joined.length > longest) break;
  }
  return joined;
}
