import { readString, readTemplate } from './parse-string.ts';
import type { Parser } from './parser.ts';
import { readNumber } from './read-number.ts';
import type { Expression } from './syntax.ts';
import { isText } from './token-reader.ts';

/**
 * Reads the key in front of a `:` and the `:`. A word is a literal; an expression is in parentheses.
 * @returns undefined if what follows is no key
 */
export function readKey(parser: Parser): Expression | undefined {
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
