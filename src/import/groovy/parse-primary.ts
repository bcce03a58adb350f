import { ownEntry } from '../../base/text/own-entry.ts';
import { readArguments, readListOrMap } from './parse-arguments.ts';
import { readNumber, readString, readTemplate } from './parse-string.ts';
import type { Argument, Closure, Expression } from './syntax.ts';
import type { Parser } from './token-reader.ts';
import { modifiers, primitiveTypes, type Token } from './token.ts';
import { behindType, readType } from './types.ts';

const constants: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** Reads a name, a literal, a list or map, a closure, `new X()`, or an expression in parentheses. */
export function readPrimary(parser: Parser): Expression {
  const { reader } = parser;
  const { token } = reader;
  switch (token.kind) {
    case 'word':
      return readName(parser);
    case 'string':
      return readString(parser);
    case 'template-start':
      return readTemplate(parser);
    case 'number':
      return readNumberLiteral(parser);
    case 'keyword':
      return readKeyword(parser, token);
    case 'symbol':
      if (token.text === '(') return readParentheses(parser);
      if (token.text === '[') return readListOrMap(parser);
      if (token.text === '{') return readClosure(parser);
      return token.problem === undefined ? reader.unexpected() : reader.fail(token.problem);
    default:
      return reader.unexpected();
  }
}

/** Reads `{ a, b -> ... }`. */
export function readClosure(parser: Parser): Closure {
  const { reader } = parser;
  const opening = reader.token;
  const { start, arrow, partner } = opening;
  if (arrow === undefined) {
    const statements = parser.block();
    return { kind: 'closure', parameters: [], body: statements, start, end: reader.lastEnd };
  }
  reader.next();
  return reader.nest(false, () => {
    const parameters = readParameters(parser, '->');
    reader.expect('->');
    const body = parser.statements(partner ?? reader.tokens.length - 1);
    reader.closeBlock(opening);
    return { kind: 'closure', parameters, body, start, end: reader.lastEnd };
  });
}

/** Reads `final String a, b = 1, c...` up to a token, which is left, and returns the names. */
export function readParameters(parser: Parser, end: string): string[] {
  const { reader } = parser;
  const names: string[] = [];
  while (!reader.at(end)) {
    if (names.length > 0) reader.expect(',');
    skipAnnotationsAndModifiers(parser);
    const behind = behindType(reader, reader.index);
    const afterType = reader.tokenAt(behind ?? reader.index);
    if (behind !== undefined && (afterType.kind === 'word' || afterType.text === '...')) reader.index = behind;
    reader.accept('...');
    names.push(reader.expectWord().text);
    if (reader.accept('=')) parser.expression();
  }
  return names;
}

function skipAnnotationsAndModifiers(parser: Parser): void {
  const { reader } = parser;
  for (;;) {
    if (reader.accept('@')) {
      readType(reader);
      if (reader.at('(')) readArguments(parser);
    } else if (reader.token.kind === 'keyword' && modifiers.has(reader.token.text)) reader.next();
    else return;
  }
}

function readName({ reader }: Parser): Expression {
  const { start, end, text } = reader.next();
  return { kind: 'name', name: text, start, end };
}

function readNumberLiteral({ reader }: Parser): Expression {
  const { start, end, text } = reader.token;
  const value = readNumber(text) ?? reader.fail('The number is too large.');
  reader.next();
  return { kind: 'literal', value, start, end };
}

function readKeyword(parser: Parser, { text, start, end }: Token): Expression {
  const { reader } = parser;
  if (text === 'new') return readNew(parser);
  if (text === 'this' || text === 'super' || primitiveTypes.has(text)) return readName(parser);
  const value = ownEntry(constants, text);
  if (value === undefined) return reader.unexpected();
  reader.next();
  return { kind: 'literal', value, start, end };
}

/** Reads `(a)`, whose span includes the parentheses, or the `(a, b)` of `(a, b) = ...` as a list. */
function readParentheses(parser: Parser): Expression {
  const { reader } = parser;
  const { start } = reader.next();
  const items = reader.nest(true, () => {
    const read = [parser.expression()];
    while (reader.accept(',')) read.push(parser.expression());
    return read;
  });
  const { end } = reader.expect(')');
  const [only] = items;
  if (only !== undefined && items.length === 1) {
    const whole: Expression = { ...only, start, end };
    parser.parenthesized.add(whole);
    return whole;
  }
  if (!reader.atSameLine('=')) reader.unexpected();
  return { kind: 'list', items, start, end };
}

function readNew(parser: Parser): Expression {
  const { reader } = parser;
  const { start } = reader.next();
  const type = readType(reader);
  if (reader.at('[')) {
    const { sizes, brackets } = readArraySizes(parser);
    return { kind: 'new', type: type + brackets, arguments: sizes, start, end: reader.lastEnd };
  }
  const args: Argument[] = type.endsWith('[]') ? [] : readArguments(parser);
  if (reader.atSameLine('{')) args.push({ value: skipClassBody(parser) });
  return { kind: 'new', type, arguments: args, start, end: reader.lastEnd };
}

function readArraySizes(parser: Parser): { readonly sizes: Argument[]; readonly brackets: string } {
  const { reader } = parser;
  const sizes: Argument[] = [];
  let brackets = '';
  while (reader.atSameLine('[')) {
    const size = readListOrMap(parser);
    if (size.kind !== 'list' || size.items.length > 1) return reader.fail('Expected the size of an array.', size);
    sizes.push(...size.items.map((value) => ({ value })));
    brackets += '[]';
  }
  return { sizes, brackets };
}

/** The body of an anonymous class is kept unread. */
function skipClassBody({ reader }: Parser): Expression {
  const { start } = reader.token;
  const behind = reader.behindPartner(reader.index);
  if (behind === undefined) return reader.fail('Nothing closes this `{`.');
  reader.index = behind;
  return { kind: 'unreadable', start, end: reader.lastEnd };
}
