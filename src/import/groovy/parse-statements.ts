import { readControl } from './parse-control.ts';
import { readDefinition } from './parse-definitions.ts';
import { isAssignmentOperator, readStatementExpression } from './parse-operators.ts';
import type { Expression, Statement } from './syntax.ts';
import { isText, type Parser, type TokenReader } from './token-reader.ts';

/**
 * Reads statements up to the token at an index. One that cannot be read is kept as unreadable up to the end of its line, or
 * of the brackets that it opened; the ones after it are read.
 */
export function readStatements(parser: Parser, end: number, isCase = false): Statement[] {
  const { reader } = parser;
  const statements: Statement[] = [];
  for (;;) {
    while (reader.index < end && reader.accept(';'));
    if (reader.index >= end || (isCase && (reader.at('case') || reader.at('default')))) return statements;
    statements.push(...readOrSkip(parser, end));
  }
}

function readOrSkip(parser: Parser, end: number): readonly Statement[] {
  const { reader, className } = parser;
  const first = reader.index;
  return reader.attempt(
    () => {
      const statements = readStatement(parser);
      checkEnd(reader);
      return statements;
    },
    (problem) => {
      reader.report(problem);
      parser.className = className;
      return [skipStatement(reader, first, end)];
    },
  );
}

/** Reads one statement, which is several in `int a, b` and `@Library('x') import a.B`. */
export function readStatement(parser: Parser): readonly Statement[] {
  const { reader } = parser;
  const { start, kind, arrow } = reader.token;
  if (reader.at('{') && arrow === undefined && parser.className === undefined)
    reader.fail('A block needs a label, and a closure parameters.');
  if (kind === 'word' && isText(reader.tokenAt(reader.index + 1), ':')) return [readLabel(parser)];
  const read = readControl(parser) ?? readDefinition(parser);
  if (read !== undefined) return read;
  const expression = readStatementExpression(parser);
  return [statementOf(expression, start)];
}

/** Reads `{ ... }`. If nothing closes it, everything up to the end is in it. */
export function readBlock(parser: Parser): readonly Statement[] {
  const { reader } = parser;
  const opening = reader.expect('{');
  return reader.nest(false, () => {
    const statements = readStatements(parser, opening.partner ?? reader.tokens.length - 1);
    reader.closeBlock(opening);
    return statements;
  });
}

function readLabel(parser: Parser): Statement {
  const { reader } = parser;
  const { text, start, end } = reader.next();
  reader.expect(':');
  const body = reader.at('{')
    ? readBlock(parser)
    : reader.at('}') || reader.isAtEnd
      ? []
      : reader.deeper(() => readStatement(parser));
  const value: Expression = { kind: 'name', name: text, start, end };
  return { kind: 'control', word: 'label', value, bodies: [body], start, end: reader.lastEnd };
}

function statementOf(expression: Expression, start: number): Statement {
  const { end } = expression;
  if (expression.kind === 'binary' && isAssignmentOperator(expression.operator)) {
    const { left, operator, right } = expression;
    return { kind: 'assignment', target: left, operator, value: right, start, end };
  }
  return { kind: 'expression', expression, start, end };
}

function checkEnd(reader: TokenReader): void {
  if (reader.isAtEnd || reader.isAfterNewline || reader.at(';') || reader.at('}')) return;
  reader.unexpected();
}

/** Skips the rest of a statement that failed at the current token. */
function skipStatement(reader: TokenReader, first: number, end: number): Statement {
  const failed = Math.min(reader.index, end);
  const isInside = (at: number): boolean =>
    at < failed || !(reader.tokenAt(at).isAfterNewline || isText(reader.tokenAt(at), ';'));
  let at = failed < end ? first : end;
  while (at < end && (at === first || isInside(at))) at = Math.min(reader.behindPartner(at) ?? at + 1, end);
  const { start } = reader.tokenAt(first);
  reader.index = at;
  return { kind: 'unreadable', start, end: reader.lastEnd };
}
