import type { JsonValue } from '../../../problem/json-value.ts';
import type { InputType } from '../input-type.ts';
import type { PropertyReader } from '../../document/property-reader.ts';
import { checkBounds, readOrder } from './type-parts.ts';

/** A finite number. */
export const floatType: InputType<'FLOAT', number> = {
  name: 'FLOAT',
  expected: 'a finite number',
  constraintNames: ['min', 'max'],
  notation: { kind: 'value' },
  readConstraints: (properties) => readOrder(properties, 'min', 'max', readBound),
  accepts: (value: JsonValue): value is number => Number.isFinite(value),
  check: (value, { constraints }) => checkBounds(value, constraints),
  keywords: ({ constraints: { min, max } }) => ({
    type: 'number',
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  }),
  fromText(text) {
    const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    return Number.isFinite(number) ? number : undefined;
  },
  toText: String,
};

function readBound(properties: PropertyReader, key: string): number | undefined {
  const bound = properties.number(key);
  if (bound === undefined || Number.isFinite(bound)) return bound;
  properties.report('invalid-constraint', key, `"${key}" must be a finite number; found ${bound}.`);
  return undefined;
}
