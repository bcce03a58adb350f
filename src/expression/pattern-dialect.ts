/** How one regular expression engine writes what the engines do not write alike; the rest of a pattern is the same to all. */
export interface PatternDialect {
  /** `.`: any character but the line breaks \n, \r, U+0085, U+2028 and U+2029. */
  readonly anyCharacter: string;
  /** `$`: the very end of the text. */
  readonly end: string;
  /** `\s` and `\S` (the six blanks of ASCII), outside of a class and as a part of one. */
  readonly blank: string;
  readonly noBlank: string;
  readonly blankInClass: string;
  readonly noBlankInClass: string;
  /** `\b` and `\B`, between characters of `\w` and others. */
  readonly wordBoundary: string;
  readonly noWordBoundary: string;
  codePoint(value: number): string;
}

const hexadecimal = (value: number): string => value.toString(16).toUpperCase().padStart(2, '0');

/** Linear-time engine of the gateway (RE2 syntax, no flags). */
export const re2Dialect: PatternDialect = {
  anyCharacter: '[^\\n\\r\\x85\\x{2028}\\x{2029}]',
  end: '$',
  blank: '[\\t-\\r ]',
  noBlank: '[^\\t-\\r ]',
  blankInClass: '\\t-\\r ',
  noBlankInClass: '\\x00-\\x08\\x0E-\\x1F!-\\x{10FFFF}',
  wordBoundary: '\\b',
  noWordBoundary: '\\B',
  codePoint: (value) => `\\x{${hexadecimal(value)}}`,
};

/** JavaScript with the flag `u`, for browsers. */
export const javaScriptDialect: PatternDialect = {
  ...re2Dialect,
  anyCharacter: '[^\\n\\r\\x85\\u2028\\u2029]',
  noBlankInClass: '\\x00-\\x08\\x0E-\\x1F!-\\u{10FFFF}',
  codePoint: (value) => `\\u{${hexadecimal(value)}}`,
};

/**
 * `java.util.regex` without flags, for Jenkins. Its own `.`, `\s`, `\d` and `\w` are the ones that the portable pattern
 * means; its `$` also matches before a last line break, and its `\b` takes any Unicode letter for a word's.
 */
export const javaDialect: PatternDialect = {
  anyCharacter: '.',
  end: '\\z',
  blank: '\\s',
  noBlank: '\\S',
  blankInClass: '\\s',
  noBlankInClass: '\\S',
  wordBoundary: '(?:(?<=\\w)(?!\\w)|(?<!\\w)(?=\\w))',
  noWordBoundary: '(?:(?<=\\w)(?=\\w)|(?<!\\w)(?!\\w))',
  codePoint: (value) => `\\x{${hexadecimal(value)}}`,
};
