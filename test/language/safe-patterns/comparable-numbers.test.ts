import { describe, expect, it } from 'vitest';
import { readJson } from '../../../src/base/text/exact-json.ts';
import { compileSchema } from '../../../src/language/safe-patterns/compile-schema.ts';
import type { UserSchema } from '../../../src/language/safe-patterns/schema-keywords.ts';

function violations(schema: string, value: string): readonly string[] {
  return compileSchema(readJson(schema) as UserSchema)(readJson(value)); // each text is a schema
}

describe('a schema compares numbers by all their digits', () => {
  it.each([
    ['{"maximum": 9223372036854775807}', '9223372036854775808', 'Value must be <= 9223372036854775807'],
    ['{"minimum": -9223372036854775808}', '-9223372036854775809', 'Value must be >= -9223372036854775808'],
    ['{"exclusiveMaximum": 9007199254740993}', '9007199254740993', 'Value must be < 9007199254740993'],
    ['{"maximum": 0.1}', '0.1000000000000000055511151231257827', 'Value must be <= 0.1'],
    ['{"const": 7615917337495251231}', '7615917337495251232', 'Value must be equal to constant: 7615917337495251231'],
    ['{"const": 7615917337495251000}', '7615917337495251231', 'Value must be equal to constant: 7615917337495251000'],
    [
      '{"enum": [7615917337495251230, 7615917337495251231]}',
      '7615917337495251232',
      'Value must be equal to one of the allowed values: [7615917337495251230,7615917337495251231]',
    ],
    [
      '{"uniqueItems": true}',
      '[7615917337495251231, 7615917337495251231.0]',
      'Value must NOT have duplicate items (items ## 0 and 1 are identical)',
    ],
    ['{"multipleOf": 3}', '9007199254740994', 'Value must be multiple of 3'],
    ['{"multipleOf": 0.01}', '12345678901234567.895', 'Value must be multiple of 0.01'],
    ['{"multipleOf": 1}', '1e-999999999', 'Value must be multiple of 1'],
    ['{"type": "number"}', '1e400', 'Value must be number'],
    ['{"maximum": 100}', '1e400', 'Value must be <= 100'],
    ['{"minimum": 100}', '-1e999999999', 'Value must be >= 100'],
    ['{"maximum": 1e400}', '1e401', 'Value must be <= 1e400'],
    ['{"exclusiveMinimum": -1e400}', '-1e401', 'Value must be > -1e400'],
    ['{"maximum": 1.7976931348623157e308}', '1.7976931348623158e308', 'Value must be <= 1.7976931348623157e308'],
  ])('%s rejects %s', (schema, value, message) => {
    expect(violations(schema, value)).toEqual([message]);
  });

  it.each([
    ['{"maximum": 9223372036854775807}', '9223372036854775807'],
    ['{"const": 7615917337495251231}', '7615917337495251231'],
    ['{"const": {"a": [7615917337495251231, 1.0]}}', '{"a": [7615917337495251231, 1]}'],
    ['{"uniqueItems": true, "items": {"type": "integer"}}', '[7615917337495251231, 7615917337495251232, 1.0, -0]'],
    ['{"minimum": -0.0}', '0'],
    ['{"properties": {"__proto__": {"maximum": 1.0}}}', '{"a": 1.0}'],
    ['{"multipleOf": 3}', '9007199254740993'],
    ['{"multipleOf": 10}', '7615917337495251230'],
    ['{"multipleOf": 0.01}', '12345678901234567.89'],
    ['{"multipleOf": 1e-300}', '1.0'],
    ['{"multipleOf": 5}', '0.0'],
    ['{}', '1e400'],
    ['{"maximum": 1e401, "minimum": -1e401}', '1e400'],
    ['{"const": 1e400}', '10e399'],
    ['{"uniqueItems": true}', '[1e400, 1.7976931348623157e308, -1e400]'],
  ])('%s accepts %s', (schema, value) => {
    expect(violations(schema, value)).toEqual([]);
  });
});
