/**
 * Encodes a Groovy script for Jenkins: the same script without a `]`. Jenkins reads its own files with a parser that
 * duplicates text around a `]` at a boundary of its buffer (docs/decisions/jenkinsfile.md), and it writes every
 * character that XML allows unescaped, so only Groovy can hide the bracket. Groovy decodes `\u005d` everywhere, in
 * code, literals and comments, unless the backslash is the second one of a pair: a lone backslash before it is
 * therefore also written as an escape.
 */
export function scriptText(jenkinsfile: string): string {
  return jenkinsfile.replace(/(\\*)\]/g, (_, backslashes: string) => {
    const isLone = backslashes.length % 2 === 1;
    return `${isLone ? `${backslashes.slice(1)}\\u005c` : backslashes}\\u005d`;
  });
}
