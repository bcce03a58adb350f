import type { PatternDialect } from './pattern-dialect.ts';

type ReadCharacter = { readonly codePoint: number; readonly end: number } | { readonly fault: string };

/** The escapes that stand for many characters, by their letter. `\d`, `\w` and complements are in ASCII everywhere. */
export function classEscapes(dialect: PatternDialect, isInClass: boolean): Readonly<Record<string, string>> {
  return {
    d: '\\d',
    D: '\\D',
    w: '\\w',
    W: '\\W',
    s: isInClass ? dialect.blankInClass : dialect.blank,
    S: isInClass ? dialect.noBlankInClass : dialect.noBlank,
  };
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };
const hexadecimalEscape = /[xu]\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})/y;

/** Reads the escape of a single character behind its backslash. */
export function readCharacterEscape(pattern: string, start: number): ReadCharacter {
  const letter = pattern[start];
  if (letter === undefined) return { fault: 'it ends with a lone backslash' };
  const control = Object.hasOwn(controls, letter) ? controls[letter] : undefined;
  if (control !== undefined) return { codePoint: control, end: start + 1 };
  hexadecimalEscape.lastIndex = start;
  const match = hexadecimalEscape.exec(pattern);
  if (match !== null) {
    const codePoint = Number.parseInt(match[1] ?? match[2] ?? match[3] ?? '', 16);
    const isCharacter = codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
    return isCharacter ? { codePoint, end: hexadecimalEscape.lastIndex } : { fault: `\\${match[0]} is no character` };
  }
  if (/[!-/:-@[-^`{-~ ]/.test(letter)) return { codePoint: letter.charCodeAt(0), end: start + 1 };
  const isDigit = /[1-9]/.test(letter);
  return { fault: `\\${letter} is not available${isDigit ? ': there are no references back to groups' : ''}` };
}

/** Writes a character outside of a class so that it stands for itself. */
export function writeCharacter(codePoint: number, dialect: PatternDialect): string {
  return write(codePoint, dialect, /[\\^$.*+?()[\]{}|]/);
}

/** Writes a character inside a class; a doubled & is an operator in Java. */
export function writeCharacterInClass(codePoint: number, dialect: PatternDialect): string {
  return codePoint === 0x26 ? dialect.codePoint(codePoint) : write(codePoint, dialect, /[\\^[\]-]/);
}

function write(codePoint: number, dialect: PatternDialect, special: RegExp): string {
  const character = String.fromCodePoint(codePoint);
  if (special.test(character)) return `\\${character}`;
  // Characters that a reader cannot see are written as numbers.
  return /[\p{C}\p{Z}]/u.test(character) && character !== ' ' ? dialect.codePoint(codePoint) : character;
}
