import { maskText } from '../../base/masking/mask-text.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import { nearestWord } from '../../base/text/nearest-word.ts';
import { isSecret, type Input } from './input.ts';

/** Recognizes the ids under which a secret may have been sent. */
export class SecretIds {
  readonly #ids: readonly string[];
  readonly #known: ReadonlySet<string>;
  readonly #letters: ReadonlySet<string>;
  #left = maxComparisons;

  constructor(inputs: readonly Input[]) {
    this.#ids = inputs.filter(isSecret).map(({ id }) => id);
    this.#known = new Set(inputs.map(({ id }) => id));
    this.#letters = new Set(this.#ids.map(lettersOf));
  }

  /** What a violation shows of a value that was sent for this id. */
  shown(id: string, value: JsonValue): JsonValue {
    return value !== null && this.hides(id) ? maskText : value;
  }

  /**
   * Whether the value of this id must not be shown: it is the id of a secret, or it is unknown and near one, so that it
   * may be a secret with a mistyped id.
   */
  hides(written: string): boolean {
    if (this.#ids.length === 0) return false;
    if (this.#known.has(written)) return this.#ids.includes(written);
    // As full-width letters become ordinary ones.
    const id = written.normalize('NFKC');
    if (this.#letters.has(lettersOf(id))) return true;
    this.#left -= id.length * this.#ids.reduce((sum, secret) => sum + secret.length, 0);
    return this.#left < 0 || this.#ids.some((secret) => nearestWord(id, [secret]) !== undefined);
  }
}

// Each compares two characters. Beyond this number, a few milliseconds, every unknown id counts as near.
const maxComparisons = 1_000_000;

/** `apiKey`, `api_key` and `API-KEY` are the same letters. */
function lettersOf(id: string): string {
  return id.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
