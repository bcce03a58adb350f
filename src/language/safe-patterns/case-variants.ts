/**
 * The members of a class that match characters in either case: the characters themselves, and their forms in the other
 * case that are one character. ASCII letters have only ASCII forms.
 * @param first @param last code points, inclusive
 */
export function caseVariants(first: number, last: number): string {
  const added = new Set<number>();
  const end = Math.min(last, lastCased);
  for (let code = first; code <= end; code++) {
    for (const other of otherCases(code)) if (other < first || other > last) added.add(other);
  }
  const own = first === last ? member(first) : `${member(first)}-${member(last)}`;
  return own + rangesOf([...added].toSorted((left, right) => left - right));
}

/** No character beyond has another case. */
const lastCased = 0x1e943;

function otherCases(code: number): readonly number[] {
  const text = String.fromCodePoint(code);
  return [text.toLowerCase(), text.toUpperCase()].flatMap((other) => {
    const found = other.codePointAt(0)!;
    const isOne = other.length === String.fromCodePoint(found).length;
    return isOne && found !== code && found < 128 === code < 128 ? [found] : [];
  });
}

function rangesOf(codes: readonly number[]): string {
  let text = '';
  for (let index = 0; index < codes.length;) {
    const start = codes[index]!;
    let end = start;
    while (codes[++index] === end + 1) end++;
    text += start === end ? member(start) : `${member(start)}-${member(end)}`;
  }
  return text;
}

/** A character in a class. */
export function member(code: number): string {
  const isPlain = (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return isPlain ? String.fromCodePoint(code) : `\\u{${code.toString(16)}}`;
}
