import { patternMessage } from '../../patterns/bounded-work.ts';
import { syntaxProblem, testQuickly } from '../../patterns/compile-pattern.ts';
import type { Checked, InputType } from '../input-type.ts';
import type { Constraints, InputOf } from '../input.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { countOf, isText, readOrder, sameText } from './type-parts.ts';

/** Plain text. Lengths count code points; the pattern is searched, as `pattern` of JSON Schema is. */
export const stringType: InputType<'STRING', string> = {
  name: 'STRING',
  expected: 'a text',
  constraintNames: ['min_length', 'max_length', 'pattern'],
  notation: { kind: 'text' },

  readConstraints(properties, { patternLength }) {
    const pattern = readPattern(properties, patternLength);
    const { min, max } = readOrder(properties, 'min_length', 'max_length', readLength);
    return {
      ...(min !== undefined && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
      ...(pattern !== undefined && { pattern }),
    };
  },

  accepts: isText,

  check(value, { constraints: { pattern, ...lengths } }, runHere) {
    const messages = lengthMessages(value, lengths);
    if (pattern === undefined) return { messages };
    return runHere
      ? withPattern(messages, pattern, value)
      : { messages, work: { kind: 'pattern', pattern, subject: value } };
  },

  keywords: ({ constraints }: InputOf<'STRING'>) => ({ type: 'string', ...constraints }),
  fromText: sameText,
  toText: sameText,
};

function readPattern(properties: PropertyReader, longest: number): string | undefined {
  const source = properties.text('pattern');
  if (source === undefined) return undefined;
  const reason = syntaxProblem(source, longest);
  if (reason === undefined) return source;
  const message = `The pattern is not a regular expression of JavaScript with the flag u: ${reason}.`;
  properties.report('invalid-constraint', 'pattern', message);
  return undefined;
}

function readLength(properties: PropertyReader, key: string): number | undefined {
  const length = properties.number(key);
  if (length === undefined || (Number.isSafeInteger(length) && length >= 0)) return length;
  properties.report(
    'invalid-constraint',
    key,
    `"${key}" must be a whole number of characters, at least 0; found ${length}.`,
  );
  return undefined;
}

function lengthMessages(
  value: string,
  { minLength = 0, maxLength = Infinity }: Constraints['STRING'],
): readonly string[] {
  // A code point takes one or two units, so most values are decided without counting.
  if (value.length <= maxLength && value.length >= 2 * minLength) return [];
  const length = codePointLength(value);
  if (length < minLength) return [`Value must have at least ${countOf(minLength, 'character')}; found ${length}`];
  if (length > maxLength) return [`Value must have at most ${countOf(maxLength, 'character')}; found ${length}`];
  return [];
}

function withPattern(messages: readonly string[], pattern: string, value: string): Checked {
  const isFound = testQuickly(pattern, value);
  if (isFound === undefined) return { messages, work: { kind: 'pattern', pattern, subject: value } };
  return { messages: isFound ? messages : [...messages, patternMessage(pattern)] };
}

/** The number of code points. */
export function codePointLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
