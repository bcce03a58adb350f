/**
 * A word of a shell as the argument of a program such as `mkdir`: after `--` if it starts with a value, which could be an
 * option otherwise. A constant that starts with `-` is by hand.
 */
export function pathArgument(word: string): string {
  return /^"?(?:\{\{|\$)/.test(word) ? `-- ${word}` : word;
}
