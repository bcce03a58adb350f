import { maskText } from './mask-text.ts';
import { secretForms } from './secret-forms.ts';
import { TextSearch } from './text-search.ts';

/**
 * Masks secrets in a text that comes in pieces. The result does not depend on where the pieces end: what could be the
 * beginning of a secret is held back until the next piece decides. Of two that begin at one place it is the longer one.
 */
export class SecretMask {
  readonly #search: TextSearch | undefined;
  #held = '';

  /** @param secrets plain values without lone surrogates; each line of one is a secret too, and so are the forms in which tools print them */
  constructor(secrets: readonly string[]) {
    const texts = new Set(secrets.flatMap((secret) => [...secretForms(secret)]));
    this.#search = texts.size === 0 ? undefined : new TextSearch(texts);
  }

  /** @returns what is certain of the text so far */
  push(piece: string): string {
    return this.#mask(this.#held + piece, false);
  }

  /** @returns what was held back; the mask can be used for another text then */
  end(): string {
    return this.#mask(this.#held, true);
  }

  /** Masks a whole text. */
  apply(text: string): string {
    return this.#masked(text, true).masked;
  }

  #mask(text: string, isEnd: boolean): string {
    const { masked, held } = this.#masked(text, isEnd);
    this.#held = held;
    return masked;
  }

  /** What is certain of a text, and what has to be held back of it. */
  #masked(text: string, isEnd: boolean): { readonly masked: string; readonly held: string } {
    if (this.#search === undefined) return { masked: text, held: '' };
    let masked = '';
    for (let start = 0; ;) {
      const { index, found } = this.#search.next(text, start, isEnd);
      masked += text.slice(start, index);
      if (found === 'undecided') return { masked, held: text.slice(index) };
      if (found === 0) return { masked, held: '' };
      masked += maskText;
      start = index + found;
    }
  }
}
