import type { TimeBudget } from '../pattern/run-bounded.ts';
import { asSentence, describeValue } from '../problem/describe-value.ts';
import type { JsonValue } from '../problem/json-value.ts';
import { typeOf } from './input-types.ts';
import type { Input } from './input.ts';
import type { PropertyReader } from './property-reader.ts';
import { valueFaults } from './value-faults.ts';

/**
 * Reads `defaults` or `prefill` in the notation of the input's type and checks it as a value of the input; what the
 * input would refuse is `invalid-default`. Undefined when it is not given, or wrong.
 */
export function readSuggestedValue(
  properties: PropertyReader,
  key: 'defaults' | 'prefill',
  input: Input,
  budget: TimeBudget,
): JsonValue | undefined {
  const given = properties.value(key);
  if (given === undefined) return undefined;
  const value = readNotation(properties, key, given, input);
  if (value === undefined || value === null) return undefined;
  const before = properties.findings.length;
  reportViolations(properties, key, value, input, budget);
  return properties.findings.length === before ? value : undefined;
}

function readNotation(properties: PropertyReader, key: string, given: JsonValue, input: Input): JsonValue | undefined {
  const { notation, expected } = typeOf(input);
  const isPlain = typeof given !== 'object';
  switch (notation.kind) {
    case 'value':
      return given;
    case 'none':
      properties.report('invalid-default', key, `A ${input.type} cannot have ${key}. ${notation.reason}`);
      return undefined;
    case 'texts':
      return Array.isArray(given) ? properties.texts(key)?.map(({ text }) => text) : given;
    case 'text':
      return isPlain ? properties.text(key) : given;
    case 'json-text': {
      const value = isPlain ? typeOf(input).fromText(properties.text(key) ?? '') : undefined;
      if (value !== undefined) return value;
      const message = `"${key}" of a JSON input must be ${expected} written as a text, such as '{"a": 1}'; found ${describeValue(given)}.`;
      properties.report('invalid-default', key, message);
      return undefined;
    }
  }
}

function reportViolations(properties: PropertyReader, key: string, value: JsonValue, input: Input, budget: TimeBudget): void {
  const { messages, limit } = valueFaults(value, input, budget);
  for (const message of messages) properties.report('invalid-default', key, `The input itself would refuse this. ${asSentence(message)}`);
  if (limit !== undefined) properties.report(limit.code, key, `"${key}" ${limit.clause}.`);
}
