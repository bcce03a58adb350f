import { readExpression } from './parse-operators.ts';
import { readBlock, readStatement, readStatements } from './parse-statements.ts';
import { readTokens, type Tokens } from './read-tokens.ts';
import type { Expression, GroovyFile } from './syntax.ts';
import { TokenReader, type Parser } from './token-reader.ts';

/**
 * Parses a file as Groovy 2.4 does, the version in Jenkins. Never throws: what cannot be read is in the tree as unreadable,
 * with a problem. Takes time in proportion to the length.
 */
export function parseGroovy(text: string): GroovyFile {
  const { tokens, comments } = readTokens(text);
  const parser = newParser(tokens);
  const statements = readStatements(parser, tokens.length - 1);
  return { text, statements, comments, problems: parser.reader.problems };
}

/** Parses one expression. Any other text is `unreadable`. Never throws. */
export function parseExpression(text: string): Expression {
  const { tokens } = readTokens(text);
  const parser = newParser(tokens);
  const { reader } = parser;
  const expression = reader.attempt(
    () => reader.nest(true, () => readExpression(parser)),
    () => undefined,
  );
  const isRead = expression !== undefined && reader.isAtEnd && reader.problems.length === 0;
  return isRead ? expression : { kind: 'unreadable', start: 0, end: text.length };
}

function newParser(tokens: Tokens['tokens']): Parser {
  const parser: Parser = {
    reader: new TokenReader(tokens),
    lastPath: undefined,
    parenthesized: new WeakSet(),
    className: undefined,
    expression: () => readExpression(parser),
    block: () => readBlock(parser),
    statements: (end, isCase) => readStatements(parser, end, isCase),
    statement: () => readStatement(parser),
  };
  return parser;
}
