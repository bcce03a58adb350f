import type { Commands } from '../declaration/command-declaration.ts';
import { listedCommands } from '../declaration/listed-commands.ts';
import type { ArgumentDeclaration, Completion, OptionDeclaration } from '../declaration/option-declaration.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import type { Terminal } from '../terminal.ts';
import { positionOf, type Position } from './command-words.ts';
import { knownNames, type Candidate } from './known-names.ts';
import type { Shell } from './shell-scripts.ts';

/** What a shell can offer at the cursor. */
interface Completions {
  readonly candidates: readonly Candidate[];
  /** Whether the shell adds files or folders. */
  readonly paths: 'file' | 'folder' | 'none';
}

const nothing: Completions = { candidates: [], paths: 'none' };

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
 * Completes a command line.
 * @param words those after `flowgate`, up to and including the word at the cursor, which can be empty
 */
async function completeWords(words: readonly string[], commands: Commands, terminal: Terminal): Promise<Completions> {
  const position = positionOf(words, commands);
  const word = words.at(-1) ?? '';
  if (position === undefined) return nothing;
  if (position.kind === 'command') return commandNames(position, word);
  if (position.kind === 'value') {
    const { option, prefix } = position;
    const { candidates, paths } = await valuesOf(option, word.slice(prefix.length), position, terminal);
    return { candidates: candidates.map(({ value, summary }) => ({ value: prefix + value, summary })), paths };
  }
  if (word.startsWith('-') && !position.seen.isAfterDashes) return optionNames(position, word);
  const args = Object.values(position.command.arguments);
  const last = args.at(-1);
  const argument = args[position.seen.count] ?? (last?.repeated ? last : undefined);
  return argument === undefined ? nothing : valuesOf(argument, word, position, terminal);
}

function commandNames(
  { commands, isFirst }: Extract<Position, { readonly kind: 'command' }>,
  word: string,
): Completions {
  const options = [
    { value: '--help', summary: 'show help' },
    ...(isFirst ? [{ value: '--version', summary: 'show the version' }] : []),
  ];
  const names = listedCommands(commands).map(([name, { summary }]) => ({ value: name, summary }));
  return startingWith(word, word.startsWith('-') ? options : names);
}

function optionNames({ command, seen }: Extract<Position, { readonly kind: 'word' }>, word: string): Completions {
  const options = Object.entries(command.options)
    .filter(([name, { repeated }]) => repeated || !seen.options.has(name))
    .map(([name, { summary }]) => ({ value: `--${name}`, summary }));
  return startingWith(word, [...options, { value: '--help', summary: 'show this help' }]);
}

function startingWith(word: string, candidates: readonly Candidate[]): Completions {
  return { candidates: candidates.filter(({ value }) => value.startsWith(word)), paths: 'none' };
}

async function valuesOf(
  { allowed, completion }: Pick<OptionDeclaration & ArgumentDeclaration, 'allowed' | 'completion'>,
  word: string,
  { seen }: Exclude<Position, { readonly kind: 'command' }>,
  terminal: Terminal,
): Promise<Completions> {
  const values = allowed?.map((value) => ({ value, summary: '' }));
  if (values !== undefined) return startingWith(word, values);
  const server: GatewayOptions = Object.fromEntries(seen.options); // ignores the others
  return { candidates: await knownNames(completion, word, server, terminal), paths: pathsOf(completion) };
}

function pathsOf(completion: Completion | undefined): Completions['paths'] {
  if (completion === 'folder') return 'folder';
  return completion === 'file' || completion === 'flow-or-file' ? 'file' : 'none';
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
