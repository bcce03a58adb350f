import type { JsonValue } from '../../../../../src/base/text/json-value.ts';
import { fieldOf, readField, unset, type FieldValue } from './field-value.ts';
import type { FormInput } from './form-input.ts';

/** The value of each field, by the id of its input. A hidden input keeps its value. */
export type FormValues = ReadonlyMap<string, FieldValue>;

/** Messages by the id of an input. */
export type FormProblems = ReadonlyMap<string, readonly string[]>;

export interface RequestValues {
  /** By input id; without inputs that are unset. */
  readonly inputs: Readonly<Record<string, JsonValue>>;
  /** Problems found before the gateway is asked. */
  readonly problems: FormProblems;
}

/** The value of an input, whose id can also be the name of what every object has, such as `constructor`. */
export function valueIn<Value>(values: Readonly<Record<string, Value>>, id: string): Value | undefined {
  return Object.hasOwn(values, id) ? values[id] : undefined;
}

/** The values of a new form: the author's suggestions. A default is not filled in; it applies to an unset input. */
export function firstValues(inputs: readonly FormInput[]): FormValues {
  return new Map(inputs.map((input) => [input.id, fieldOf(input, input.prefill)]));
}

/** The values of a request. Pass only visible inputs: the others are left out. */
export function requestValues(
  inputs: readonly FormInput[],
  values: FormValues,
  purpose: 'check' | 'run',
): RequestValues {
  const given: Record<string, JsonValue> = {};
  const problems = new Map<string, readonly string[]>();
  for (const input of inputs) {
    const reading = readField(input, values.get(input.id) ?? unset, purpose);
    if (reading.kind === 'problem') problems.set(input.id, [reading.message]);
    if (reading.kind === 'value') given[input.id] = reading.value;
  }
  return { inputs: given, problems };
}
