import { readLua } from './read-lua.ts';
import { luaKeyFunction } from './redis-key.ts';

/** A value that a script contains, the same in every call. */
export type LuaConstant = string | number | readonly string[];

export interface LuaNames {
  /** The names of KEYS. */
  readonly keys: readonly string[];
  /** The names of ARGV. */
  readonly values: readonly string[];
  /** The name of a list of all KEYS, or of the rest of ARGV. */
  readonly keyList?: string | undefined;
  readonly valueList?: string | undefined;
  readonly constants: Readonly<Record<string, LuaConstant>>;
}

/**
 * A file with everything that it needs before it: constants, keys, arguments, and the functions of other files. Two kinds
 * of comment at the beginning of a file say what that is:
 *
 *     -- @keys execution, executionIndex      executionKey(id) and executionIndexKey(scope), from the key table
 *     -- @include store/redis/scripts/x.lua   the functions of a file below src
 *
 * Every name is a local variable: Redis rejects others.
 */
export function luaText(file: string, names: LuaNames): string {
  const files = filesOf(file);
  const texts = files.map(readLua);
  const keys = new Set(texts.flatMap((text) => directives(text, 'keys')));
  const parts = [
    ...Object.entries(names.constants).map(([name, value]) => `local ${name} = ${literal(value)}`),
    ...[...keys].map(luaKeyFunction),
    ...namedArguments(names),
    ...texts,
  ];
  return parts.join('\n');
}

/** A file and those that it includes, each once and after those that it needs. */
function filesOf(file: string): readonly string[] {
  const included = directives(readLua(file), 'include').flatMap(filesOf);
  return [...new Set([...included, file])];
}

function directives(text: string, name: 'keys' | 'include'): readonly string[] {
  return [...text.matchAll(new RegExp(`^-- @${name} (.*)$`, 'gm'))].flatMap(([, list = '']) => list.split(', '));
}

function namedArguments({ keys, values, keyList, valueList }: LuaNames): readonly string[] {
  return [
    ...keys.map((name, index) => `local ${name} = KEYS[${index + 1}]`),
    ...values.map((name, index) => `local ${name} = ARGV[${index + 1}]`),
    ...(keyList === undefined ? [] : [`local ${keyList} = KEYS`]),
    // Not unpack: it has a limit of some thousand values.
    ...(valueList === undefined
      ? []
      : [
          `local ${valueList} = {}`,
          `for i = ${values.length + 1}, #ARGV do ${valueList}[i - ${values.length}] = ARGV[i] end`,
        ]),
  ];
}

function literal(value: LuaConstant): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll(/['\\\n]/g, String.raw`\$&`)}'`;
  return `{ ${value.map(literal).join(', ')} }`;
}
