import {
  characterClass,
  complement,
  digits,
  lineBreaks,
  whitespace,
  wordCharacters,
  type CharacterSet,
} from './character-set.ts';

/** A pattern in RE2 syntax, and its structure. */
export interface LinearSource {
  readonly source: string;
  /** The approximate number of program steps with repetitions unrolled. */
  readonly size: number;
  /** The max number of times that nested counted repetitions repeat a part of it. */
  readonly repeats: number;
  readonly tree: PatternTree;
}

/**
 * Translates a JavaScript pattern to RE2 syntax with the meaning of JavaScript's `u` flag. Classes are written as code
 * points, because `\s` and `.` match less in RE2, and groups do not capture, because only whether there is a match
 * counts. Undefined for what a linear-time engine cannot do (lookaround, backreferences) or defines by other tables
 * (`\p{...}`).
 * @param pattern one that `new RegExp(pattern, 'u')` accepts; for others the result is meaningless
 */
export function linearSource(pattern: string): LinearSource | undefined {
  try {
    return new PatternReader(pattern).alternatives();
  } catch (error) {
    if (error === notLinear) return undefined;
    throw error;
  }
}

/** Thrown only in this file, to leave the recursion at the first construct that is not linear. */
const notLinear = Symbol('not linear');

// RE2's own limit on the product of nested counted repetitions.
const maxRepetitions = 1000;

const classEscapes: Readonly<Record<string, CharacterSet>> = {
  d: digits,
  D: complement(digits),
  w: wordCharacters,
  W: complement(wordCharacters),
  s: whitespace,
  S: complement(whitespace),
};

const controlEscapes: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };

class PatternReader {
  readonly #pattern: string;
  #position = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  /** Reads up to the end of the group or of the pattern. */
  alternatives(): LinearSource {
    let source = '';
    let size = 0;
    let repeats = 1;
    const choices: PatternTree[][] = [[]];
    while (this.#position < this.#pattern.length && this.#pattern[this.#position] !== ')') {
      if (this.#take('|')) {
        source += '|';
        size += 1;
        choices.push([]);
        continue;
      }
      const term = this.#quantified(this.#atom());
      source += term.source;
      size += term.size;
      repeats = Math.max(repeats, term.repeats);
      choices.at(-1)!.push(term.tree);
    }
    return {
      source,
      size,
      repeats,
      tree: { kind: 'choice', items: choices.map((items) => ({ kind: 'sequence', items })) },
    };
  }

  #atom(): LinearSource {
    switch (this.#pattern[this.#position]) {
      case '(':
        this.#position += 1;
        return this.#group();
      case '[':
        this.#position += 1;
        return oneOf(this.#class());
      case '.':
        this.#position += 1;
        return oneOf(notLineBreaks);
      case '^':
        this.#position += 1;
        return boundary('\\A');
      case '$':
        this.#position += 1;
        return boundary('\\z');
      case '\\':
        if (this.#take('\\b')) return boundary('\\b');
        // V8 matches it even inside a surrogate pair.
        if (this.#take('\\B')) throw notLinear;
        return oneOf(this.#characters());
      default:
        return oneCharacter(this.#codePoint());
    }
  }

  #group(): LinearSource {
    if (this.#take('?')) {
      const isNamed = /^<[^=!]/.test(this.#pattern.slice(this.#position, this.#position + 2));
      if (isNamed) this.#position = this.#pattern.indexOf('>', this.#position) + 1;
      else if (!this.#take(':')) throw notLinear;
    }
    const { source, size, repeats, tree } = this.alternatives();
    this.#take(')');
    return { source: `(?:${source})`, size: size + 1, repeats, tree };
  }

  #quantified(atom: LinearSource): LinearSource {
    if (!quantifierStarts.has(this.#pattern[this.#position])) return atom;
    const quantifier = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.#pattern.slice(this.#position, this.#position + 24));
    if (quantifier === null) return atom;
    const [text, min = '0', , max = ''] = quantifier;
    this.#position += text.length;
    // Lazy or greedy decides which match is found, never whether there is one.
    this.#take('?');
    const count = Math.max(Number(min) + 1, Number(max));
    const repeats = atom.repeats * Math.max(1, Number(min), Number(max));
    if (count > maxRepetitions || repeats > maxRepetitions) throw notLinear;
    const bounds = repetitionBounds(text, quantifier.slice(1));
    return {
      source: atom.source + text,
      size: atom.size * count + 1,
      repeats,
      tree: { kind: 'repetition', item: atom.tree, ...bounds },
    };
  }

  #class(): CharacterSet {
    const isNegated = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    while (!this.#take(']')) {
      if (this.#position >= this.#pattern.length) throw notLinear;
      const first = this.#take('\\b') ? ([[0x08, 0x08]] as const) : this.#characters();
      const isRange = this.#pattern[this.#position] === '-' && this.#pattern[this.#position + 1] !== ']';
      if (isRange) this.#position += 1;
      const last = !isRange ? first : this.#take('\\b') ? ([[0x08, 0x08]] as const) : this.#characters();
      if (isRange) ranges.push([first[0]![0], last[0]![1]]);
      else ranges.push(...first);
    }
    return isNegated ? complement(ranges) : ranges;
  }

  /** One character, or the set of an escape. */
  #characters(): CharacterSet {
    if (!this.#take('\\')) return single(this.#codePoint());
    const letter = this.#pattern[this.#position] ?? '';
    const named = classEscapes[letter];
    if (named !== undefined) {
      this.#position += 1;
      return named;
    }
    if (/[1-9kpP]/.test(letter)) throw notLinear;
    return single(this.#escapedCodePoint());
  }

  #escapedCodePoint(): number {
    const hexadecimal = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/i.exec(
      this.#pattern.slice(this.#position),
    );
    if (hexadecimal !== null) {
      this.#position += hexadecimal[0].length;
      const value = Number.parseInt(hexadecimal[1] ?? hexadecimal[2] ?? hexadecimal[3]!, 16);
      return hexadecimal[2] === undefined ? value : this.#surrogatePair(value);
    }
    const letter = this.#pattern[this.#position]!;
    const control = controlEscapes[letter];
    if (control !== undefined || letter === '0') {
      this.#position += 1;
      return control ?? 0;
    }
    if (letter === 'c') {
      this.#position += 2;
      return this.#pattern.charCodeAt(this.#position - 1) % 32;
    }
    return this.#codePoint();
  }

  /** `\uD83D\uDE00` is one character with the `u` flag. */
  #surrogatePair(high: number): number {
    if (high < 0xd800 || high > 0xdfff) return high;
    const low = /^\\u(d[c-f][0-9a-f]{2})/i.exec(this.#pattern.slice(this.#position, this.#position + 6));
    if (low === null || high > 0xdbff) throw notLinear;
    this.#position += low[0].length;
    return 0x10000 + (high - 0xd800) * 0x400 + Number.parseInt(low[1]!, 16) - 0xdc00;
  }

  #codePoint(): number {
    const value = this.#pattern.codePointAt(this.#position)!;
    // RE2 does not support unpaired surrogates.
    if (value >= 0xd800 && value <= 0xdfff) throw notLinear;
    this.#position += value > 0xffff ? 2 : 1;
    return value;
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#position)) return false;
    this.#position += text.length;
    return true;
  }
}

const quantifierStarts: ReadonlySet<string | undefined> = new Set(['*', '+', '?', '{']);
const notLineBreaks = complement(lineBreaks);

/** The atoms of ASCII characters, the usual parts of a pattern. */
const plainAtoms: LinearSource[] = [];

function oneCharacter(value: number): LinearSource {
  if (value >= 128) return oneOf(single(value));
  return (plainAtoms[value] ??= oneOf(single(value)));
}

function single(value: number): CharacterSet {
  return [[value, value]];
}

function oneOf(set: CharacterSet): LinearSource {
  return {
    source: characterClass(set),
    size: 1 + Math.floor(set.length / 8),
    repeats: 1,
    tree: { kind: 'character', set },
  };
}

/** A position between characters. */
function boundary(source: string): LinearSource {
  return { source, size: 1, repeats: 1, tree: { kind: 'sequence', items: [] } };
}

/** @param parts of a counted repetition: min, comma, max */
function repetitionBounds(
  quantifier: string,
  [min = '', comma = '', max = '']: readonly string[],
): { min: number; max: number } {
  if (quantifier === '?') return { min: 0, max: 1 };
  if (min === '') return { min: quantifier === '*' ? 0 : 1, max: Infinity };
  return { min: Number(min), max: max !== '' ? Number(max) : comma === '' ? Number(min) : Infinity };
}

/** The structure of a pattern. What matches no character (`^`, `$`, `\b`) is an empty sequence. */
export type PatternTree =
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'sequence' | 'choice'; readonly items: readonly PatternTree[] }
  /** `max` is Infinity if there is no limit. */
  | { readonly kind: 'repetition'; readonly item: PatternTree; readonly min: number; readonly max: number };
