import type { Commands } from '../declaration/command-declaration.ts';
import type { Terminal } from '../terminal.ts';
import { completeWords } from './complete-words.ts';
import type { Shell } from './shell-scripts.ts';

/** Prints what a shell can offer: a line for each word, and whether it adds files. */
export async function printCompletions(
  words: readonly string[],
  { commands, shell }: { readonly commands: Commands; readonly shell: Shell },
  terminal: Terminal,
): Promise<void> {
  const { joined, cut } = shell === 'bash' ? joinAssignments(words) : { joined: words, cut: 0 };
  const { candidates, paths } = await completeWords(joined, commands, terminal);
  const lines = candidates.map(({ value, summary }) =>
    [value.slice(cut), ...(summary === '' ? [] : [summary.replaceAll(/\s+/g, ' ')])].join('\t'),
  );
  terminal.stdout.write(`${lines.map((line) => `${line}\n`).join('')}:${paths}\n`);
}

/**
 * Joins `--name`, `=` and `value`, which bash passes as three words.
 * @returns the words, and how many characters of candidates bash does not replace
 */
function joinAssignments(words: readonly string[]): { readonly joined: readonly string[]; readonly cut: number } {
  const joined: string[] = [];
  let cut = 0;
  for (const [index, word] of words.entries()) {
    const before = joined.at(-1) ?? '';
    const isSign = word === '=' && /^--[\w-]+$/.test(before);
    const isValue = words[index - 1] === '=' && /^--[\w-]+=$/.test(before);
    cut = isSign ? before.length + 1 : isValue ? before.length : 0;
    if (isSign || isValue) joined[joined.length - 1] = before + word;
    else joined.push(word);
  }
  return { joined, cut };
}
