import { javaDialect, type PatternDialect, re2Dialect } from './pattern-dialect.ts';
import { readPatternClass } from './pattern-class.ts';
import { classEscapes, readCharacterEscape, writeCharacter } from './pattern-character.ts';

/** A portable pattern in the syntax of one engine, or why it is not portable. */
export type PatternTranslation = { readonly source: string } | { readonly fault: string };

// Counted repetitions are unrolled by the linear-time engine, whose work is its size times the length of the text.
const mostCharacters = 1000;
const mostRepetitions = 1000;
const mostUnrolled = 2000;
const mostNesting = 50;

/** Why `matches` refuses this pattern, as a sentence; undefined when it means the same to every engine (DESIGN 4). */
export function patternFault(pattern: string): string | undefined {
  const translation = translatePattern(pattern, re2Dialect);
  return 'fault' in translation ? translation.fault : undefined;
}

/** The pattern for java.util.regex, as `matches` of the generated pipeline uses it. Takes portable patterns only. */
export function javaPattern(pattern: string): string {
  return portableSource(pattern, javaDialect);
}

/** The pattern in a dialect; for patterns that a parsed condition holds, which are all portable. */
export function portableSource(pattern: string, dialect: PatternDialect): string {
  const translation = translatePattern(pattern, dialect);
  if ('fault' in translation) throw new Error(`Not a portable pattern: ${translation.fault}`);
  return translation.source;
}

/**
 * Reads a pattern of the portable dialect: literals, `.`, classes, groups, `|`, `* + ? {n,m}` and their lazy forms,
 * `^ $ \b \B`, `\d \w \s` and their complements in ASCII, escaped characters. A pattern is searched, case counts, and
 * characters are code points. Everything that engines read differently or that needs backtracking is refused.
 */
export function translatePattern(pattern: string, dialect: PatternDialect): PatternTranslation {
  if (pattern.length > mostCharacters) {
    return { fault: `A pattern has at most ${mostCharacters} characters; this one has ${pattern.length}.` };
  }
  return new PatternReader(pattern, dialect).read();
}

/** A part of the pattern: its translation and how many single characters it unrolls to. */
interface Piece {
  readonly source: string;
  readonly size: number;
  /** Anchors cannot be repeated in JavaScript. */
  readonly isAnchor?: boolean;
}

class PatternReader {
  readonly #pattern: string;
  readonly #dialect: PatternDialect;
  #position = 0;
  #nesting = 0;
  #fault: string | undefined;

  constructor(pattern: string, dialect: PatternDialect) {
    this.#pattern = pattern;
    this.#dialect = dialect;
  }

  read(): PatternTranslation {
    const { source, size } = this.#alternatives();
    if (this.#position < this.#pattern.length) this.#refuse('it closes a group that was not opened');
    if (size > mostUnrolled) this.#refuse(`its repetitions come to more than ${mostUnrolled} characters`);
    return this.#fault === undefined ? { source } : { fault: this.#fault };
  }

  #alternatives(): Piece {
    let { source, size } = this.#sequence();
    while (this.#take('|')) {
      const next = this.#sequence();
      source += `|${next.source}`;
      size += next.size;
    }
    return { source, size };
  }

  #sequence(): Piece {
    let source = '';
    let size = 0;
    while (this.#position < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#position]!)) {
      const piece = this.#repeated(this.#atom());
      source += piece.source;
      size += piece.size;
    }
    return { source, size };
  }

  #repeated(piece: Piece): Piece {
    const match = this.#match(/(?:[*+?]|\{([0-9]+)(?:,([0-9]*))?\})\??/y);
    if (match === undefined) return piece;
    const [quantifier, least = '1', most = least] = match;
    if (piece.isAnchor) this.#refuse(`${quantifier} has nothing to repeat`);
    if (Number(most || least) < Number(least)) this.#refuse(`${quantifier} counts downwards`);
    const times = Math.max(1, Number(least), Number(most));
    if (times > mostRepetitions) this.#refuse(`${quantifier} repeats more than ${mostRepetitions} times`);
    if (this.#match(/[*+?]|\{[0-9]+(?:,[0-9]*)?\}/y)) this.#refuse('a repetition cannot be repeated or be possessive');
    return { source: piece.source + quantifier, size: piece.size * times };
  }

  #atom(): Piece {
    const character = String.fromCodePoint(this.#pattern.codePointAt(this.#position)!);
    this.#position += character.length;
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '.':
        return { source: this.#dialect.anyCharacter, size: 1 };
      case '^':
        return { source: '^', size: 1, isAnchor: true };
      case '$':
        return { source: this.#dialect.end, size: 1, isAnchor: true };
      case '*':
      case '+':
      case '?':
      case '{':
        return this.#refuse(`${character} has nothing to repeat; write \\${character} for the character itself`);
      default:
        return this.#character(character.codePointAt(0)!);
    }
  }

  #group(): Piece {
    const opening = this.#match(/\?:|\?P?<[A-Za-z][A-Za-z0-9]*>|\?.?.?/y)?.[0] ?? '';
    const isPlain = opening === '' || opening === '?:' || opening.endsWith('>');
    if (!isPlain) return this.#refuse(`(${opening} is not available: neither lookaround, nor flags, nor atomic groups`);
    if (++this.#nesting > mostNesting) return this.#refuse(`its groups are nested more than ${mostNesting} levels deep`);
    const { source, size } = this.#alternatives();
    this.#nesting--;
    if (!this.#take(')')) this.#refuse('a group is not closed');
    return { source: `(?:${source})`, size };
  }

  #class(): Piece {
    const read = readPatternClass(this.#pattern, this.#position, this.#dialect);
    if ('fault' in read) return this.#refuse(read.fault);
    this.#position = read.end;
    return { source: read.source, size: 1 };
  }

  #escape(): Piece {
    const letter = this.#pattern[this.#position] ?? '';
    const special = { ...classEscapes(this.#dialect, false), b: this.#dialect.wordBoundary, B: this.#dialect.noWordBoundary };
    const source = Object.hasOwn(special, letter) ? special[letter as keyof typeof special] : undefined;
    if (source !== undefined) {
      this.#position++;
      return { source, size: 1, isAnchor: letter.toLowerCase() === 'b' };
    }
    const read = readCharacterEscape(this.#pattern, this.#position);
    if ('fault' in read) return this.#refuse(read.fault);
    this.#position = read.end;
    return this.#character(read.codePoint);
  }

  #character(codePoint: number): Piece {
    return { source: writeCharacter(codePoint, this.#dialect), size: 1 };
  }

  #take(character: string): boolean {
    const isThere = this.#pattern[this.#position] === character;
    if (isThere) this.#position++;
    return isThere;
  }

  #match(syntax: RegExp): RegExpExecArray | undefined {
    syntax.lastIndex = this.#position;
    const match = syntax.exec(this.#pattern);
    if (match !== null) this.#position = syntax.lastIndex;
    return match ?? undefined;
  }

  /** Keeps the first fault and moves to the end, where every rule returns. */
  #refuse(reason: string): Piece {
    this.#fault ??= `This pattern does not mean the same to every engine: ${reason}.`;
    this.#position = this.#pattern.length;
    return { source: '', size: 0 };
  }
}
