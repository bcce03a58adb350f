import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

interface Repeated {
  loggedAt: number;
  /** How often it occurred since then. */
  count: number;
}

const quietMilliseconds = 30_000;
const maxKnown = 200;

/**
 * Logs warnings about retried operations. One that repeats is logged at most every half minute, with `repeated`, the
 * number of times it occurred in between: an outage of Redis fails many times a second.
 */
export class RepeatedWarnings {
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #clock: () => number;
  readonly #known = new LRUCache<string, Repeated>({ max: maxKnown });

  /** @param clock milliseconds of a monotonic clock */
  constructor(logger: Pick<Logger, 'warn'>, clock: () => number = () => performance.now()) {
    this.#logger = logger;
    this.#clock = clock;
  }

  /** @param fields the subject of the warning; the same fields and message are the same warning */
  warn(fields: Readonly<Record<string, string>>, message: string): void {
    const key = JSON.stringify([message, fields]);
    const known = this.#known.get(key);
    const now = this.#clock();
    if (known !== undefined && now - known.loggedAt < quietMilliseconds) {
      known.count += 1;
      return;
    }
    this.#known.set(key, { loggedAt: now, count: 0 });
    this.#logger.warn(
      known === undefined || known.count === 0 ? fields : { ...fields, repeated: known.count },
      message,
    );
  }
}
