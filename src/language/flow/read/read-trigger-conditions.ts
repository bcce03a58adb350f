import { describeValue, quoteShort } from '../../../base/problem/describe-value.ts';
import type { Path } from '../../../base/problem/problem.ts';
import { isJsonObject, type JsonValue } from '../../../base/text/json-value.ts';
import type { PlacedMap } from '../../document/entries.ts';
import { PropertyReader } from '../../document/property-reader.ts';
import type { Reading } from '../../document/reading.ts';
import { kindOfType, type TypeOf } from '../../expressions/condition-kind.ts';
import type { Condition, LiteralValue } from '../../expressions/condition.ts';
import { equal } from '../../expressions/operators/equality.ts';
import { isIn } from '../../expressions/operators/membership.ts';
import { operatorName } from '../../expressions/operators/operator.ts';
import { parseCondition } from '../../expressions/parse-condition.ts';
import { readReference, type PlacedReference, type ReferenceRoots } from '../../expressions/read-reference.ts';
import { referenceText, type Reference } from '../../expressions/reference.ts';
import { conditionReferences } from '../../expressions/references-of.ts';
import type { PlacedCondition } from '../flow-draft.ts';
import { addInside } from '../relative-problems.ts';
import { filterSection } from './trigger-sections.ts';

const key = 'conditions';

/**
 * Reads the `conditions` of a trigger, each an expression or a filter (docs/reference/triggers.md). Leaves out invalid
 * ones.
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
      ? readFilter({ map: entry, path }, context, reading)
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

/** Headers that authenticate the caller, which must not become visible as values of an execution. */
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

/** Reports references to headers that are withheld from flows. */
export function reportWithheld(references: readonly PlacedReference[], path: Path, { problems }: Reading): void {
  for (const { reference, range } of references) {
    const isWithheld =
      reference.root === 'trigger' && reference.part === 'headers' && withheldHeaders.has(reference.path.join('.'));
    if (!isWithheld) continue;
    problems.push({
      code: 'unknown-reference',
      message: `${referenceText(reference)} is not available: the header authenticates the caller, so Flowgate does not pass it on.`,
      path,
      range,
    });
  }
}

/** The values that the conditions of a trigger can refer to. */
export interface ConditionContext {
  readonly roots: ReferenceRoots;
  /** Contains only the types that are known. */
  readonly typeOf: TypeOf;
}

/**
 * Reads a trigger condition of the form `{type: filter, field, value}`: the field equals the value, or one of its items
 * if it is a list. Undefined if it is invalid.
 */
function readFilter(placed: PlacedMap, context: ConditionContext, reading: Reading): PlacedCondition | undefined {
  const reader = new PropertyReader(placed, reading);
  const { type, field, value: given } = filterSection.read(reader);
  if (type !== undefined && type !== 'filter') {
    const message = `Unknown condition type ${quoteShort(type)}; allowed: {type: filter, field: ..., value: ...} or an expression such as "inputs.branch ${operatorName(equal)} 'main'".`;
    reader.report('invalid-value', 'type', message);
  }
  const found = field === undefined ? undefined : readField(reader, field, context);
  const reference = found === 'never' ? undefined : found;
  const isText = reference !== undefined && kindOfType(context.typeOf(reference)) === 'string';
  const value = given === undefined ? undefined : readValue(reader, given, isText);
  if (field === undefined || found === undefined || value === undefined) return undefined;
  const operator = operatorName(Array.isArray(value.value) ? isIn : equal);
  const whole = { start: 0, end: field.length };
  const condition: Condition =
    found === 'never'
      ? literal(false)
      : {
          kind: 'infix',
          operator,
          left: { kind: 'reference', reference: found, range: whole },
          right: value.condition,
          range: whole,
        };
  return {
    value: { text: `${field} ${operator} ${JSON.stringify(value.value)}`, condition },
    path: reader.pathOf('field'),
    literalPath: reader.pathOf('value'),
  };
}

/**
 * `body.event`, `headers.x-event` or `inputs.branch`, each also with the prefix `trigger.`. A bare `event` is in the body
 * of a webhook call, or an input where a schedule has no body. `never` for a field that a schedule cannot have.
 */
function readField(
  reader: PropertyReader,
  field: string,
  { roots, typeOf }: ConditionContext,
): Reference | 'never' | undefined {
  const [, name = '', root = ''] = /^(?:trigger\.)?((body|headers|inputs)\..*)$/s.exec(field) ?? [];
  const hasDelivery = roots.includes('trigger');
  const isBare = root === '' && !/^(?:trigger|body|headers|inputs)(?:\.|$)/.test(field);
  const path = isBare ? `${hasDelivery ? 'body' : 'inputs'}.${field}` : name;
  const text = path.startsWith('inputs.') ? path : `trigger.${path}`;
  const found = path === '' ? undefined : readReference(text, text === path ? 'inputs' : 'trigger', 0);
  if (found === undefined || found.range.end !== text.length) {
    const forms = hasDelivery ? 'body.<path>, headers.<name> or inputs.<id>' : 'inputs.<id>';
    const message = `The field of a filter must be ${forms}; found ${quoteShort(field)}.`;
    reader.report('invalid-expression', 'field', message);
    return undefined;
  }
  const { reference } = found;
  if (hasDelivery || (reference.root === 'inputs' && typeOf(reference) !== undefined)) return reference;
  const message = `The schedule never fires, because this filter is never true: ${quoteShort(field)} is not an input of the flow, and a schedule has no body or headers.`;
  reader.report('trigger-never-fires', 'field', message);
  return 'never';
}

interface FilterValue {
  readonly value: LiteralValue | readonly LiteralValue[];
  readonly condition: Condition;
}

// Ranges belong to strings; this value has none.
const nowhere = { start: 0, end: 0 };
const literal = (value: LiteralValue): Condition => ({ kind: 'literal', value, range: nowhere });

/** @param isText whether the field is a string, so that a plain number is read as one too */
function readValue(reader: PropertyReader, given: JsonValue, isText: boolean): FilterValue | undefined {
  if (!Array.isArray(given)) {
    const value = isText && isScalar(given) ? reader.text('value') : given;
    if (isScalar(value)) return { value, condition: literal(value) };
    reader.report(
      'wrong-type',
      'value',
      `"value" must be a string, a number, true or false, or a list of these; found ${describeValue(given)}.`,
    );
    return undefined;
  }
  if (given.length === 0)
    reader.report('empty-list', 'value', 'A filter with an empty list is never true; add at least one value.');
  const values = given.flatMap((entry, index) => {
    const value = isText && isScalar(entry) ? reader.entryText('value', entry, index) : entry;
    if (isScalar(value)) return [value];
    reader.report(
      'wrong-type',
      'value',
      `Each item of "value" must be a string, a number, true or false; found ${describeValue(entry)}.`,
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
