import { inputTypeNames } from '../../expressions/value-type.ts';
import type { InputTypeName } from '../../expressions/value-type.ts';
import { quoteShort } from '../../../problem/describe-value.ts';
import { isJsonObject } from '../../../problem/json-value.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { readOutputType } from './read-output-type.ts';
import type { Reading } from '../../document/reading.ts';

// What a reference can name behind `task_outputs.<task_id>.`.
export const fieldSyntax = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** What a task can return. */
export const fieldTypes: readonly InputTypeName[] = inputTypeNames.filter(
  (name) => name !== 'FILE' && name !== 'SECRET',
);

/**
 * The `outputSchema` of a task: field name to type (SPEC 2.4). Fields come out of a task's standard output as JSON,
 * which can carry neither a file nor a secret. A field with an unreadable type still counts as declared, as a STRING.
 */
export function readOutputSchema(task: PropertyReader, reading: Reading): Readonly<Record<string, InputTypeName>> {
  const fields = task.mapping('outputSchema');
  if (fields === undefined) return {};
  const types = fields.names.map((field) => {
    if (!fieldSyntax.test(field)) {
      const message = `The field ${quoteShort(field)} may hold only letters, digits, "_", "-" and "." (${fieldSyntax.source}).`;
      fields.report('invalid-id', field, message, { at: 'key' });
    }
    return [field, readFieldType(fields, field, reading) ?? 'STRING'] as const;
  });
  return Object.fromEntries(types);
}

function readFieldType(fields: PropertyReader, field: string, reading: Reading): InputTypeName | undefined {
  if (!isJsonObject(fields.value(field))) {
    fields.report(
      'not-a-mapping',
      field,
      `A field is declared by its type, as in ${quoteShort(field)}: {type: STRING}.`,
    );
    return undefined;
  }
  const reader = fields.mapping(field);
  if (reader === undefined) return undefined;
  const type = readOutputType(reader, reading, fieldTypes);
  reader.text('description');
  reader.finish();
  if (type !== undefined && !fieldTypes.includes(type)) {
    reader.report(
      'invalid-value',
      'type',
      `A task returns its fields in its log, and a ${type} cannot be returned there.`,
    );
  }
  return type;
}
