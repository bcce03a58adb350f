import { describeValue } from '../../problem/describe-value.ts';
import type { JsonValue } from '../../text/json-value.ts';
import { isSecret, typeOf, type Input } from './input.ts';

/**
 * The text of a value in the environment of a build (docs/reference/flows.md): strings as they are, everything else as
 * compact JSON. The path of a file is known only in the build.
 * @param value a value that the input accepts
 * @throws TypeError for a value of the wrong type, which is a defect
 */
export function environmentText(input: Input, value: JsonValue): string {
  const type = typeOf(input);
  if (!type.accepts(value)) throw new TypeError(`Input ${input.id} must be ${type.expected}`);
  return type.toText(value);
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
