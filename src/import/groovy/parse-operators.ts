import { readCommand } from './parse-command.ts';
import { readPath } from './parse-path.ts';
import type { Expression } from './syntax.ts';
import type { Parser } from './token-reader.ts';
import { behindType, readType } from './types.ts';

const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['=~', '==~'],
  ['==', '!=', '===', '!==', '<=>'],
  ['<', '>', '<=', '>=', 'in', 'instanceof', 'as'],
  ['<<', '>>', '>>>', '..', '..<'],
  ['+', '-'],
  ['*', '/', '%'],
  ['**'],
];

const precedences: ReadonlyMap<string, number> = new Map(
  levels.flatMap((operators, level) => operators.map((operator) => [operator, level] as const)),
);

const powerLevel = levels.length - 1;

const assignments: ReadonlySet<string> = new Set('= += -= *= /= %= **= <<= >>= >>>= &= |= ^='.split(' '));

type UnaryOperator = (Expression & { kind: 'unary' })['operator'];

/** Reads an expression: without arguments that lack parentheses, except after a `=` in it. */
export function readExpression(parser: Parser): Expression {
  return readAssigned(parser, readConditional(parser, false));
}

/** Reads an expression that is a statement, or the value of a variable: `sh 'x'`, `a = sh 'x'`, `a + b`. */
export function readStatementExpression(parser: Parser): Expression {
  const expression = readConditional(parser, true);
  if (isAssignment(parser)) return readAssigned(parser, expression);
  return expression === parser.lastPath ? readCommand(parser, expression) : expression;
}

export function isAssignmentOperator(operator: string): boolean {
  return assignments.has(operator);
}

function isAssignment({ reader }: Parser): boolean {
  return reader.token.kind === 'symbol' && assignments.has(reader.token.text) && !reader.isAfterNewline;
}

function readAssigned(parser: Parser, left: Expression): Expression {
  if (!isAssignment(parser)) return left;
  const { reader } = parser;
  const operator = reader.next().text;
  const right = reader.deeper(() => readStatementExpression(parser));
  return { kind: 'binary', operator, left, right, start: left.start, end: right.end };
}

function readConditional(parser: Parser, isStatement: boolean): Expression {
  const { reader } = parser;
  return reader.chain((addLink) => {
    const condition = readBinary(parser, 0, isStatement);
    if (reader.accept('?:')) {
      addLink();
      const right = reader.deeper(() => readConditional(parser, false));
      return { kind: 'binary', operator: '?:', left: condition, right, start: condition.start, end: right.end };
    }
    if (!reader.accept('?')) return condition;
    addLink();
    const then = reader.deeper(() => readExpression(parser));
    reader.expect(':');
    const otherwise = reader.deeper(() => readConditional(parser, false));
    // oxlint-disable-next-line unicorn/no-thenable -- not a function, so `await` ignores it
    return { kind: 'conditional', condition, then, otherwise, start: condition.start, end: otherwise.end };
  });
}

function readBinary(parser: Parser, lowest: number, isStatement: boolean): Expression {
  const { reader } = parser;
  return reader.chain((addLink) => {
    let left = readUnary(parser, lowest, isStatement);
    for (;;) {
      const { token } = reader;
      const level = token.kind === 'symbol' || token.kind === 'keyword' ? precedences.get(token.text) : undefined;
      if (level === undefined || level < lowest || reader.isAfterNewline) return left;
      const operator = reader.next().text;
      addLink();
      const isTyped = operator === 'as' || operator === 'instanceof';
      const right = isTyped ? readTypeName(parser) : readBinary(parser, level + 1, false);
      left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
    }
  });
}

function readTypeName({ reader }: Parser): Expression {
  const { start } = reader.token;
  return { kind: 'name', name: readType(reader), start, end: reader.lastEnd };
}

/** Reads `-x`, `!x`, `(Type) x` and `x++`. A sign in front of a power is that of the power. */
function readUnary(parser: Parser, lowest: number, isStatement: boolean): Expression {
  const { reader } = parser;
  const { start, text, kind } = reader.token;
  if (kind === 'symbol' && isUnary(text)) {
    reader.next();
    const isSign = text !== '!' && text !== '~';
    const of = reader.deeper(() =>
      isSign && lowest < powerLevel ? readBinary(parser, powerLevel, false) : readUnary(parser, powerLevel, false),
    );
    return { kind: 'unary', operator: text, of, start, end: of.end };
  }
  return isCast(parser) ? readCast(parser) : readPostfix(parser, isStatement);
}

function isUnary(text: string): text is UnaryOperator {
  return ['!', '-', '+', '~', '++', '--'].includes(text);
}

/** Whether `(a.B)` is a type, which it is in front of what is no operator. */
function isCast({ reader }: Parser): boolean {
  if (!reader.at('(')) return false;
  const end = behindType(reader, reader.index + 1);
  if (end === undefined || reader.behindPartner(reader.index) !== end + 1) return false;
  const behind = reader.tokenAt(end + 1);
  if (reader.isNewLine(behind)) return false;
  if (reader.tokenAt(reader.index + 1).kind === 'keyword') return true;
  if (behind.kind === 'symbol') {
    if (behind.text === '(') return reader.behindPartner(end + 1) !== end + 3;
    return ['[', '{', '!', '~'].includes(behind.text);
  }
  if (behind.kind !== 'keyword') return ['word', 'number', 'string', 'template-start'].includes(behind.kind);
  return ['new', 'this', 'super', 'null', 'true', 'false'].includes(behind.text);
}

function readCast(parser: Parser): Expression {
  const { reader } = parser;
  const { start } = reader.next();
  const type = readTypeName(parser);
  reader.expect(')');
  const left = reader.deeper(() => readUnary(parser, powerLevel, false));
  return { kind: 'binary', operator: 'as', left, right: type, start, end: left.end };
}

function readPostfix(parser: Parser, isStatement: boolean): Expression {
  const { reader } = parser;
  const of = readPath(parser, isStatement);
  if (!reader.atSameLine('++') && !reader.atSameLine('--')) return of;
  const operator = reader.next().text === '++' ? 'x++' : 'x--';
  return { kind: 'unary', operator, of, start: of.start, end: reader.lastEnd };
}
