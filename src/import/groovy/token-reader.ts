import type { Expression, Span, Statement, SyntaxProblem } from './syntax.ts';
import type { Token } from './token.ts';

/** How deep brackets, unary operators and `else if` may nest. */
export const maxNesting = 200;

/** How deep the tree may get, with chains such as `a.b.c` and `a + b + c`. */
export const maxDepth = 1_000;

/**
 * Ends an attempt to read. A reader always throws the same one, and nothing else catches it: errors are slow, and a file may
 * contain many statements that cannot be read.
 */
class Unreadable extends Error {
  problem: SyntaxProblem = { message: '', start: 0, end: 0 };
}

/** A position in the tokens of a file. A newline ends a statement unless the nearest open bracket is `(` or `[`. */
export class TokenReader {
  readonly tokens: readonly Token[];
  readonly problems: SyntaxProblem[] = [];
  index = 0;
  readonly #unreadable = new Unreadable();
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

  /** The offset after the token that was read last. */
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

  /** The index after the bracket that closes the one at an index; undefined if nothing closes it. */
  behindPartner(index: number): number | undefined {
    const { partner } = this.tokenAt(index);
    return partner === undefined ? undefined : partner + 1;
  }

  fail(message: string, at: Span = this.token): never {
    this.#unreadable.problem = { message, start: at.start, end: at.end };
    throw this.#unreadable;
  }

  unexpected(): never {
    this.fail(this.isAtEnd ? 'The file ends too early.' : `\`${this.token.text}\` is not expected.`);
  }

  /** Notes a problem; of several at one place only the first. */
  report(problem: SyntaxProblem): void {
    if (this.#problemStarts.has(problem.start)) return;
    this.#problemStarts.add(problem.start);
    this.problems.push(problem);
  }

  /** Reads the `}` that closes a `{`. Without one, the block extends to the end of the source. */
  closeBlock(opening: Token): void {
    const { start, end, partner } = opening;
    if (partner !== undefined) this.expect('}');
    else this.report({ start, end, message: 'Nothing closes this `{`.' });
  }

  /** Reads, or recovers if that fails: the reader is then at the token that could not be read. */
  attempt<Result>(read: () => Result, recover: (problem: SyntaxProblem) => Result): Result {
    const [ignoresNewlines, nesting, deepest] = [this.#ignoresNewlines, this.#nesting, this.#deepest];
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#ignoresNewlines = ignoresNewlines;
      this.#nesting = nesting;
      this.#deepest = deepest;
      return recover(error.problem);
    }
  }

  /** Reads what is between brackets, where newlines have or lack a meaning. Fails if it is nested too deep. */
  nest<Result>(ignoresNewlines: boolean, read: () => Result): Result {
    const outer = this.#ignoresNewlines;
    this.#ignoresNewlines = ignoresNewlines;
    const result = this.deeper(read);
    this.#ignoresNewlines = outer;
    return result;
  }

  /** Reads one level deeper. Fails at the limit. */
  deeper<Result>(read: () => Result): Result {
    if (this.#nesting === maxNesting) this.fail(`The nesting is deeper than ${maxNesting} levels.`);
    this.#nesting++;
    this.#deepest = Math.max(this.#deepest, this.#nesting);
    const result = read();
    this.#nesting--;
    return result;
  }

  /**
   * Reads a chain whose tree grows to the left. Each link calls `addLink`, which fails if the tree gets too deep: with it,
   * everything read before is one level deeper.
   */
  chain<Result>(read: (addLink: () => void) => Result): Result {
    const outer = this.#deepest;
    this.#deepest = this.#nesting;
    const result = read(() => {
      if (++this.#deepest > maxDepth) this.fail(`The expression is deeper than ${maxDepth} levels.`);
    });
    this.#deepest = Math.max(outer, this.#deepest);
    return result;
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

/** What the parts of the parser share. Each part reads from `reader`; those that contain each other meet here. */
export interface Parser {
  readonly reader: TokenReader;
  /** The last path (`a.b(c)`) that was read: a statement that is one accepts arguments without parentheses. */
  lastPath: Expression | undefined;
  /** What was read in parentheses: if it is called, it is no name of a method. */
  readonly parenthesized: WeakSet<Expression>;
  /** The class whose body is being read, so that its constructors are recognized. */
  className: string | undefined;
  /** Reads an expression. */
  readonly expression: () => Expression;
  /** Reads `{ ... }` with the statements in it. */
  readonly block: () => readonly Statement[];
  /** Reads statements up to the token at an index, which is left; `isCase`: up to the next `case` of a `switch`, too. */
  readonly statements: (end: number, isCase?: boolean) => readonly Statement[];
  /** Reads a statement, or several of `int a, b`. */
  readonly statement: () => readonly Statement[];
}
