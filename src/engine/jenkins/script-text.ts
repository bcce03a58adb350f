/**
 * A Groovy script as it is sent to Jenkins: the same script without a `]`. Jenkins reads its own files with a parser
 * that doubles text around a `]` which falls on a boundary of its buffer (docs/decisions/jenkinsfile.md), and it writes every
 * character that XML can carry as it is, so that only Groovy can hide it. Groovy decodes `\u005d` wherever it stands,
 * in code, literals and comments, unless the backslash is the second one of a pair: a lone backslash in front is
 * therefore written as an escape too.
 */
export function scriptText(jenkinsfile: string): string {
  return jenkinsfile.replace(/(\\*)\]/g, (_, backslashes: string) => {
    const isLone = backslashes.length % 2 === 1;
    return `${isLone ? `${backslashes.slice(1)}\\u005c` : backslashes}\\u005d`;
  });
}
