import { describeValue } from '../../base/problem/describe-value.ts';
import { plainNumber } from '../../base/text/exact-number.ts';
import { isJsonObject, type JsonValue } from '../../base/text/json-value.ts';
import type { TypeFacts } from '../input-types/input-type.ts';
import { isTooDeep, limitProblem, maxValueDepth } from '../safe-patterns/value-limits.ts';
import { isSecret, typeOf, type Input } from './input.ts';

/**
 * A sent value as its type reads it. Only JSON keeps the digits of numbers; the other types compute with a number, or
 * with those directly in a list or map.
 */
export function readableValue({ form }: Pick<TypeFacts, 'form'>, value: JsonValue): JsonValue {
  if (form === 'json') return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => plainNumber(item));
  if (!isJsonObject(value)) return plainNumber(value);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainNumber(member)]));
}

/**
 * The text of a value in the environment of a build (docs/reference/flows.md): strings as they are, everything else as
 * compact JSON. The path of a file is known only in the build.
 * @param value a value that the input accepts
 * @throws TypeError for a value of the wrong type, which is a defect
 */
export function environmentText(input: Input, given: JsonValue): string {
  const type = typeOf(input);
  const value = readableValue(type, given);
  if (!type.accepts(value)) throw new TypeError(`Input ${input.id} must be ${type.expected}`);
  return type.toText(value);
}

/**
 * The text of a value in the environment, or what is wrong with the value; the message has no full stop.
 * @param given the value as it was sent, for the message; undefined for a secret
 */
export function checkedText(
  type: ReturnType<typeof typeOf>,
  value: JsonValue,
  given: JsonValue | undefined,
): { readonly text: string } | { readonly message: string } {
  if (!type.accepts(value))
    return { message: `Value must be ${type.expected}${given === undefined ? '' : `; found ${describeValue(given)}`}` };
  if (isTooDeep(value)) return { message: `Value must not be nested more than ${maxValueDepth} levels deep` };
  const text = type.toText(value);
  const problem = limitProblem(text);
  return problem === undefined ? { text } : { message: `Value ${problem.clause}` };
}

/** A value read from text, or what is wrong with the text, as a sentence without a full stop. */
export type TextReading = { readonly value: JsonValue } | { readonly message: string };

/**
 * Reads a value from text, such as a form field or a command-line argument. An empty string is a value if the type
 * allows it; otherwise it means "not given", which is null. Does not check constraints.
 */
export function valueFromText(input: Input, text: string): TextReading {
  if (text === '' && !takesEmptyText(input)) return { value: null };
  const type = typeOf(input);
  const value = type.fromText(text);
  if (value !== undefined) return { value };
  const found = isSecret(input) ? '' : `; found ${describeValue(text)}`;
  return { message: `Value must be ${type.expected}${found}` };
}

function takesEmptyText(input: Input): boolean {
  const { emptyText } = typeOf(input);
  const { constraints } = input;
  return (
    emptyText === 'value' || (emptyText === 'choice' && 'values' in constraints && constraints.values.includes(''))
  );
}
