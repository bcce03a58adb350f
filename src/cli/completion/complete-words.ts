import type { CommandLoaders } from '../declaration/command-declaration.ts';
import { listedCommands } from '../declaration/listed-commands.ts';
import type { ArgumentDeclaration, Completion, OptionDeclaration } from '../declaration/option-declaration.ts';
import type { Terminal } from '../terminal.ts';
import { positionOf, type Position } from './command-words.ts';
import { knownNames, type Candidate } from './known-names.ts';

/** What a shell can offer at the cursor. */
export interface Completions {
  readonly candidates: readonly Candidate[];
  /** Whether the shell adds files or folders. */
  readonly paths: 'file' | 'folder' | 'none';
}

const nothing: Completions = { candidates: [], paths: 'none' };

/**
 * Completes a command line.
 * @param words those after `flowgate`, up to and including the word at the cursor, which can be empty
 */
export async function completeWords(
  words: readonly string[],
  commands: CommandLoaders,
  terminal: Terminal,
): Promise<Completions> {
  const position = await positionOf(words, commands);
  const word = words.at(-1) ?? '';
  if (position === undefined) return nothing;
  if (position.kind === 'command') return commandNames(position, word);
  if (position.kind === 'value') {
    const { candidates, paths } = await valuesOf(
      position.option,
      word.slice(position.prefix.length),
      position,
      terminal,
    );
    return { candidates: candidates.map(({ value, summary }) => ({ value: position.prefix + value, summary })), paths };
  }
  if (word.startsWith('-') && !position.seen.isAfterDashes) return optionNames(position, word);
  const args = Object.values(position.command.arguments);
  const last = args.at(-1);
  const argument = args[position.seen.count] ?? (last?.repeated ? last : undefined);
  return argument === undefined ? nothing : valuesOf(argument, word, position, terminal);
}

async function commandNames(
  { commands, isFirst }: Extract<Position, { readonly kind: 'command' }>,
  word: string,
): Promise<Completions> {
  const listed = await listedCommands(commands);
  const options = [
    { value: '--help', summary: 'show help' },
    ...(isFirst ? [{ value: '--version', summary: 'show the version' }] : []),
  ];
  const names = listed.map(({ name, summary }) => ({ value: name, summary }));
  return startingWith(word, word.startsWith('-') ? options : names);
}

function optionNames({ command, seen }: Extract<Position, { readonly kind: 'word' }>, word: string): Completions {
  const options = Object.entries(command.options)
    .filter(([name, { hidden, repeated }]) => !hidden && (repeated || !seen.options.has(name)))
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
  if (allowed !== undefined)
    return startingWith(
      word,
      allowed.map((value) => ({ value, summary: '' })),
    );
  const optionValue = (name: string) => seen.options.get(name);
  const server = {
    server: optionValue('server'),
    token: optionValue('token'),
    user: optionValue('user'),
    context: optionValue('context'),
  };
  return { candidates: await knownNames(completion, word, server, terminal), paths: pathsOf(completion) };
}

function pathsOf(completion: Completion | undefined): Completions['paths'] {
  if (completion === 'folder') return 'folder';
  return completion === 'file' || completion === 'flow-or-file' ? 'file' : 'none';
}
