import type { InputTypeName } from '../../../src/language/input-types/input-types.ts';
import type { JsonObject, JsonValue } from '../../../src/text/json-value.ts';

export interface ValuesOfType {
  /** Constraints of the input whose values these are. */
  readonly constraints?: JsonObject;
  readonly valid: readonly JsonValue[];
  /** As people type them into a form, where everything is text. */
  readonly invalid: readonly string[];
}

/** Values of each type, on which the gateway, the JSON Schema and the check in a build must agree. */
export const valuesOfTypes: Readonly<Record<InputTypeName, ValuesOfType>> = {
  STRING: { constraints: { max_length: 2 }, valid: ['a', '😀é'], invalid: ['abc'] },
  INT: { constraints: { min: -1, max: 5 }, valid: [-1, 0, 5], invalid: ['6', '-2', '1.5', '1e0', 'one'] },
  FLOAT: { constraints: { min: 0.5 }, valid: [0.5, 2, 1e300], invalid: ['0.25', 'NaN', 'half'] },
  BOOLEAN: { valid: [true, false], invalid: ['yes', 'TRUE', '1'] },
  DATE: { valid: ['2024-02-29'], invalid: ['2023-02-29', '2024-2-29', 'today'] },
  DATETIME: { valid: ['2024-02-29T23:59:59'], invalid: ['2024-02-29', '2024-02-29T24:00:00', '2024-02-29T10:00:00Z'] },
  DURATION: { valid: ['90s', '1.5m', '0h'], invalid: ['90', '1d', '1h30m', '.5s'] },
  FILE: { valid: ['8f2e-upload'], invalid: [] },
  JSON: { valid: [0, [], { a: null }], invalid: ['{a: 1}', '01', '[1,]'] },
  SECRET: { valid: ['s3cr3t', '123', 'x'], invalid: [] },
  URI: { valid: ['https://example.com/a?b#c', 'urn:a:b'], invalid: ['/a', '//a', 'example'] },
  ENUM: { constraints: { values: ['low', 'high'] }, valid: ['low', 'high'], invalid: ['medium', 'LOW'] },
  MULTISELECT: {
    constraints: { values: ['a', 'b'] },
    valid: [['a'], ['b', 'a']],
    invalid: ['["c"]', '["a","a"]', '{"a":1}'],
  },
};
