import { flowName, type FlowKey } from '../../language/flow/flow-key.ts';
import { escapeRegExp } from '../../language/safe-patterns/escape-reg-exp.ts';
import { keyRoot, keyTable, type KeyFamily, type KeyName } from './key-table.ts';
import { globLiteral } from './scan-keys.ts';

const parameter = /<\w+>/;

/** The parameters of a pattern: a flow is named by its key, everything else is a string. */
type Words<Pattern extends string> = Pattern extends `${string}<${infer Name}>${infer Rest}`
  ? [word: Name extends 'flow' ? FlowKey : string, ...Words<Rest>]
  : [];
type WordsOf<Name extends KeyName> = Words<(typeof keyTable)[Name]['pattern']>;
type Key<Name extends KeyName> = WordsOf<Name> extends [] ? string : (...words: WordsOf<Name>) => string;

const families: readonly (readonly [KeyName, KeyFamily])[] = Object.entries(keyTable) as [KeyName, KeyFamily][]; // the keys of the table

/** The parts of a key around its parameters. */
const piecesOf = ({ pattern }: KeyFamily): readonly string[] => `${keyRoot}:${pattern}`.split(parameter);

/** Every key of the table: a string, or a function of its parameters. */
export const redisKey = Object.fromEntries(
  families.map(([name, family]) => {
    const [first = '', ...others] = piecesOf(family);
    const make = (...words: readonly (string | FlowKey)[]) =>
      others.reduce((key, piece, index) => key + textOf(words[index]) + piece, first);
    return [name, others.length === 0 ? first : make];
  }),
) as { readonly [Name in KeyName]: Key<Name> }; // as the patterns say

function textOf(word: string | FlowKey = ''): string {
  return typeof word === 'string' ? word : flowName(word);
}

/** A glob pattern of all keys of a family. @param words parameters, from the first on; `*` for any */
export function keyGlob(name: KeyName, ...words: readonly string[]): string {
  const [first = '', ...others] = piecesOf(keyTable[name]).map(globLiteral);
  return others.reduce((glob, piece, index) => `${glob}${words[index] ?? '*'}${piece}`, first);
}

const syntaxes = new Map(
  families.map(([name, family]) => [name, new RegExp(`^${piecesOf(family).map(escapeRegExp).join('(.*)')}$`, 's')]),
);

/** The parameters of a key that fits `keyGlob(name)`. */
export function keyWords(name: KeyName, key: string): readonly string[] {
  return syntaxes.get(name)?.exec(key)?.slice(1) ?? [];
}

/** The family of a key, with the root; undefined for a key that is not in the table. */
export function keyFamily(key: string): KeyFamily | undefined {
  return families.find(([name]) => syntaxes.get(name)?.test(key))?.[1];
}

/** Lua that makes a key as `redisKey` does: `flowKey(flow)`, or `tokensKey()`. */
export function luaKeyFunction(name: string): string {
  if (!Object.hasOwn(keyTable, name)) throw new Error(`The key ${name} is not in the key table`);
  const [first = '', ...others] = piecesOf(keyTable[name as KeyName]); // checked above
  const words = others.map((_, index) => `word${index + 1}`);
  const text = [
    `'${first}'`,
    ...others.flatMap((piece, index) => [words[index], ...(piece === '' ? [] : [`'${piece}'`])]),
  ];
  return `local function ${name}Key(${words.join(', ')}) return ${text.join(' .. ')} end`;
}
