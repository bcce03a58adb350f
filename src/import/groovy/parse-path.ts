import { isEmptyMap, readArguments, readListOrMap } from './parse-arguments.ts';
import { readClosure, readPrimary } from './parse-primary.ts';
import { readString, readTemplate } from './parse-string.ts';
import type { Argument, Call, Expression } from './syntax.ts';
import type { Parser } from './token-reader.ts';
import { behindTypeArguments } from './types.ts';

/**
 * Reads `a.b(c)[d] { }`. A `.` may follow on the next line.
 * @param isStatement whether a closure may, too, as at the start of a statement
 */
export function readPath(parser: Parser, isStatement: boolean): Expression {
  return readPathLinks(parser, readPrimary(parser), isStatement);
}

/** Reads what follows the first part of a path. */
export function readPathLinks(parser: Parser, first: Expression, isStatement: boolean): Expression {
  const { reader } = parser;
  const path = reader.chain((addLink) => {
    let of = first;
    for (;;) {
      const next = readLink(parser, of, isStatement);
      if (next === undefined) return of;
      addLink();
      of = next;
    }
  });
  parser.lastPath = path;
  return path;
}

/** The call of a path: the last name in it is that of the method, unless it is in parentheses. A string is a name, too. */
export function call(parser: Parser, path: Expression, args: readonly Argument[], start: number, end: number): Call {
  const rest = { kind: 'call', arguments: args, start, end } as const;
  if (parser.parenthesized.has(path)) return { ...rest, of: path, name: '' };
  if (path.kind === 'name') return { ...rest, name: path.name };
  if (path.kind === 'literal' && typeof path.value === 'string') return { ...rest, name: path.value };
  if (path.kind === 'template') return { ...rest, of: namedBy(path), name: '' };
  if (path.kind !== 'property') return { ...rest, of: path, name: '' };
  const { of, name, isSafe, isSpread } = path;
  return { ...rest, of, name, ...(isSafe ? { isSafe } : {}), ...(isSpread === true ? { isSpread } : {}) };
}

/** `"$a" b` calls the method of that name. */
function namedBy(template: Expression): Expression {
  const { start, end } = template;
  const left: Expression = { kind: 'name', name: 'this', start, end: start };
  return { kind: 'binary', operator: '.', left, right: template, start, end };
}

function readLink(parser: Parser, of: Expression, isStatement: boolean): Expression | undefined {
  const { reader } = parser;
  const { kind, text, isAfterNewline } = reader.token;
  if (kind !== 'symbol') return undefined;
  switch (text) {
    case '.':
    case '?.':
    case '*.':
    case '.&':
    case '.@':
      return readMember(parser, of);
    case '(':
      if (reader.isAfterNewline) return undefined;
      return call(parser, of, readArguments(parser), of.start, reader.lastEnd);
    case '[': {
      if (reader.isAfterNewline || isEmptyMap(reader)) return undefined;
      const index = readListOrMap(parser);
      const only = index.kind === 'list' && index.items.length === 1 ? index.items[0] : undefined;
      const single = only?.kind === 'unary' && only.operator === '*' ? undefined : only;
      return { kind: 'index', of, index: single ?? index, start: of.start, end: index.end };
    }
    case '{': {
      if (isAfterNewline && !isStatement) return undefined;
      return appendClosure(parser, of, readClosure(parser));
    }
    default:
      return undefined;
  }
}

/** A closure after a call is its last argument; after anything else, it calls that. */
function appendClosure(parser: Parser, of: Expression, closure: Expression): Call {
  const { end } = closure;
  if (of.kind !== 'call' || parser.parenthesized.has(of)) return call(parser, of, [{ value: closure }], of.start, end);
  return { ...of, arguments: [...of.arguments, { value: closure }], end };
}

function readMember(parser: Parser, of: Expression): Expression {
  const { reader } = parser;
  const operator = reader.next().text;
  const behind = behindTypeArguments(reader, reader.index);
  if (behind !== undefined) reader.index = behind;
  const name = readMemberName(parser);
  const { start } = of;
  const { end } = name;
  if (operator === '.&' || operator === '.@' || name.kind !== 'literal') {
    return { kind: 'binary', operator, left: of, right: name, start, end };
  }
  const isSpread = operator === '*.' ? ({ isSpread: true } as const) : {};
  return { kind: 'property', of, name: String(name.value), isSafe: operator === '?.', ...isSpread, start, end };
}

function readMemberName(parser: Parser): Expression {
  const { reader } = parser;
  switch (reader.token.kind) {
    case 'word':
    case 'keyword':
    case 'string':
      return readString(parser);
    case 'template-start':
      return readTemplate(parser);
    case 'symbol':
      if (reader.at('(')) return readPrimary(parser);
      return reader.unexpected();
    default:
      return reader.unexpected();
  }
}
