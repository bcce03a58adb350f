/** Safe markup: every string in it is escaped. Only `html` creates it. */
export class Html {
  readonly #markup: string;

  private constructor(markup: string) {
    this.#markup = markup;
  }

  static of(strings: TemplateStringsArray, pieces: readonly Piece[]): Html {
    return new Html(strings.map((text, index) => text + print(pieces[index])).join(''));
  }

  toString(): string {
    return this.#markup;
  }
}

export type Piece = Html | string | number | undefined | false | readonly Piece[];

/**
 * Creates markup from a template. Strings are escaped for content and quoted attributes; `Html` is inserted unchanged;
 * lists are joined; undefined and false are omitted.
 */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return Html.of(strings, pieces);
}

function print(piece: Piece): string {
  if (piece === undefined || piece === false) return '';
  if (piece instanceof Html) return piece.toString();
  if (typeof piece === 'object') return piece.map(print).join('');
  return String(piece).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
