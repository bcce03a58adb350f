import { readJson, writeJson } from '../../../../../src/base/text/exact-json.ts';
import type { JsonValue } from '../../../../../src/base/text/json-value.ts';
import { booleanType } from '../../../../../src/language/input-types/boolean-type.ts';
import { floatType } from '../../../../../src/language/input-types/float-type.ts';
import { intType } from '../../../../../src/language/input-types/int-type.ts';
import { multiselectType } from '../../../../../src/language/input-types/multiselect-type.ts';
import type { FormInput } from './form-input.ts';

/**
 * The value of a field. `unset` leaves the input out of the request, so that its default applies; an empty text and an
 * empty list are values.
 */
export type FieldValue =
  | { readonly kind: 'unset' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | FileValue;

export interface FileValue {
  readonly kind: 'file';
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  readonly status:
    | { readonly kind: 'rejected' }
    | { readonly kind: 'failed'; readonly message: string }
    | { readonly kind: 'uploading'; readonly sentBytes: number }
    | { readonly kind: 'stored'; readonly reference: string }
    /** The file of the execution that is replayed. */
    | { readonly kind: 'kept' };
}

export const unset: FieldValue = { kind: 'unset' };

/** A value that can be sent, or a problem found before the gateway is asked. */
export type FieldReading =
  | { readonly kind: 'unset' }
  | { readonly kind: 'value'; readonly value: JsonValue }
  | { readonly kind: 'problem'; readonly message: string };

/** A field with a value of the input, such as its default. */
export function fieldOf({ type }: Pick<FormInput, 'type'>, value: JsonValue | undefined): FieldValue {
  if (value === undefined || value === null) return unset;
  if (type === 'MULTISELECT')
    return { kind: 'list', items: Array.isArray(value) ? value.map(String) : [String(value)] };
  if (type === 'JSON') return { kind: 'text', text: writeJson(value, 2) };
  return { kind: 'text', text: typeof value === 'string' ? value : writeJson(value) };
}

/** A field with a value that was written as a text, as in a link. */
export function fieldOfText({ type }: Pick<FormInput, 'type'>, text: string): FieldValue {
  if (type !== 'MULTISELECT') return text === '' && type !== 'STRING' ? unset : { kind: 'text', text };
  if (text === '') return { kind: 'list', items: [] };
  return fieldOf({ type }, multiselectType.fromText(text) ?? text);
}

/**
 * Reads a field as the JSON that a request carries. Text that is not a number is sent unchanged: the gateway reports
 * what is wrong with it.
 * @param purpose a file is described to check it, and named by its reference to run
 */
export function readField(
  { type }: Pick<FormInput, 'type'>,
  field: FieldValue,
  purpose: 'check' | 'run',
): FieldReading {
  switch (field.kind) {
    case 'unset':
      return { kind: 'unset' };
    case 'list':
      return { kind: 'value', value: field.items };
    case 'file':
      return readFile(field, purpose);
    case 'text':
      return type === 'JSON' ? readJsonField(field.text) : { kind: 'value', value: valueOfText(type, field.text) };
  }
}

function readFile({ filename, size, status }: FileValue, purpose: 'check' | 'run'): FieldReading {
  if (status.kind === 'failed') return { kind: 'problem', message: status.message };
  if (purpose === 'check' || status.kind === 'rejected') return { kind: 'value', value: { filename, size } };
  if (status.kind === 'uploading') return { kind: 'problem', message: 'The file is still uploading' };
  return status.kind === 'kept' ? { kind: 'unset' } : { kind: 'value', value: status.reference };
}

function readJsonField(text: string): FieldReading {
  try {
    return { kind: 'value', value: readJson(text) };
  } catch (error) {
    return { kind: 'problem', message: `Value must be JSON: ${error instanceof Error ? error.message : ''}` };
  }
}

const typesOfWords = { INT: intType, FLOAT: floatType, BOOLEAN: booleanType } as const;

function valueOfText(type: FormInput['type'], text: string): JsonValue {
  const reader = type in typesOfWords ? typesOfWords[type as keyof typeof typesOfWords] : undefined; // just looked up
  return reader?.fromText(text) ?? text;
}
