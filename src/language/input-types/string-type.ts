import type { PropertyReader } from '../document/property-reader.ts';
import { patternMessage } from '../safe-patterns/bounded-work.ts';
import { syntaxProblem, testQuickly } from '../safe-patterns/compile-pattern.ts';
import { unicodeSource } from '../safe-patterns/unicode-pattern.ts';
import type { Checked, InputType, TypeFacts } from './input-type.ts';
import { always, countOf, never, readOrder, stringValues } from './type-parts.ts';

export interface StringConstraints {
  /** In code points, like `maxLength`. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** Plain text. Lengths count code points. The pattern can match anywhere, like `pattern` of JSON Schema. */
export const stringType: InputType<'STRING', StringConstraints, string> = {
  ...stringValues,
  name: 'STRING',
  role: 'value',
  emptyText: 'value',
  order: 'any',
  foreignNames: ['TEXT'],
  jenkinsParameters: ['string', 'text'],
  expected: 'a string',
  definition: {
    description: 'Plain text.',
    constraints: {
      min_length: { type: 'integer', minimum: 0, description: 'The minimum number of characters.' },
      max_length: { type: 'integer', minimum: 0, description: 'The maximum number of characters.' },
      pattern: { type: 'string', description: 'A regular expression that must match a part of the value.' },
    },
    suggestion: { type: 'string' },
  },

  readConstraints(properties, { patternLength }) {
    const pattern = readPattern(properties, patternLength);
    const { min, max } = readOrder(properties, 'min_length', 'max_length', readLength);
    return {
      ...(min !== undefined && { minLength: min }),
      ...(max !== undefined && { maxLength: max }),
      ...(pattern !== undefined && { pattern }),
    };
  },

  check(value, { constraints: { pattern, ...lengths } }, runHere) {
    const messages = lengthMessages(value, lengths);
    if (pattern === undefined) return { messages };
    return runHere
      ? withPattern(messages, pattern, value)
      : { messages, work: { kind: 'pattern', pattern, subject: value } };
  },

  keywords: ({ constraints: { pattern, ...lengths } }) => ({
    type: 'string',
    ...lengths,
    ...(pattern !== undefined && { pattern: unicodeSource(pattern) }),
  }),
  takes: always,
  isShellWord: never,
  build: { control: () => ({ kind: 'line' }) },
  documentation: { value: 'a string; its length counts characters (code points)' },
};

/** Whether the type accepts any string, whose value may then fit a stricter type. */
export function isPlainString({ name }: TypeFacts): boolean {
  return name === 'STRING';
}

function readPattern(properties: PropertyReader, maxLength: number): string | undefined {
  const source = properties.text('pattern');
  if (source === undefined) return undefined;
  const reason = syntaxProblem(source, maxLength);
  if (reason === undefined) return source;
  const message = `The pattern is not a valid JavaScript regular expression with the flag u: ${reason}.`;
  properties.report('invalid-constraint', 'pattern', message);
  return undefined;
}

function readLength(properties: PropertyReader, key: string): number | undefined {
  const length = properties.number(key);
  if (length === undefined || (Number.isSafeInteger(length) && length >= 0)) return length;
  properties.report('invalid-constraint', key, `"${key}" must be an integer, at least 0; found ${length}.`);
  return undefined;
}

function lengthMessages(value: string, { minLength = 0, maxLength = Infinity }: StringConstraints): readonly string[] {
  // A code point has one or two units, so most lengths need no counting.
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
