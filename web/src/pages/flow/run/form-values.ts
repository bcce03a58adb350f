import type { JsonValue } from '../../../../../src/text/json-value.ts';
import { fieldOf, readField, unset, type FieldValue } from './field-value.ts';
import type { FormInput } from './form-input.ts';

/** What each field holds, by the id of its input. A hidden input keeps what it holds. */
export type FormValues = ReadonlyMap<string, FieldValue>;

/** Messages by the id of an input. */
export type FormProblems = ReadonlyMap<string, readonly string[]>;

export interface RequestValues {
  /** By input id; without inputs that are unset. */
  readonly inputs: Readonly<Record<string, JsonValue>>;
  /** What is wrong before the gateway sees it. */
  readonly problems: FormProblems;
}

/** What a new form holds: what the author suggests. A default is not filled in; it applies to an input that is unset. */
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
