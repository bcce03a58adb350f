import type { JsonValue } from '../../base/text/json-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import type { InputType } from './input-type.ts';
import { boundFacts, checkBounds, never, numberValues, oneLine, type Bounds } from './type-parts.ts';

const { MAX_SAFE_INTEGER: largest, MIN_SAFE_INTEGER: smallest } = Number;
const schema = { type: 'integer', minimum: smallest, maximum: largest };
const common = numberValues(schema, readBound);

/**
 * An integer within ±(2^53 - 1), which JSON and all languages represent exactly. `5.0` is the same JSON number as `5`.
 */
export const intType: InputType<'INT', Bounds, number> = {
  ...common,
  name: 'INT',
  form: 'integer',
  foreignNames: ['INTEGER'],
  expected: 'an integer',
  definition: { description: 'An integer.', ...common.definition },
  accepts: (value: JsonValue): value is number => Number.isInteger(value),
  check: (value, { constraints }) => checkBounds(value, { min: smallest, max: largest, ...constraints }),
  fromText: (text) => (/^[+-]?\d{1,300}$/.test(text) ? Number(text) : undefined),
  toText: (value) => BigInt(value).toString(),
  takes: never,
  build: {
    rule: {
      kind: 'number',
      pattern: '-?(0|[1-9][0-9]{0,15})',
      expected: 'an integer',
      min: smallest,
      max: largest,
    },
    facts: boundFacts,
    control: oneLine,
  },
  documentation: { value: 'an integer within ±(2^53 − 1)' },
};

function readBound(properties: PropertyReader, key: string): number | undefined {
  const bound = properties.number(key);
  if (bound === undefined || Number.isSafeInteger(bound)) return bound;
  const message = `"${key}" of an INT must be an integer between ${smallest} and ${largest}; found ${bound}.`;
  properties.report('invalid-constraint', key, message);
  return undefined;
}
