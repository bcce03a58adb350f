import { firstAtLeast } from '../../base/text/sorted-index.ts';

/**
 * The members of a class that match characters in either case: the characters themselves, and their forms in the other
 * case that are one character. ASCII letters have only ASCII forms.
 * @param first @param last code points, inclusive
 */
export function caseVariants(first: number, last: number): string {
  const added = new Set<number>();
  cased ??= casedCharacters();
  const { codes, others } = cased;
  for (let index = firstAtLeast(codes, first); index < codes.length && codes[index]! <= last; index++) {
    for (const other of others[index]!) if (other < first || other > last) added.add(other);
  }
  const own = first === last ? member(first) : `${member(first)}-${member(last)}`;
  return own + rangesOf([...added].toSorted((left, right) => left - right));
}

/** No character beyond has another case. */
const lastCased = 0x1e943;

/** Characters that have another case, in their order, and these. */
interface CasedCharacters {
  readonly codes: readonly number[];
  readonly others: readonly (readonly number[])[];
}

/** Made once: a pattern can have many ranges that contain all characters. */
let cased: CasedCharacters | undefined;

function casedCharacters(): CasedCharacters {
  const isCased = /^\p{Changes_When_Casemapped}$/u;
  const codes = Array.from({ length: lastCased + 1 }, (_, code) => code).filter((code) =>
    isCased.test(String.fromCodePoint(code)),
  );
  return { codes, others: codes.map(otherCases) };
}

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
