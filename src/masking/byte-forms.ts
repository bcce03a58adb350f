// The bytes of shorter strings as numbers are too likely to be other numbers.
const minBytes = 8;

const upper = (text: string): string => text.toUpperCase();
const same = (text: string): string => text;

/** The bytes of a string in hex without separators, which tools wrap into lines; none for a short one. */
export function hexForms(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  if (bytes.length < minBytes) return [];
  const hex = bytes.toString('hex');
  return [hex, upper(hex)];
}

/**
 * The bytes of a string in hex, one after the other, as `xxd -g1`, `od -tx1` and `openssl` print them in a line, and
 * with each byte percent-encoded; none for a short one.
 */
export function spacedHexForms(text: string): readonly string[] {
  const pairs = hexForms(text)[0]?.match(/../g) ?? [];
  if (pairs.length === 0) return [];
  const written = [pairs.join(':'), pairs.join(' '), `%${pairs.join('%')}`];
  return [same, upper].flatMap((letters) => written.map(letters));
}
