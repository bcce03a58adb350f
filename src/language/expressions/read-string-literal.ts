import type { ConditionToken } from './condition-token.ts';

const escapes: Readonly<Record<string, string>> = { '\\': '\\', "'": "'", '"': '"', n: '\n', r: '\r', t: '\t' };

/** A stretch without backslash or quote, or one escape. `\u` needs four hexadecimal digits. */
const piece = /[^\\'"]+|\\u([0-9A-Fa-f]{4})|\\?[^]/uy;

/**
 * Reads the text literal whose quote stands at `start`. Escapes are `\\ \' \" \n \r \t \uXXXX`; any other backslash
 * stays, so that patterns such as '\d+' need no doubling.
 */
export function readStringLiteral(text: string, start: number, end: number): ConditionToken {
  const quote = text[start];
  let value = '';
  piece.lastIndex = start + 1;
  while (piece.lastIndex < end) {
    const match = piece.exec(text);
    const source = match?.[0] ?? '';
    if (source === quote) return literal(value, start, piece.lastIndex);
    const codeUnit = match?.[1];
    if (codeUnit !== undefined) value += String.fromCharCode(Number.parseInt(codeUnit, 16));
    else value += source.startsWith('\\') ? (escapes[source.slice(1)] ?? source) : source;
  }
  return { kind: 'bad', message: `This text is not closed; ${quote} is missing at its end.`, range: { start, end } };
}

function literal(value: string, start: number, end: number): ConditionToken {
  const range = { start, end };
  if (/[\0\p{Cs}]/u.test(value)) {
    return { kind: 'bad', message: 'A text holds neither NUL nor half a surrogate pair.', range };
  }
  return { kind: 'literal', value, range };
}
