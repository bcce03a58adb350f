import type { Expression, Statement } from './syntax.ts';
import type { Parser } from './token-reader.ts';

/** Reads a string without values. */
export function readString({ reader }: Parser): Expression {
  const { start, end, text } = reader.next();
  return { kind: 'literal', value: text, start, end };
}

/** Reads a string with `${...}` or `$name`. */
export function readTemplate(parser: Parser): Expression {
  const { reader } = parser;
  const first = reader.next();
  const parts: (string | Expression)[] = [];
  if (first.text !== '') parts.push(first.text);
  for (;;) {
    parts.push(reader.at('{') ? readBlockValue(parser) : readNameValue(parser));
    const { kind } = reader.token;
    if (kind !== 'template-middle' && kind !== 'template-end') reader.unexpected();
    const { text, end } = reader.next();
    if (text !== '') parts.push(text);
    if (kind === 'template-end') return { kind: 'template', parts, start: first.start, end };
  }
}

/** Reads `$name.property`, from after the `$`. */
function readNameValue({ reader }: Parser): Expression {
  const { start, end, text } = reader.next();
  let value: Expression = { kind: 'name', name: text, start, end };
  return reader.chain((addLink) => {
    while (reader.accept('.')) {
      addLink();
      const name = reader.next();
      value = { kind: 'property', of: value, name: name.text, isSafe: false, start, end: name.end };
    }
    return value;
  });
}

/** Reads `${...}`, from after the `$`: one expression as such, none as `null`, anything else as a closure that is called. */
function readBlockValue(parser: Parser): Expression {
  const { reader } = parser;
  const { token } = reader;
  const { start } = token;
  if (token.arrow !== undefined) return parser.expression();
  const body = parser.block();
  const end = reader.lastEnd;
  const [only] = body;
  if (only === undefined) return { kind: 'literal', value: null, start, end };
  const value = body.length === 1 ? expressionOf(only) : undefined;
  if (value !== undefined) return value;
  const of: Expression = { kind: 'closure', parameters: [], body, start, end };
  return { kind: 'call', of, name: '', arguments: [], start, end };
}

function expressionOf(statement: Statement): Expression | undefined {
  if (statement.kind === 'expression') return statement.expression;
  if (statement.kind === 'unreadable') return statement;
  if (statement.kind !== 'assignment') return undefined;
  const { target, operator, value, start, end } = statement;
  return { kind: 'binary', operator, left: target, right: value, start, end };
}

const prefixed = /^0[xb]/i;

/**
 * The value of a number as Groovy writes it: `42`, `1_000`, `0x1F`, `0b11`, `017`, `1.5`, `1e3`, `7L`.
 * @returns undefined if a JavaScript number cannot hold it exactly enough
 */
export function readNumber(source: string): number | undefined {
  const digits = source.replaceAll('_', '');
  const isHexadecimal = /^0x/i.test(digits);
  const plain = digits.replace(isHexadecimal ? /[gli]$/i : /[glifd]$/i, '');
  const isDecimal = !prefixed.test(plain) && /[.e]/i.test(plain);
  const isOctal = /^0\d+$/.test(plain);
  if (isOctal && /[89]/.test(plain)) return undefined;
  const value = isOctal ? Number.parseInt(plain, 8) : Number(plain);
  return Number.isFinite(value) && (isDecimal || Number.isSafeInteger(value)) ? value : undefined;
}
