import { writeJson } from '../../../../../src/base/text/exact-json.ts';
import type { JsonValue } from '../../../../../src/base/text/json-value.ts';
import { isFile } from '../../../api/execution-values.ts';
import { fieldOf, unset, type FieldValue } from './field-value.ts';
import type { FormInput } from './form-input.ts';
import { valueIn, type FormValues } from './form-values.ts';

/** The values of an execution in a form. Secrets must be given again; a file stays unless another is chosen. */
export function replayedValues(inputs: readonly FormInput[], recorded: Readonly<Record<string, unknown>>): FormValues {
  return new Map(inputs.map((input) => [input.id, replayedValue(input, valueIn(recorded, input.id))]));
}

function replayedValue(input: FormInput, value: unknown): FieldValue {
  if (input.type === 'SECRET') return unset;
  if (input.type === 'FILE') return isFile(value) ? { ...value, kind: 'file', status: { kind: 'kept' } } : unset;
  return fieldOf(input, value as JsonValue | undefined); // the record is JSON
}

/**
 * What a replay must send: the values that differ from the record, and null for those that were removed. All others
 * stay as in the execution; a default applies again as a default.
 */
export function replayChanges(
  inputs: readonly FormInput[],
  given: Readonly<Record<string, JsonValue>>,
  { recorded, values }: { readonly recorded: Readonly<Record<string, unknown>>; readonly values: FormValues },
): Readonly<Record<string, JsonValue>> {
  const changes: Record<string, JsonValue> = {};
  for (const { id, type } of inputs) {
    const value = valueIn(given, id);
    if (value === undefined) {
      if (valueIn(recorded, id) !== undefined && type !== 'SECRET' && isUnset(values.get(id))) changes[id] = null;
    } else if (writeJson(value) !== writeJson(valueIn(recorded, id))) changes[id] = value;
  }
  return changes;
}

function isUnset(field: FieldValue | undefined): boolean {
  return field === undefined || field.kind === 'unset';
}
