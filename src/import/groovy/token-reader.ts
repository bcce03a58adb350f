import type { Span, SyntaxProblem } from './syntax.ts';
import type { Token } from './token.ts';

/** How deep brackets, unary operators and `else if` may nest. */
export const maxNesting = 200;

/** How deep the tree may get, with chains such as `a.b.c` and `a + b + c`. */
export const maxDepth = 1_000;

/** Ends the reading of a statement, which is then kept as unreadable. Never leaves the parser. */
export class Unreadable extends Error {
  readonly at: Span;

  constructor(message: string, at: Span) {
    super(message);
    this.at = at;
  }
}

/** A position in the tokens of a file. A newline ends a statement unless the nearest open bracket is `(` or `[`. */
export class TokenReader {
  readonly tokens: readonly Token[];
  readonly problems: SyntaxProblem[] = [];
  index = 0;
  readonly #problemStarts = new Set<number>();
  #ignoresNewlines = false;
  #nesting = 0;
  #deepest = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get token(): Token {
    return this.tokenAt(this.index);
  }

  tokenAt(index: number): Token {
    return this.tokens[Math.min(index, this.tokens.length - 1)]!; // there is always an `end`
  }

  get isAtEnd(): boolean {
    return this.token.kind === 'end';
  }

  /** The offset behind the token that was read last. */
  get lastEnd(): number {
    return this.index === 0 ? 0 : this.tokenAt(this.index - 1).end;
  }

  /** Whether a newline in front of the next token ends the statement. */
  get isAfterNewline(): boolean {
    return this.isNewLine(this.token);
  }

  /** Whether a token of these brackets is on a new line that ends the statement. */
  isNewLine(token: Token): boolean {
    return token.isAfterNewline && !this.#ignoresNewlines;
  }

  next(): Token {
    const { token } = this;
    if (token.problem !== undefined) this.fail(token.problem);
    if (token.kind !== 'end') this.index++;
    return token;
  }

  /** Whether the next token is this symbol or keyword, on this line or a later one. */
  at(text: string): boolean {
    return isText(this.token, text);
  }

  /** Whether the next token is this symbol or keyword and continues the statement. */
  atSameLine(text: string): boolean {
    return this.at(text) && !this.isAfterNewline;
  }

  accept(text: string): boolean {
    const isThere = this.at(text);
    if (isThere) this.next();
    return isThere;
  }

  expect(text: string): Token {
    if (!this.at(text)) this.fail(`Expected \`${text}\`${foundText(this.token)}.`);
    return this.next();
  }

  expectWord(): Token {
    if (this.token.kind !== 'word') this.fail(`Expected a name${foundText(this.token)}.`);
    return this.next();
  }

  /** The index behind the bracket that closes the one at an index; undefined if nothing closes it. */
  behindPartner(index: number): number | undefined {
    const { partner } = this.tokenAt(index);
    return partner === undefined ? undefined : partner + 1;
  }

  fail(message: string, at: Span = this.token): never {
    throw new Unreadable(message, { start: at.start, end: at.end });
  }

  unexpected(): never {
    this.fail(this.isAtEnd ? 'The file ends too early.' : `\`${this.token.text}\` is not expected.`);
  }

  /** Notes a problem; of several at one place only the first. */
  report(problem: Unreadable): void {
    const { start, end } = problem.at;
    if (this.#problemStarts.has(start)) return;
    this.#problemStarts.add(start);
    this.problems.push({ start, end, message: problem.message });
  }

  /** Reads what is between brackets, where newlines have or lack a meaning. Fails if it is nested too deep. */
  nest<Result>(ignoresNewlines: boolean, read: () => Result): Result {
    const outer = this.#ignoresNewlines;
    this.#ignoresNewlines = ignoresNewlines;
    try {
      return this.deeper(read);
    } finally {
      this.#ignoresNewlines = outer;
    }
  }

  /** Reads one level deeper. Fails at the limit. */
  deeper<Result>(read: () => Result): Result {
    this.#nesting++;
    try {
      if (this.#nesting > maxNesting) this.fail(`The nesting is deeper than ${maxNesting} levels.`);
      this.#deepest = Math.max(this.#deepest, this.#nesting);
      return read();
    } finally {
      this.#nesting--;
    }
  }

  /**
   * Reads a chain whose tree grows to the left. Each link calls `addLink`, which fails if the tree gets too deep: with it,
   * everything read before is one level deeper.
   */
  chain<Result>(read: (addLink: () => void) => Result): Result {
    const outer = this.#deepest;
    this.#deepest = this.#nesting;
    try {
      return read(() => {
        if (++this.#deepest > maxDepth) this.fail(`The expression is deeper than ${maxDepth} levels.`);
      });
    } finally {
      this.#deepest = Math.max(outer, this.#deepest);
    }
  }
}

export function isText(token: Token, text: string): boolean {
  return token.text === text && (token.kind === 'symbol' || token.kind === 'keyword');
}

function foundText(token: Token): string {
  if (token.kind === 'end') return ', but the file ends';
  return token.kind === 'symbol' || token.kind === 'keyword' || token.kind === 'word'
    ? `, found \`${token.text}\``
    : '';
}
