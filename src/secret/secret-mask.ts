/** What stands in the place of a secret, whatever its length. */
export const maskText = '****';

// Jenkins masks nothing shorter either; masking every "a" of a log would only make it unreadable.
const shortestPart = 3;

/**
 * Masks secrets in a text that comes in pieces. The result does not depend on where the pieces end: what could be the
 * beginning of a secret is held back until the next piece decides.
 */
export class SecretMask {
  readonly #forms: readonly SecretForm[];
  readonly #search: RegExp | undefined;
  #held = '';

  /** @param secrets plain values without lone surrogates; each line of one is a secret too, and so are the forms in which programs print them */
  constructor(secrets: readonly string[]) {
    const texts = [...new Set(secrets.flatMap(formsOf))].toSorted((left, right) => right.length - left.length);
    this.#forms = texts.map((text) => new SecretForm(text));
    this.#search = texts.length === 0 ? undefined : new RegExp(texts.map((text) => escaped(text)).join('|'), 'g');
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
    return this.#search === undefined ? text : text.replace(this.#search, maskText);
  }

  #mask(text: string, isEnd: boolean): string {
    this.#held = '';
    if (this.#search === undefined || text === '') return text;
    let masked = '';
    let start = 0;
    for (;;) {
      const undecided = isEnd ? text.length : this.#undecidedFrom(text, start);
      this.#search.lastIndex = start;
      const match = this.#search.exec(text);
      // A longer secret may begin where the text ends, and then it is the longer one that is meant.
      if (match === null || match.index >= undecided) {
        this.#held = text.slice(undecided);
        return masked + text.slice(start, undecided);
      }
      masked += text.slice(start, match.index) + maskText;
      start = match.index + match[0].length;
    }
  }

  /** The first place, not before `start`, from which the text to its end could be the beginning of a secret. */
  #undecidedFrom(text: string, start: number): number {
    return this.#forms.reduce((first, form) => Math.min(first, text.length - form.beginningAtEnd(text, start)), text.length);
  }
}

/** One text to be masked, prepared for the question how much of it stands at the end of another (Knuth, Morris, Pratt). */
class SecretForm {
  readonly #text: string;
  /** For each length of a beginning, the length of the longest shorter beginning that ends it. */
  readonly #fallbacks: readonly number[];

  constructor(text: string) {
    this.#text = text;
    const fallbacks = [0, 0];
    for (let index = 1, length = 0; index < text.length; index++) {
      while (length > 0 && text[index] !== text[length]) length = fallbacks[length]!;
      if (text[index] === text[length]) length += 1;
      fallbacks.push(length);
    }
    this.#fallbacks = fallbacks;
  }

  /** The length of the longest beginning, short of the whole, with which the text from `start` on ends. */
  beginningAtEnd(text: string, start: number): number {
    const pattern = this.#text;
    let length = 0;
    for (let index = Math.max(start, text.length - pattern.length + 1); index < text.length; index++) {
      while (length > 0 && text[index] !== pattern[length]) length = this.#fallbacks[length]!;
      if (text[index] === pattern[length]) length += 1;
    }
    return length;
  }
}

function formsOf(secret: string): string[] {
  const lines = secret.split(/\r?\n/);
  return [secret, ...lines, ...lines.map((line) => line.trim())].flatMap((text) =>
    text.length < shortestPart ? [] : [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), Buffer.from(text).toString('base64')],
  );
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
