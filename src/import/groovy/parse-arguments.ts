import { readNumber, readString, readTemplate } from './parse-string.ts';
import type { Argument, Entry, Expression } from './syntax.ts';
import { isText, type Parser, type TokenReader } from './token-reader.ts';

/** Reads `(a, b: c, *d)`. */
export function readArguments(parser: Parser): Argument[] {
  return readBracketed(parser, '(', ')', () => readArgument(parser));
}

/** Reads `[...]`: a list, or a map if it has keys. */
export function readListOrMap(parser: Parser): Expression {
  const { reader } = parser;
  const { start } = reader.token;
  if (isEmptyMap(reader)) {
    reader.index += 3;
    return { kind: 'map', entries: [], start, end: reader.lastEnd };
  }
  const items = readBracketed(parser, '[', ']', () => readEntry(parser));
  const end = reader.lastEnd;
  const entries = items.filter(({ key }) => key !== undefined);
  if (entries.length === 0) return { kind: 'list', items: items.map(({ value }) => value), start, end };
  if (entries.length < items.length) reader.fail('A list cannot contain keys.', { start, end });
  return { kind: 'map', entries: entries as Entry[], start, end }; // those without a key are filtered out
}

/** Reads `name: value` or a value. */
export function readArgument(parser: Parser): Argument {
  const { key, value } = readEntry(parser);
  if (key === undefined) return { value };
  if (key.kind === 'unary' && key.operator === '*:') return { value: key };
  if (key.kind === 'literal' && key.value !== null) return { name: String(key.value), value };
  return { key, value };
}

interface Item {
  readonly key?: Expression;
  readonly value: Expression;
}

function readEntry(parser: Parser): Item {
  const { reader } = parser;
  const { start, text, kind } = reader.token;
  if (kind === 'symbol' && (text === '*' || text === '*:')) {
    reader.next();
    const of = parser.expression();
    const spread: Expression = { kind: 'unary', operator: text, of, start, end: of.end };
    return text === '*' ? { value: spread } : { key: spread, value: of };
  }
  const key = readKey(parser);
  return key === undefined ? { value: parser.expression() } : { key, value: parser.expression() };
}

/** Whether `[:]` follows, which is never the index of what is before it. */
export function isEmptyMap(reader: TokenReader): boolean {
  const { index } = reader;
  return ['[', ':', ']'].every((text, offset) => isText(reader.tokenAt(index + offset), text));
}

/** Reads items between brackets; a comma may follow the last. */
function readBracketed<Result>(parser: Parser, opening: string, closing: string, read: () => Result): Result[] {
  const { reader } = parser;
  const items: Result[] = [];
  reader.expect(opening);
  reader.nest(true, () => {
    while (!reader.at(closing)) {
      items.push(read());
      if (!reader.accept(',')) break;
    }
  });
  reader.expect(closing);
  return items;
}

/**
 * Reads the key in front of a `:` and the `:`. A word is a literal; an expression is in parentheses.
 * @returns undefined if what follows is no key
 */
function readKey(parser: Parser): Expression | undefined {
  const { reader } = parser;
  const { token } = reader;
  const isBracketed = token.kind === 'template-start' || reader.at('(');
  const behind = isBracketed ? reader.behindPartner(reader.index) : reader.index + 1;
  if (behind === undefined || !isText(reader.tokenAt(behind), ':')) return undefined;
  const key = readKeyText(parser);
  if (key !== undefined) reader.expect(':');
  return key;
}

function readKeyText(parser: Parser): Expression | undefined {
  const { reader } = parser;
  const { token } = reader;
  const { start, end, text } = token;
  switch (token.kind) {
    case 'word':
    case 'keyword':
      reader.next();
      return { kind: 'literal', value: text, start, end };
    case 'number':
      reader.next();
      return { kind: 'literal', value: readNumber(text) ?? text, start, end };
    case 'string':
      return readString(parser);
    case 'template-start':
      return readTemplate(parser);
    case 'symbol': {
      if (text !== '(') return undefined;
      reader.next();
      const key = reader.nest(true, () => parser.expression());
      reader.expect(')');
      return key;
    }
    default:
      return undefined;
  }
}
