const encoder = new TextEncoder();

/** The size of a string in UTF-8 bytes. A lone surrogate counts as the replacement character, three bytes. */
export function utf8Size(text: string): number {
  return isAscii.test(text) ? text.length : encoder.encode(text).length;
}

// Almost all strings of flows; encoding even short ones takes as long as everything else that is checked of them.
// eslint-disable-next-line no-control-regex -- ASCII includes control characters
const isAscii = /^[\u0000-\u007f]*$/;
