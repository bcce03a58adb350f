import { maskText } from './mask-text.ts';
import { secretForms } from './secret-forms.ts';
import { TextSearch } from './text-search.ts';

/**
 * Masks secrets in text that arrives in chunks. The result does not depend on the chunk boundaries: a possible
 * beginning of a secret is held back until the next chunk decides. If two secrets begin at the same position, the
 * longer one is masked. A value of several lines keeps its line breaks, because Jenkins masks its lines.
 */
export class SecretMask {
  readonly #search: TextSearch | undefined;
  readonly #values: ReadonlySet<string>;
  #held = '';

  /**
   * @param secrets plain values without lone surrogates; each line of a value and every form in which tools print it
   * are masked too
   */
  constructor(secrets: readonly string[]) {
    this.#values = new Set(secrets);
    const texts = new Set(secrets.flatMap((secret) => [...secretForms(secret)]));
    this.#search = texts.size === 0 ? undefined : new TextSearch(texts);
  }

  /** @returns the text that can be released so far */
  push(piece: string): string {
    return this.#mask(this.#held + piece, false);
  }

  /** @returns the text held back; the mask can then be used for another text */
  end(): string {
    return this.#mask(this.#held, true);
  }

  /** Masks a complete text. */
  apply(text: string): string {
    return this.#masked(text, true).masked;
  }

  #mask(text: string, isEnd: boolean): string {
    const { masked, held } = this.#masked(text, isEnd);
    this.#held = held;
    return masked;
  }

  /** The part of a text that is decided, and the part to hold back. */
  #masked(text: string, isEnd: boolean): { readonly masked: string; readonly held: string } {
    if (this.#search === undefined) return { masked: text, held: '' };
    let masked = '';
    for (let start = 0; ;) {
      const { index, found } = this.#search.next(text, start, isEnd);
      masked += text.slice(start, index);
      if (found === 'undecided') return { masked, held: text.slice(index) };
      if (found === 0) return { masked, held: '' };
      masked += this.#maskFor(text.slice(index, index + found));
      start = index + found;
    }
  }

  #maskFor(found: string): string {
    return this.#values.has(found) ? found.replaceAll(/[^\r\n]+/g, maskText) : maskText;
  }
}
