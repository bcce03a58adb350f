const encoder = new TextEncoder();

/** The size of a string in UTF-8 bytes. A lone surrogate counts as the replacement character, three bytes. */
export function utf8Size(text: string): number {
  return encoder.encode(text).length;
}
