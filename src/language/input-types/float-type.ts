import type { JsonValue } from '../../base/text/json-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import type { InputType } from './input-type.ts';
import { boundFacts, checkBounds, numberValues, oneLine, type Bounds } from './type-parts.ts';

const { MAX_VALUE: largest } = Number;
const schema = { type: 'number' };
const common = numberValues(schema, readBound);

/** A finite number. */
export const floatType: InputType<'FLOAT', Bounds, number> = {
  ...common,
  name: 'FLOAT',
  form: 'number',
  foreignNames: ['NUMBER'],
  expected: 'a finite number',
  definition: { description: 'A number.', ...common.definition },
  accepts: (value: JsonValue): value is number => Number.isFinite(value),
  check: (value, { constraints }) => checkBounds(value, constraints),
  fromText(text) {
    const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    return Number.isFinite(number) ? number : undefined;
  },
  toText: String,
  takes: ({ form }) => form === 'integer',
  build: {
    rule: {
      kind: 'number',
      pattern: '-?(0|[1-9][0-9]{0,399})(\\.[0-9]{1,400})?([eE][+-]?[0-9]{1,3})?',
      expected: 'a number',
      min: -largest,
      max: largest,
    },
    facts: boundFacts,
    control: oneLine,
  },
  documentation: { value: 'a finite number' },
};

function readBound(properties: PropertyReader, key: string): number | undefined {
  const bound = properties.number(key);
  if (bound === undefined || Number.isFinite(bound)) return bound;
  properties.report('invalid-constraint', key, `"${key}" must be a finite number; found ${bound}.`);
  return undefined;
}
