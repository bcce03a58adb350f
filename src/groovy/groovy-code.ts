// Set by the class, which shares its constructor and its private field with the functions of this file alone.
let make: (source: string) => GroovyCode;
let isMade: (value: unknown) => value is GroovyCode;
let read: (code: GroovyCode) => string;

/**
 * A piece of Groovy source that is safe to print into a Jenkinsfile. It is an object and no string, so that text from an
 * author can never be taken for one, whether or not a compiler has looked at the module that it comes from: only the
 * functions of this folder make it. As a string it is its source.
 */
class GroovyCode {
  readonly #source: string;

  private constructor(source: string) {
    this.#source = source;
  }

  toString(): string {
    return this.#source;
  }

  static {
    make = (source) => new GroovyCode(source);
    isMade = (value): value is GroovyCode => typeof value === 'object' && value !== null && #source in value;
    // Not by its method, which somebody could replace.
    read = (code) => code.#source;
    // From a piece nobody gets to the class.
    Reflect.deleteProperty(GroovyCode.prototype, 'constructor');
    Object.freeze(GroovyCode.prototype);
  }
}

// The type alone: nobody else has a use for the class.
export type { GroovyCode };

/** Declares a text of our own, such as a file, to be Groovy source. Never call it with anything that an author wrote. */
export function trustedGroovy(source: string): GroovyCode {
  return make(source);
}

/** Groovy that stands in our own sources, with pieces put in: `` groovy`check(${condition}, ${message})` ``. */
export function groovy(source: TemplateStringsArray, ...pieces: readonly GroovyCode[]): GroovyCode {
  return make(source.reduce((code, text, index) => code + sourceOf(pieces[index - 1]) + text));
}

export function isGroovyCode(value: unknown): value is GroovyCode {
  return isMade(value);
}

/**
 * The source of a piece.
 * @throws {TypeError} for anything else, strings above all
 */
export function sourceOf(piece: unknown): string {
  if (!isMade(piece)) throw new TypeError(`A piece of Groovy is expected, not a value of type ${typeof piece}`);
  return read(piece);
}

export function joinGroovy(pieces: readonly GroovyCode[], separator: string): GroovyCode {
  return make(pieces.map(sourceOf).join(separator));
}

/** Moves lines to the right for reading; a piece with a literal of several lines stays as it is, since the literal would change. */
export function indentGroovy(piece: GroovyCode, columns: number): GroovyCode {
  const source = sourceOf(piece);
  return /'''|"""/.test(source) ? piece : make(source.replace(/^(?=.)/gm, ' '.repeat(columns)));
}
