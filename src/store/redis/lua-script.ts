import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { keyRoot } from './key-root.ts';

/**
 * The beginning of a script that must run although the memory of Redis is full, because it ends work or keeps it going.
 * Redis rejects a script only if its first change may need memory.
 */
export const evenIfFull = `redis.call('DEL', '${keyRoot}:none')\n`;

/** A Lua script that Redis runs as one atomic step. */
export class LuaScript {
  readonly #text: string;
  readonly #digest: string;

  constructor(text: string) {
    this.#text = text;
    this.#digest = createHash('sha1').update(text).digest('hex');
  }

  /** Runs the script; strings in the reply are decoded as UTF-8. */
  run(redis: Redis, keys: readonly string[], values: readonly ScriptValue[]): Promise<unknown> {
    return this.#send((command, ...rest) => redis.call(command, ...rest), keys, values);
  }

  /** Runs the script; strings in the reply stay bytes. */
  runForBytes(redis: Redis, keys: readonly string[], values: readonly ScriptValue[]): Promise<unknown> {
    return this.#send((command, ...rest) => redis.callBuffer(command, ...rest), keys, values);
  }

  // The script is sent only to a Redis that does not have it yet.
  async #send(send: SendCommand, keys: readonly string[], values: readonly ScriptValue[]): Promise<unknown> {
    try {
      return await send('EVALSHA', this.#digest, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await send('EVAL', this.#text, keys.length, ...keys, ...values);
    }
  }
}

type ScriptValue = string | number | Buffer;
type SendCommand = (command: string, ...rest: ScriptValue[]) => Promise<unknown>;
