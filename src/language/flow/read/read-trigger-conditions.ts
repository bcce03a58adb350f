import { parseCondition } from '../../expressions/parse-condition.ts';
import { type PlacedReference, readReference, type ReferenceRoots } from '../../expressions/read-reference.ts';
import { referenceText, type Reference } from '../../expressions/reference.ts';
import { conditionReferences } from '../../expressions/references-of.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { isJsonObject, type JsonValue } from '../../../problem/json-value.ts';
import type { Path } from '../../../problem/problem.ts';
import type { PlacedCondition } from '../flow-draft.ts';
import { addInside } from '../relative-problems.ts';
import { kindOfType, type TypeOf } from '../../expressions/condition-kind.ts';
import type { Condition, LiteralValue } from '../../expressions/condition.ts';
import { equal } from '../../expressions/operators/equality.ts';
import { isIn } from '../../expressions/operators/membership.ts';
import { operatorName } from '../../expressions/operators/operator.ts';
import { describeValue, quoteShort } from '../../../problem/describe-value.ts';
import type { PlacedMapping } from '../../document/entries.ts';
import { filterSections } from './trigger-sections.ts';

const key = 'conditions';

/**
 * The `conditions` of a trigger, each an expression or a filter (docs/reference/triggers.md); those that cannot be read
 * are left out.
 */
export function readTriggerConditions(
  reader: PropertyReader,
  entries: readonly JsonValue[] = [],
  context: ConditionContext,
): readonly PlacedCondition[] {
  const { reading } = reader;
  return entries.flatMap((entry, index) => {
    const path = [...reader.pathOf(key), index];
    const text = isJsonObject(entry) ? undefined : reader.entryText(key, entry, index);
    const placed = isJsonObject(entry)
      ? readFilter({ mapping: entry, path }, context, reading)
      : text === undefined
        ? undefined
        : readExpression(text, path, context, reading);
    if (placed === undefined) return [];
    reportWithheld(conditionReferences(placed.value.condition), placed.path, reading);
    return [placed];
  });
}

function readExpression(
  text: string,
  path: Path,
  { roots }: ConditionContext,
  reading: Reading,
): PlacedCondition | undefined {
  const { condition, problems } = parseCondition(text, roots);
  addInside(reading.problems, path, problems);
  return condition && { value: { text, condition }, path };
}

/** Headers that prove who calls, which must not become visible as the values of an execution. */
const withheldHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-flowgate-key',
  'x-gitlab-token',
  'x-hub-signature',
  'x-hub-signature-256',
  'webhook-signature',
]);

/** Reports references to headers that a flow is not given. */
export function reportWithheld(references: readonly PlacedReference[], path: Path, { problems }: Reading): void {
  for (const { reference, range } of references) {
    const isWithheld =
      reference.root === 'trigger' && reference.part === 'headers' && withheldHeaders.has(reference.path.join('.'));
    if (!isWithheld) continue;
    problems.push({
      code: 'unknown-reference',
      message: `${referenceText(reference)} is not there: the header proves who calls, and is not passed on.`,
      path,
      range,
    });
  }
}

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
function readFilter(placed: PlacedMapping, context: ConditionContext, reading: Reading): PlacedCondition | undefined {
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
  const operator = operatorName(Array.isArray(value.value) ? isIn : equal);
  const whole = { start: 0, end: field.length };
  const condition: Condition = {
    kind: 'infix',
    operator,
    left: { kind: 'reference', reference, range: whole },
    right: value.condition,
    range: whole,
  };
  return {
    value: { text: `${field} ${operator} ${JSON.stringify(value.value)}`, condition },
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
