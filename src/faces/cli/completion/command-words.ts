import { isGroup, type CommandDeclaration, type Commands } from '../declaration/command-declaration.ts';
import type { OptionDeclaration } from '../declaration/option-declaration.ts';

/** What the word at the cursor stands for. */
export type Position =
  | { readonly kind: 'command'; readonly commands: Commands; readonly isFirst: boolean }
  /** The name of an option, or an argument if it does not start with a hyphen. */
  | { readonly kind: 'word'; readonly command: CommandDeclaration; readonly seen: SeenWords }
  /** The value of an option; `prefix` is `--name=` if it is in the same word. */
  | {
      readonly kind: 'value';
      readonly option: OptionDeclaration;
      readonly prefix: string;
      readonly command: CommandDeclaration;
      readonly seen: SeenWords;
    };

/** The words before the cursor. */
interface SeenWords {
  readonly options: ReadonlyMap<string, string | undefined>;
  /** The number of arguments. */
  readonly count: number;
  /** Whether `--` was before, so that all further words are arguments. */
  readonly isAfterDashes: boolean;
}

/**
 * Finds what is completed.
 * @param words those after `flowgate`, up to and including the word at the cursor, which can be empty
 * @returns undefined after an unknown command
 */
export function positionOf(words: readonly string[], commands: Commands): Position | undefined {
  let group = commands;
  let rest = words[0] === 'help' && words.length > 1 ? words.slice(1) : words;
  while (rest.length > 1) {
    const [name = '', ...more] = rest;
    const command = Object.hasOwn(group, name) ? group[name] : undefined;
    if (command === undefined) return undefined;
    if (!isGroup(command)) return wordIn(command, more);
    group = command.commands;
    rest = more;
  }
  return { kind: 'command', commands: group, isFirst: group === commands };
}

function wordIn(command: CommandDeclaration, words: readonly string[]): Position {
  const options = new Map<string, string | undefined>();
  const current = words.at(-1) ?? '';
  let count = 0;
  let isAfterDashes = false;
  for (let index = 0; index < words.length - 1; index++) {
    const word = words[index] ?? '';
    if (isAfterDashes || word === '-' || !word.startsWith('-')) {
      count += 1;
      continue;
    }
    if (word === '--') {
      isAfterDashes = true;
      continue;
    }
    const { name, value } = readOption(word, command);
    const option = optionNamed(name, command);
    const takesNext = option?.value !== undefined && value === undefined;
    if (takesNext && index === words.length - 2)
      return { kind: 'value', option, prefix: '', command, seen: { options, count, isAfterDashes } };
    options.set(name, takesNext ? words[index + 1] : value);
    if (takesNext) index += 1;
  }
  const seen = { options, count, isAfterDashes };
  const { name, value } = readOption(current, command);
  const option = optionNamed(name, command);
  if (!isAfterDashes && value !== undefined && option?.value !== undefined)
    return { kind: 'value', option, prefix: `--${name}=`, command, seen };
  return { kind: 'word', command, seen };
}

/** The option in a word, and its value if the word contains it. */
function readOption(word: string, { options }: CommandDeclaration): { readonly name: string; readonly value?: string } {
  const [, long, value] = /^--([\w-]+)(?:=([^]*))?$/.exec(word) ?? [];
  if (long !== undefined) return { name: long, ...(value !== undefined && { value }) };
  const [, letter, rest = ''] = /^-(\w)([^]*)$/.exec(word) ?? [];
  const name = Object.keys(options).find((each) => options[each]?.short === letter) ?? '';
  return { name, ...(rest !== '' && { value: rest }) };
}

function optionNamed(name: string, { options }: CommandDeclaration): OptionDeclaration | undefined {
  return Object.hasOwn(options, name) ? options[name] : undefined;
}
