import type { Catch, Expression, Statement } from './syntax.ts';
import { isText, type Parser } from './token-reader.ts';
import { behindType } from './types.ts';

type Body = readonly Statement[];
type Control = Extract<Statement, { kind: 'control' }>;

/** Reads a statement that starts with a keyword of control flow; undefined if none follows. */
export function readControl(parser: Parser): readonly Statement[] | undefined {
  const { reader } = parser;
  if (reader.token.kind !== 'keyword') return undefined;
  switch (reader.token.text) {
    case 'if':
      return [readIf(parser)];
    case 'try':
      return [readTry(parser)];
    case 'switch':
      return [readSwitch(parser)];
    case 'for':
      return [readFor(parser)];
    case 'while':
      return [readControlOf(parser, 'while', () => ({ value: readCondition(parser), bodies: [readBody(parser)] }))];
    case 'synchronized':
      if (!isText(reader.tokenAt(reader.index + 1), '(')) return undefined;
      return [
        readControlOf(parser, 'synchronized', () => ({ value: readCondition(parser), bodies: [parser.block()] })),
      ];
    case 'do':
      return [readDo(parser)];
    case 'return':
    case 'break':
    case 'continue':
      return [readControlOf(parser, reader.token.text, () => readOptionalValue(parser))];
    case 'throw':
      return [readControlOf(parser, 'throw', () => ({ value: parser.expression(), bodies: [] }))];
    case 'assert':
      return [readAssert(parser)];
    default:
      return undefined;
  }
}

/** Reads a keyword and what follows it. */
function readControlOf(
  parser: Parser,
  word: Control['word'],
  read: () => { readonly value?: Expression; readonly name?: string; readonly bodies: readonly Body[] },
): Statement {
  const { reader } = parser;
  const { start } = reader.next();
  return { kind: 'control', word, ...read(), start, end: reader.lastEnd } satisfies Control;
}

function readCondition(parser: Parser): Expression {
  const { reader } = parser;
  reader.expect('(');
  const condition = reader.nest(true, () => parser.expression());
  reader.expect(')');
  return condition;
}

/** Reads a block or one statement. */
function readBody(parser: Parser): Body {
  const { reader } = parser;
  if (reader.at('{')) return parser.block();
  if (reader.atSameLine(';')) return [];
  return reader.deeper(() => parser.statement());
}

function readIf(parser: Parser): Statement {
  const { reader } = parser;
  const { start } = reader.next();
  const condition = readCondition(parser);
  const then = readBody(parser);
  if (reader.at(';') && isText(reader.tokenAt(reader.index + 1), 'else')) reader.next();
  const otherwise = reader.accept('else') ? { otherwise: readBody(parser) } : {};
  // oxlint-disable-next-line unicorn/no-thenable -- not a function, so `await` ignores it
  return { kind: 'if', condition, then, ...otherwise, start, end: reader.lastEnd };
}

function readTry(parser: Parser): Statement {
  const { reader } = parser;
  const { start } = reader.next();
  const body = parser.block();
  const catches: Catch[] = [];
  while (reader.at('catch')) catches.push(readCatch(parser));
  if (!reader.accept('finally')) {
    if (catches.length === 0) reader.fail('Expected `catch` or `finally`.');
    return { kind: 'try', body, catches, start, end: reader.lastEnd };
  }
  return { kind: 'try', body, catches, finally: parser.block(), start, end: reader.lastEnd };
}

/** Reads `catch (final A | B e) { ... }`. */
function readCatch(parser: Parser): Catch {
  const { reader } = parser;
  const { start } = reader.next();
  reader.expect('(');
  const name = reader.nest(true, () => {
    while (reader.accept('final') || reader.accept('def'));
    for (;;) {
      const behind = behindType(reader, reader.index);
      const next = reader.tokenAt(behind ?? reader.index);
      if (behind === undefined || !(next.kind === 'word' || isText(next, '|'))) break;
      reader.index = behind;
      reader.accept('|');
    }
    return reader.expectWord().text;
  });
  reader.expect(')');
  return { name, body: parser.block(), start, end: reader.lastEnd };
}

function readSwitch(parser: Parser): Statement {
  const { reader } = parser;
  return readControlOf(parser, 'switch', () => {
    const value = readCondition(parser);
    const { partner } = reader.expect('{');
    const bodies = reader.nest(false, () => {
      const read: Body[] = [];
      while (reader.at('case') || reader.at('default')) {
        if (reader.next().text === 'case') parser.expression();
        reader.expect(':');
        read.push(parser.statements(partner ?? reader.tokens.length - 1, true));
      }
      return read;
    });
    reader.expect('}');
    return { value, bodies };
  });
}

function readFor(parser: Parser): Statement {
  const { reader } = parser;
  return readControlOf(parser, 'for', () => {
    reader.expect('(');
    const head = reader.nest(true, () => readForIn(parser) ?? readForSemicolons(parser));
    reader.expect(')');
    return { ...head, bodies: [readBody(parser)] };
  });
}

interface ForHead {
  readonly value?: Expression;
  readonly name?: string;
}

/** Reads `def x in y` or `String x : y`. */
function readForIn(parser: Parser): ForHead | undefined {
  const { reader } = parser;
  let at = reader.index;
  while (isText(reader.tokenAt(at), 'final') || isText(reader.tokenAt(at), 'def')) at++;
  const behind = behindType(reader, at);
  if (behind !== undefined && reader.tokenAt(behind).kind === 'word') at = behind;
  const variable = reader.tokenAt(at);
  if (variable.kind !== 'word') return undefined;
  const separator = reader.tokenAt(at + 1);
  if (!isText(separator, 'in') && !isText(separator, ':')) return undefined;
  reader.index = at + 2;
  return { name: variable.text, value: parser.expression() };
}

/** Reads `int i = 0; i < n; i++` and returns the condition. */
function readForSemicolons(parser: Parser): ForHead {
  const { reader } = parser;
  if (!reader.at(';')) parser.statement();
  reader.expect(';');
  const condition = reader.at(';') ? undefined : parser.expression();
  reader.expect(';');
  while (!reader.at(')')) {
    parser.expression();
    if (!reader.accept(',')) break;
  }
  return condition === undefined ? {} : { value: condition };
}

function readDo(parser: Parser): Statement {
  const { reader } = parser;
  return readControlOf(parser, 'do', () => {
    const body = readBody(parser);
    reader.expect('while');
    return { value: readCondition(parser), bodies: [body] };
  });
}

function readOptionalValue(parser: Parser): { readonly value?: Expression; readonly bodies: readonly Body[] } {
  const { reader } = parser;
  if (reader.isAtEnd || reader.isAfterNewline || reader.at(';') || reader.at('}')) return { bodies: [] };
  return { value: parser.expression(), bodies: [] };
}

function readAssert(parser: Parser): Statement {
  const { reader } = parser;
  return readControlOf(parser, 'assert', () => {
    const value = parser.expression();
    if (reader.atSameLine(':') || reader.atSameLine(',')) {
      reader.next();
      parser.expression();
    }
    return { value, bodies: [] };
  });
}
