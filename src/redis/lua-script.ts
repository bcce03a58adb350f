import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script that Redis runs as one atomic step. */
export class LuaScript {
  readonly #text: string;
  readonly #digest: string;

  constructor(text: string) {
    this.#text = text;
    this.#digest = createHash('sha1').update(text).digest('hex');
  }

  /** Runs it by its digest; the text travels only to a Redis that does not know it yet. */
  async run(redis: Redis, keys: readonly string[], values: readonly (string | number | Buffer)[]): Promise<unknown> {
    try {
      return await redis.evalsha(this.#digest, keys.length, ...keys, ...values);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return await redis.eval(this.#text, keys.length, ...keys, ...values);
    }
  }
}
