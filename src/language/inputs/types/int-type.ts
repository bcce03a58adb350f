import type { JsonValue } from '../../../problem/json-value.ts';
import type { InputType } from '../input-type.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { checkBounds, readOrder } from './type-parts.ts';

const { MAX_SAFE_INTEGER: largest, MIN_SAFE_INTEGER: smallest } = Number;

/** A whole number within ±(2^53 - 1), which JSON and every language hold exactly. `5.0` is the same JSON number as `5`. */
export const intType: InputType<'INT', number> = {
  name: 'INT',
  expected: 'a whole number',
  constraintNames: ['min', 'max'],
  notation: { kind: 'value' },
  readConstraints: (properties) => readOrder(properties, 'min', 'max', readBound),
  accepts: (value: JsonValue): value is number => Number.isInteger(value),
  check: (value, { constraints }) => checkBounds(value, { min: smallest, max: largest, ...constraints }),
  keywords: ({ constraints: { min, max } }) => ({
    type: 'integer',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }),
  fromText: (text) => (/^[+-]?\d{1,300}$/.test(text) ? Number(text) : undefined),
  toText: (value) => BigInt(value).toString(),
};

function readBound(properties: PropertyReader, key: string): number | undefined {
  const bound = properties.number(key);
  if (bound === undefined || Number.isSafeInteger(bound)) return bound;
  const message = `"${key}" of an INT must be a whole number between ${smallest} and ${largest}; found ${bound}.`;
  properties.report('invalid-constraint', key, message);
  return undefined;
}
