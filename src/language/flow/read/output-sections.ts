import { quoteShort } from '../../../base/problem/describe-value.ts';
import { isJsonObject } from '../../../base/text/json-value.ts';
import type { Entries, Placed } from '../../document/entries.ts';
import { fieldRule, flowIdRule } from '../../document/id-rule.ts';
import { id, property, text, type PropertyOptions } from '../../document/property-kinds.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { section, sectionSchema, type Property } from '../../document/section.ts';
import { inputTypeNames, inputTypes, plainTypes, type InputTypeName } from '../../input-types/input-types.ts';
import type { Output } from '../flow.ts';
import { template, valueType } from './flow-property-kinds.ts';
import { reportDuplicates } from './report-duplicates.ts';

export const outputSection = section('A value that the flow returns.', {
  id: id(flowIdRule, { description: 'Names the output.' }),
  type: valueType({ names: inputTypeNames, description: 'The type of the value.' }),
  value: template({
    required: true,
    description: 'Usually `{{ task_outputs.<task_id>.<field> }}`.',
    details: 'It can refer to inputs, variables and task outputs.',
  }),
  description: text({ description: 'What the value is.' }),
});

/** The `outputs` of a flow (docs/reference/flows.md). */
export function readOutputs(entries: Entries, reading: Reading): readonly Placed<Output>[] {
  const outputs = entries.read((placed): Output | undefined => {
    // Without a valid type, the value is treated as a string, so that any value fits.
    const {
      value,
      type = plainTypes.string,
      id: own = '',
      description,
    } = outputSection.read(new PropertyReader(placed, reading));
    if (value === undefined) return undefined;
    return {
      id: own,
      type,
      text: value.text,
      value: value.template,
      ...(description !== undefined && { description }),
    };
  });
  reportDuplicates('output', outputs, reading);
  return outputs;
}

export const outputFieldSection = section('A field that a task returns.', {
  type: valueType({
    // A task returns its fields as JSON on standard output: a file as its path, and nothing that must stay hidden.
    names: inputTypeNames.filter((name) => inputTypes[name].role !== 'secret'),
    whenOther: (type) =>
      `A task cannot return a ${type}: it prints its fields to its log, where the value could be read before it can be masked. Give the value to the tasks that need it as an input of type ${type}. To pass on one of a called flow, leave out outputSchema.`,
    description: 'The type of the field.',
  }),
  from: text({
    filled: true,
    description:
      'The part of the result that the field comes from, such as `status` of an HTTP response. Without it, the field comes from the JSON object that the task returns.',
  }),
  required: property(
    {
      description: 'Whether the task fails if the field has no value or is null.',
      details: 'Default: true; for a call of a flow, false. A field without a value is null in conditions.',
    },
    { type: 'boolean', schema: { type: 'boolean' } },
    (reader, key) => reader.boolean(key),
  ),
  description: text({ description: 'What the field contains.' }),
});

export interface OutputField {
  readonly type: InputTypeName;
  /** As in `Task.outputSources`. */
  readonly from?: string;
  /** As in `Task.requiredOutputs`. */
  readonly required?: boolean;
}

/** The fields that a task returns, by name. A field with an invalid type counts as a declared string. */
export function outputFields(options: PropertyOptions): Property<Readonly<Record<string, OutputField>> | undefined> {
  const schema = {
    type: 'object',
    propertyNames: { pattern: fieldRule.syntax.source },
    additionalProperties: sectionSchema(outputFieldSection),
  };
  return property(options, { type: 'map', schema }, (reader, key) => {
    const fields = reader.mapAt(key);
    return fields && Object.fromEntries(fields.names.map((name) => [name, readField(fields, name)]));
  });
}

function readField(fields: PropertyReader, name: string): OutputField {
  if (!fieldRule.syntax.test(name)) {
    const message = `The field ${quoteShort(name)} must consist of ${fieldRule.words} (${fieldRule.syntax.source}).`;
    fields.report('invalid-id', name, message, { at: 'key' });
  }
  if (!isJsonObject(fields.value(name))) {
    const message = `A field must be a map with its type, such as ${quoteShort(name)}: {type: ${plainTypes.string}}.`;
    fields.report('not-a-mapping', name, message);
    return { type: plainTypes.string };
  }
  const reader = fields.mapAt(name);
  const { type = plainTypes.string, from, required } = reader === undefined ? {} : outputFieldSection.read(reader);
  return { type, ...(from !== undefined && { from }), ...(required !== undefined && { required }) };
}
