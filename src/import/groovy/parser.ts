import type { Expression, Statement } from './syntax.ts';
import type { TokenReader } from './token-reader.ts';

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
