import { kindOfType, type TypeOf } from '../../expressions/condition-kind.ts';
import type { Condition, LiteralValue } from '../../expressions/condition.ts';
import { readReference, type ReferenceRoots } from '../../expressions/read-reference.ts';
import type { Reference } from '../../expressions/reference.ts';
import { describeValue, quoteShort } from '../../../problem/describe-value.ts';
import type { JsonValue } from '../../../problem/json-value.ts';
import type { PlacedCondition } from '../flow-draft.ts';
import type { PlacedMapping } from '../../document/entries.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { filterSections } from './trigger-sections.ts';

/** What the conditions of a trigger may refer to. */
export interface ConditionContext {
  readonly roots: ReferenceRoots;
  /** As far as the types are known. */
  readonly typeOf: TypeOf;
}

/**
 * A condition of a trigger that is written as `{type: filter, field, value}`: the field is equal to the value or, where that
 * is a list, to one of its entries. Undefined when it cannot be read.
 */
export function readFilter(
  placed: PlacedMapping,
  context: ConditionContext,
  reading: Reading,
): PlacedCondition | undefined {
  const reader = new PropertyReader(placed, reading);
  // Those of all types are read in the same way.
  const { type, field, value: given } = filterSections.webhook.read(reader);
  if (type !== undefined && type !== 'filter') {
    const message = `There is no condition of type ${quoteShort(type)}; allowed are {type: filter, field: ..., value: ...} and an expression such as "inputs.branch == 'main'".`;
    reader.report('invalid-value', 'type', message);
  }
  const reference = field === undefined ? undefined : readField(reader, field, context.roots);
  const isText = reference !== undefined && kindOfType(context.typeOf(reference)) === 'text';
  const value = given === undefined ? undefined : readValue(reader, given, isText);
  if (field === undefined || reference === undefined || value === undefined) return undefined;
  const { operator, text } = Array.isArray(value.value)
    ? { operator: 'in', text: 'in' }
    : { operator: '==', text: '==' };
  const whole = { start: 0, end: field.length };
  const condition: Condition = {
    kind: 'infix',
    operator,
    left: { kind: 'reference', reference, range: whole },
    right: value.condition,
    range: whole,
  };
  return {
    value: { text: `${field} ${text} ${JSON.stringify(value.value)}`, condition },
    path: reader.pathOf('field'),
    literalPath: reader.pathOf('value'),
  };
}

/** `body.event`, `headers.x-event` or `inputs.branch`, each also with `trigger.` in front. */
function readField(reader: PropertyReader, field: string, roots: ReferenceRoots): Reference | undefined {
  const [, name = '', root = ''] = /^(?:trigger\.)?((body|headers|inputs)\..*)$/s.exec(field) ?? [];
  const isOfDelivery = root === 'body' || root === 'headers';
  if (isOfDelivery && !roots.includes('trigger')) {
    reader.report(
      'invalid-expression',
      'field',
      `A schedule starts without a body and headers; its conditions may ask for inputs.<id>.`,
    );
    return undefined;
  }
  const text = isOfDelivery ? `trigger.${name}` : name;
  const found = root === '' ? undefined : readReference(text, isOfDelivery ? 'trigger' : 'inputs', 0);
  if (found !== undefined && found.range.end === text.length) return found.reference;
  const forms = roots.includes('trigger') ? 'body.<path>, headers.<name> or inputs.<id>' : 'inputs.<id>';
  reader.report('invalid-expression', 'field', `The field of a filter must be ${forms}; found ${quoteShort(field)}.`);
  return undefined;
}

interface FilterValue {
  readonly value: LiteralValue | readonly LiteralValue[];
  readonly condition: Condition;
}

// Ranges are for texts, and this is none.
const nowhere = { start: 0, end: 0 };
const literal = (value: LiteralValue): Condition => ({ kind: 'literal', value, range: nowhere });

/** @param isText whether the field is a text, so that a plain number is meant as one too */
function readValue(reader: PropertyReader, given: JsonValue, isText: boolean): FilterValue | undefined {
  if (!Array.isArray(given)) {
    const value = isText && isScalar(given) ? reader.text('value') : given;
    if (isScalar(value)) return { value, condition: literal(value) };
    reader.report(
      'wrong-type',
      'value',
      `"value" must be a text, a number, true or false, or a list of these; found ${describeValue(given)}.`,
    );
    return undefined;
  }
  if (given.length === 0)
    reader.report('empty-list', 'value', 'A filter whose list is empty never holds; list at least one value.');
  const values = given.flatMap((entry, index) => {
    const value = isText && isScalar(entry) ? reader.entryText('value', entry, index) : entry;
    if (isScalar(value)) return [value];
    reader.report(
      'wrong-type',
      'value',
      `Each entry of "value" must be a text, a number, true or false; found ${describeValue(entry)}.`,
      { below: [index] },
    );
    return [];
  });
  return values.length < given.length
    ? undefined
    : { value: values, condition: { kind: 'list', items: values.map(literal), range: nowhere } };
}

function isScalar(value: JsonValue | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
