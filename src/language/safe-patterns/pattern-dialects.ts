/** What other regular expression engines write and JavaScript does not, with the same meaning in JavaScript. */

/** Escapes of letters, outside and inside character classes; undefined where they have no meaning. */
export const foreignEscapes: Readonly<Record<string, { readonly outside: string; readonly inside?: string }>> = {
  A: { outside: '^' },
  Z: { outside: '$' },
  z: { outside: '$' },
  a: { outside: '\\x07', inside: '\\x07' },
  e: { outside: '\\x1b', inside: '\\x1b' },
  h: classEscape('\\t \\xa0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000'),
  H: classEscape(
    '\\0-\\x08\\x0a-\\x1f!-\\x9f\\xa1-\\u167f\\u1681-\\u180d\\u180f-\\u1fff\\u200b-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\u{10ffff}',
  ),
};

function classEscape(members: string) {
  return { outside: `[${members}]`, inside: members } as const;
}

/** The members of the POSIX classes, `[:alpha:]`, and of their complements, `[:^alpha:]`. */
export const posixClasses: Readonly<Record<string, readonly [members: string, others: string]>> = {
  alnum: ['0-9A-Za-z', '\\0-\\/:-@\\[-`{-\\u{10ffff}'],
  alpha: ['A-Za-z', '\\0-@\\[-`{-\\u{10ffff}'],
  ascii: ['\\0-\\x7f', '\\x80-\\u{10ffff}'],
  blank: ['\\t ', '\\0-\\x08\\x0a-\\x1f!-\\u{10ffff}'],
  cntrl: ['\\0-\\x1f\\x7f', ' -~\\x80-\\u{10ffff}'],
  digit: ['0-9', '\\0-\\/:-\\u{10ffff}'],
  graph: ['!-~', '\\0- \\x7f-\\u{10ffff}'],
  lower: ['a-z', '\\0-`{-\\u{10ffff}'],
  print: [' -~', '\\0-\\x1f\\x7f-\\u{10ffff}'],
  punct: ['!-\\/:-@\\[-`{-~', '\\0- 0-9A-Za-z\\x7f-\\u{10ffff}'],
  space: ['\\t-\\r ', '\\0-\\x08\\x0e-\\x1f!-\\u{10ffff}'],
  upper: ['A-Z', '\\0-@\\[-\\u{10ffff}'],
  word: ['0-9A-Z_a-z', '\\0-\\/:-@\\[-\\^`{-\\u{10ffff}'],
  xdigit: ['0-9A-Fa-f', '\\0-\\/:-@G-`g-\\u{10ffff}'],
};

/** What cannot be written in JavaScript with exactly the same meaning, and what to write. The first that fits counts. */
export const untranslated: readonly { readonly form: RegExp; readonly advice: string }[] = [
  { form: /^\(\?>/, advice: 'atomic groups are not supported; write (?:' },
  { form: /^\(\?#/, advice: 'comments are not supported; leave it out' },
  { form: /^\(\?P>|^\(\?&|^\(\?[R0-9]/, advice: 'recursion is not supported; repeat the group' },
  { form: /^\(\?\(/, advice: 'conditions are not supported; write both alternatives with |' },
  { form: /^\(\?\|/, advice: 'branch reset groups are not supported; write (?:' },
  {
    form: /^\(\?[a-wyzA-Z]*x[a-zA-Z-]*[:)]/,
    advice: 'the flag x is not supported; leave out white space and comments',
  },
  {
    form: /^\(\?[a-ln-zA-Z]*m[a-zA-Z-]*[:)]/,
    advice: 'the flag m is not supported; write (?:^|\\n) and (?:\\n|$) for the ends of lines',
  },
  { form: /^(?:[*+?]|\{\d*,?\d*\})\+/, advice: 'possessive quantifiers are not supported; leave out the last +' },
  { form: /^\\Q/, advice: 'quoting is not supported; put \\ before each special character' },
  { form: /^\\R/, advice: 'it is not supported; write (?:\\r\\n|[\\n\\r])' },
  { form: /^\\G/, advice: 'it is not supported; write ^' },
  { form: /^\\K/, advice: 'it is not supported; leave it out' },
  { form: /^\\X/, advice: 'it is not supported; write a dot' },
  { form: /^\\[<>]?[yYmM]/, advice: 'it is not supported; write \\b' },
  { form: /^\\N(?!\{)/, advice: 'it is not supported; write a dot' },
  { form: /^\\0[0-7]/, advice: 'octal escapes are not supported; write \\x and two hexadecimal digits' },
];
