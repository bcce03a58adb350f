import { describeValue } from '../../problem/describe-value.ts';
import type { JsonValue } from '../../problem/json-value.ts';
import { type Input, isSecret, typeOf } from './input.ts';

/**
 * The text of a value in the environment of a build (docs/reference/flows.md): BOOLEAN `true` or `false`, numbers as
 * JSON writes them, JSON and MULTISELECT compact JSON, everything else as it is. The path of a FILE is known in the
 * build alone.
 * @param value one that the input accepts
 * @throws TypeError for a value of the wrong type, which is a defect of the caller
 */
export function environmentText(input: Input, value: JsonValue): string {
  const type = typeOf(input);
  if (!type.accepts(value)) throw new TypeError(`Input ${input.id} must be ${type.expected}`);
  return type.toText(value);
}

/** A value read from text, or what is wrong with the text, as a sentence without a full stop. */
export type TextReading = { readonly value: JsonValue } | { readonly message: string };

/**
 * Reads a value where the transport has text alone: a form, a command line. An empty text is a value where the type says
 * so; for every other input it stands for "not given", null. Constraints are not checked here.
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
