// Set by the class, which shares its constructor and its private field only with the functions of this file.
let make: (source: string) => GroovyCode;
let isMade: (value: unknown) => value is GroovyCode;
let read: (code: GroovyCode) => string;

/**
 * A piece of Groovy source that is safe to print into a Jenkinsfile. It is an object, not a string, so that an author's
 * string can never be mistaken for one, even by a module that was not type-checked. Only the functions of this folder
 * create it. Converted to a string, it is its source.
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
    // Not its method, which could be replaced.
    read = (code) => code.#source;
    // A piece gives no access to the class.
    Reflect.deleteProperty(GroovyCode.prototype, 'constructor');
    Object.freeze(GroovyCode.prototype);
  }
}

// Only the type: the class itself is private to this file.
export type { GroovyCode };

/** Declares our own text, such as a file, to be Groovy source. Never pass anything that an author wrote. */
export function trustedGroovy(source: string): GroovyCode {
  return make(source);
}

/** Groovy from our own source code, with pieces inserted: `` groovy`check(${condition}, ${message})` ``. */
export function groovy(source: TemplateStringsArray, ...pieces: readonly GroovyCode[]): GroovyCode {
  let code = source[0]!; // a template has at least one string
  for (let index = 0; index < pieces.length; index++) code += sourceOf(pieces[index]) + source[index + 1];
  return make(code);
}

/**
 * The source of a piece.
 * @throws {TypeError} for anything else, in particular strings
 */
export function sourceOf(piece: unknown): string {
  if (!isMade(piece)) throw new TypeError(`Expected a piece of Groovy; found a value of type ${typeof piece}`);
  return read(piece);
}

export function joinGroovy(pieces: readonly GroovyCode[], separator: string): GroovyCode {
  return make(pieces.map(sourceOf).join(separator));
}

/**
 * Indents lines for readability; a piece with a multi-line literal stays unchanged, because indenting would change the
 * literal.
 */
export function indentGroovy(piece: GroovyCode, columns: number): GroovyCode {
  const source = sourceOf(piece);
  return source.includes("'''") || source.includes('"""')
    ? piece
    : make(source.replace(/^(?=.)/gm, ' '.repeat(columns)));
}
