import { alternatives } from '../../base/problem/describe-value.ts';
import type { TextRange } from '../../base/problem/problem.ts';
import { nearestWord } from '../../base/text/nearest-word.ts';
import { escapeRegExp } from '../safe-patterns/escape-reg-exp.ts';
import type { LiteralValue } from './condition.ts';
import { filterAdvice, isTrimSign, trimAdvice } from './foreign-filters.ts';
import { foreignRootMessage } from './foreign-root.ts';
import { foreignSigns, operatorSymbols } from './operators/operators.ts';
import { isReferenceRoot, readReference, referenceForms, type ReferenceRoots } from './read-reference.ts';
import type { Reference } from './reference.ts';

/** A token of the condition language. A symbol is a keyword, the sign of an operator, or a bracket. */
export type ConditionToken =
  | { readonly kind: 'symbol'; readonly symbol: string; readonly range: TextRange }
  | { readonly kind: 'literal'; readonly value: LiteralValue; readonly range: TextRange }
  | { readonly kind: 'reference'; readonly reference: Reference; readonly range: TextRange }
  /** Not a token; the message has the reason. */
  | { readonly kind: 'bad'; readonly message: string; readonly range: TextRange }
  | { readonly kind: 'end'; readonly range: TextRange };

export interface TokenPlace {
  readonly from: number;
  readonly end: number;
  /** The roots that references in the condition may have. */
  readonly roots: ReferenceRoots;
}

const keywords = operatorSymbols.filter((symbol) => /^\w+$/.test(symbol));
const constants: ReadonlyMap<string, LiteralValue> = new Map<string, LiteralValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const misplacedBraces = 'Put braces around the whole condition, or omit them.';

/** Advice for signs of other languages. They are matched whole, so that `===` is not read as `==` and a remainder. */
const signAdvice: ReadonlyMap<string, string> = new Map([
  ...foreignSigns,
  ['{{', misplacedBraces],
  ['}}', misplacedBraces],
  ['$', 'Write inputs.<id> or variables.<NAME>.'],
]);

const signs = [...operatorSymbols.filter((symbol) => !keywords.includes(symbol)), '(', ')', '[', ']', ','];
const anySign = new RegExp(
  `${[...signs, ...signAdvice.keys()]
    .toSorted((left, right) => right.length - left.length)
    .map(escapeRegExp)
    .join('|')}|[^]`,
  'uy',
);
const numberRun = /-?[0-9][\w.]*(?:(?<=[eE])[+-][0-9]+)?/y;
const numberSyntax = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const words = /[A-Za-z_]\w*/y;
const blanks = /\s*/y;

/** Reads the token at or after `from`; `end` is where the condition ends. */
export function nextToken(text: string, { from, end, roots }: TokenPlace): ConditionToken {
  const start = from + (matchAt(blanks, text, from)?.length ?? 0);
  if (start >= end) return { kind: 'end', range: { start: end, end } };
  const first = text[start]!;
  if (first === "'" || first === '"') return readStringLiteral(text, start, end);
  const number = matchAt(numberRun, text, start);
  if (number !== undefined) return readNumber(number, start);
  const word = matchAt(words, text, start);
  if (word !== undefined) return readWord(text, word, { start, roots });
  const sign = matchAt(anySign, text, start) ?? first;
  if (!signs.includes(sign)) return badToken(unknownSignMessage(text, sign, start), start, start + sign.length);
  return { kind: 'symbol', symbol: sign, range: { start, end: start + sign.length } };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function badToken(message: string, start: number, end: number): ConditionToken {
  return { kind: 'bad', message, range: { start, end } };
}

function readNumber(source: string, start: number): ConditionToken {
  const end = start + source.length;
  if (!numberSyntax.test(source)) {
    return badToken(
      `${JSON.stringify(source)} is not a number. Numbers look like 3, -0.5 or 1e6; strings need quotes.`,
      start,
      end,
    );
  }
  const value = Number(source);
  const isExact = Number.isFinite(value) && (Number.isSafeInteger(value) || !/^-?[0-9]+$/.test(source));
  if (!isExact) return badToken('The number is too large; integers must be between -(2^53-1) and 2^53-1.', start, end);
  return { kind: 'literal', value, range: { start, end } };
}

function readWord(
  text: string,
  word: string,
  { start, roots }: { readonly start: number; readonly roots: ReferenceRoots },
): ConditionToken {
  const range = { start, end: start + word.length };
  const constant = constants.get(word);
  if (constant !== undefined) return { kind: 'literal', value: constant, range };
  if (keywords.includes(word)) return { kind: 'symbol', symbol: word, range };
  if (foreignSigns.has(word)) return badToken(unknownSignMessage(text, word, start), range.start, range.end);
  if (!isReferenceRoot(word, roots)) return badToken(unknownWordMessage(word, roots), range.start, range.end);
  const placed = readReference(text, word, start);
  if (placed === undefined)
    return badToken(
      `${JSON.stringify(word)} is not a complete reference; write ${referenceForms(word).join(' or ')}.`,
      range.start,
      range.end,
    );
  return { kind: 'reference', ...placed };
}

function unknownWordMessage(word: string, roots: ReferenceRoots): string {
  const keyword = nearestWord(word, [...keywords, ...constants.keys()]);
  // A mistyped root is more likely than a keyword, unless the word is a keyword in capitals.
  const foreign = keyword?.toLowerCase() === word.toLowerCase() ? undefined : foreignRootMessage(word, roots);
  if (foreign !== undefined) return foreign;
  const advice = keyword === undefined ? '' : ` Did you mean ${JSON.stringify(keyword)}?`;
  return `Unknown word ${JSON.stringify(word)} in a condition: strings need quotes, and references start with ${alternatives(roots)}.${advice}`;
}

function unknownSignMessage(text: string, sign: string, at: number): string {
  const advice = adviceOnSign(text, sign, at);
  return `Unexpected ${JSON.stringify(sign)} in a condition.${advice === undefined ? '' : ` ${advice}`}`;
}

function adviceOnSign(text: string, sign: string, at: number): string | undefined {
  if (sign === '|') return filterAdvice(text, at, 'inCondition');
  return isTrimSign(text, at) ? trimAdvice : signAdvice.get(sign);
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\', "'": "'", '"': '"', n: '\n', r: '\r', t: '\t' };

/** Characters other than a backslash or quote, or one escape. `\u` needs four hexadecimal digits. */
const piece = /[^\\'"]+|\\u([0-9A-Fa-f]{4})|\\?[^]/uy;

/**
 * Reads the string literal whose quote is at `start`. Escapes are `\\ \' \"
 * \r \t \uXXXX`; any other backslash is kept, so that patterns such as '\d+' need no doubling.
 */
function readStringLiteral(text: string, start: number, end: number): ConditionToken {
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
  return { kind: 'bad', message: `The string is not closed; add ${quote} at its end.`, range: { start, end } };
}

function literal(value: string, start: number, end: number): ConditionToken {
  const range = { start, end };
  if (/[\0\p{Cs}]/u.test(value)) {
    return { kind: 'bad', message: 'A string cannot contain NUL or an unpaired surrogate.', range };
  }
  return { kind: 'literal', value, range };
}
