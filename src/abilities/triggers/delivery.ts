import { plainNumber } from '../../base/text/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { fillValue } from '../../language/expressions/fill-value.ts';
import type { PatternSearches } from '../../language/expressions/pattern-searches.ts';
import { webhookRoots } from '../../language/expressions/read-reference.ts';
import type { Reference } from '../../language/expressions/reference.ts';
import { inputValuesFor, type SearchingValueOf } from '../../language/inputs/effective-values.ts';
import { typeOf, type Input } from '../../language/inputs/input.ts';
import { valueFromText } from '../../language/inputs/text-conversion.ts';
import { firstUnmet, type UnmetCondition, type WebhookTrigger } from '../flows/flow-triggers.ts';

/** The headers and body of a webhook call. */
export interface Delivery {
  /** An object, a list, or a text that is neither. */
  readonly body: JsonValue;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The first condition of a webhook that a delivery does not meet, judged by the delivery or by the values it gives the
 * flow.
 * @throws {AppError} too-busy
 */
export function unmetCondition(
  trigger: WebhookTrigger,
  delivery: Delivery,
  { inputs, searches }: { readonly inputs: readonly Input[]; readonly searches: PatternSearches },
): Promise<UnmetCondition | undefined> {
  let valueOfInput: SearchingValueOf | undefined;
  return firstUnmet(
    trigger.conditions,
    (reference, search) => {
      if (reference.root === 'trigger') return plainNumber(valueIn(delivery, reference));
      valueOfInput ??= inputValuesFor(inputs, valuesOf(trigger, inputs, delivery));
      return valueOfInput(reference, search);
    },
    searches,
  );
}

/**
 * The values that a webhook gives to the inputs of its flow. A value from the body keeps its type; a header or a
 * composed string is converted to the type of its input. Absent values are omitted.
 */
export function valuesOf(
  { inputs: written }: WebhookTrigger,
  inputs: readonly Input[],
  delivery: Delivery,
): JsonObject {
  const values = Object.entries(written).flatMap(([id, template]) => {
    let isHeader = false;
    const { value, isComposed } = fillValue(template, webhookRoots, (reference) => {
      isHeader ||= reference.root === 'trigger' && reference.part === 'headers';
      return valueIn(delivery, reference);
    });
    if (value === undefined) return [];
    const input = inputs.find((candidate) => candidate.id === id);
    const isText = typeof value === 'string' && (isHeader || isComposed);
    return [[id, isText && input !== undefined ? textAs(input, value, isComposed) : value] as const];
  });
  return Object.fromEntries(values);
}

/** A string that cannot be converted to the type stays a string, so that validation reports it. */
function textAs(input: Input, text: string, isComposed: boolean): JsonValue {
  if (isComposed && typeOf(input).accepts(text)) return text;
  const reading = valueFromText(input, text);
  return 'value' in reading ? reading.value : text;
}

/** Returns only own properties of the delivery, never inherited ones such as `constructor`. */
function valueIn({ body, headers }: Delivery, reference: Reference): JsonValue | undefined {
  if (reference.root !== 'trigger') return undefined;
  if (reference.part === 'headers') return memberOf(headers, reference.path.join('.'));
  let value: JsonValue | undefined = body;
  for (const key of reference.path) value = memberOf(value, key);
  return value;
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d{0,8})$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
