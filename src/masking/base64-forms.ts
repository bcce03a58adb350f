// Shorter strings in the base64 alphabet are ordinary words.
const minBase64Length = 6;

/**
 * The part of the base64 of a longer string, such as `user:secret`, that depends on the secret alone, for each of the
 * three positions at which the secret can begin; each in the alphabet for URLs too.
 */
export function base64Parts(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const part = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    if (part.length < minBase64Length) return [];
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
