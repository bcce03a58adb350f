import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { luaText, type LuaConstant } from './lua-text.ts';

/** A boolean is `1` or `0` in Lua. */
type ScriptValue = string | number | boolean | Buffer;

/** What a script gets: each name is a local variable in Lua. */
export interface ScriptDeclaration<
  Key extends string,
  Value extends string,
  KeyList extends string,
  ValueList extends string,
> {
  /** The path of the file below `src`; `luaText` explains what it can contain. */
  readonly file: `${string}.lua`;
  /** Keys in the slot of `keyRoot`; at least one, because a cluster sends a script to the server that has its keys. */
  readonly keys?: readonly Key[];
  readonly values?: readonly Value[];
  /** Instead of `keys`: a list of keys. */
  readonly keyList?: KeyList;
  /** A list of values, in addition to `values`. */
  readonly valueList?: ValueList;
  readonly constants?: Readonly<Record<string, LuaConstant>>;
}

export type ScriptArguments<
  Key extends string,
  Value extends string,
  KeyList extends string,
  ValueList extends string,
> = Readonly<
  Record<Key, string> &
    Record<Value, ScriptValue> &
    Record<KeyList, readonly string[]> &
    Record<ValueList, readonly ScriptValue[]>
>;

/** A Lua file that Redis runs as one atomic step. */
export class LuaScript<
  Key extends string = never,
  Value extends string = never,
  KeyList extends string = never,
  ValueList extends string = never,
> {
  readonly declaration: ScriptDeclaration<Key, Value, KeyList, ValueList>;
  #compiled: { readonly text: string; readonly digest: string } | undefined;

  constructor(declaration: ScriptDeclaration<Key, Value, KeyList, ValueList>) {
    this.declaration = declaration;
  }

  /** Runs the script; strings in the reply are decoded as UTF-8. */
  run(redis: Redis, given: ScriptArguments<Key, Value, KeyList, ValueList>): Promise<unknown> {
    return this.#send((command, ...rest) => redis.call(command, ...rest), given);
  }

  /** Runs the script; strings in the reply stay bytes. */
  runForBytes(redis: Redis, given: ScriptArguments<Key, Value, KeyList, ValueList>): Promise<unknown> {
    return this.#send((command, ...rest) => redis.callBuffer(command, ...rest), given);
  }

  /** What Redis runs, and the SHA-1 by which it knows that. */
  get compiled(): { readonly text: string; readonly digest: string } {
    if (this.#compiled === undefined) {
      const { file, keys = [], values = [], keyList, valueList, constants = {} } = this.declaration;
      const text = luaText(file, { keys, values, keyList, valueList, constants });
      this.#compiled = { text, digest: createHash('sha1').update(text).digest('hex') };
    }
    return this.#compiled;
  }

  // The script is sent only to a Redis that does not have it yet.
  async #send(send: SendCommand, given: ScriptArguments<Key, Value, KeyList, ValueList>): Promise<unknown> {
    const { keys = [], values = [], keyList, valueList } = this.declaration;
    const parts: SentValue[] = [keyList === undefined ? keys.length : given[keyList].length];
    if (keyList !== undefined) parts.push(...given[keyList]);
    for (const name of keys) parts.push(given[name]);
    for (const name of values) parts.push(sent(given[name]));
    if (valueList !== undefined) for (const value of given[valueList]) parts.push(sent(value));
    const { text, digest } = this.compiled;
    try {
      return await send('EVALSHA', digest, ...parts);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await send('EVAL', text, ...parts);
    }
  }
}

type SentValue = Exclude<ScriptValue, boolean>;
type SendCommand = (command: string, ...rest: SentValue[]) => Promise<unknown>;

function sent(value: ScriptValue): SentValue {
  return typeof value === 'boolean' ? Number(value) : value;
}
