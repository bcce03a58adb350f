import { maskText } from '../../base/masking/mask-text.ts';
import { asSentence, describeValue } from '../../base/problem/describe-value.ts';
import type { JsonValue } from '../../base/text/json-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import { namesSecret } from '../input-types/secret-reference.ts';
import type { TimeBudget } from '../safe-patterns/time-budget.ts';
import { isSecret, typeOf, type Input } from './input.ts';
import { literalProblems } from './literal-problems.ts';

type SuggestionKey = 'defaults' | 'prefill';

/**
 * Reads `defaults` or `prefill` in the notation of the input's type and checks it as a value of the input; a value that
 * the input rejects is an `invalid-default`. Undefined if it is missing or invalid.
 */
export function readSuggestedValue(
  properties: PropertyReader,
  key: SuggestionKey,
  input: Input,
  budget: TimeBudget,
): JsonValue | undefined {
  const given = properties.value(key);
  if (given === undefined) return undefined;
  const value = readNotation(properties, key, given, input);
  if (value === undefined || value === null) return undefined;
  const before = properties.problems.length;
  reportViolations(properties, key, value, input, budget);
  if (properties.problems.length > before) return undefined;
  if (isSecret(input) && !namesSecret(String(value))) {
    properties.report(
      'secret-default',
      key,
      'Everyone who can read the flow can read this secret. Name where it is kept instead, such as vault:<path>#<key>, file:<name> or credential:<id>.',
    );
  }
  return value;
}

function readNotation(
  properties: PropertyReader,
  key: SuggestionKey,
  given: JsonValue,
  input: Input,
): JsonValue | undefined {
  const { notation, expected } = typeOf(input);
  const isPlain = typeof given !== 'object';
  switch (notation.kind) {
    case 'value':
      return given;
    case 'secret':
      return properties.text(key, { isSecret: true });
    case 'texts':
      return Array.isArray(given) ? properties.texts(key)?.map(({ text }) => text) : given;
    case 'text':
      return isPlain ? properties.text(key) : given;
    case 'url':
      return properties.text(key);
    case 'json-text': {
      const value = isPlain ? typeOf(input).fromText(properties.text(key) ?? '') : undefined;
      if (value !== undefined) return value;
      const message = `"${key}" of a ${input.type} input must be ${expected} in a string, such as '{"a": 1}'; found ${describeValue(given)}.`;
      properties.report('invalid-default', key, message);
      return undefined;
    }
  }
}

function reportViolations(
  properties: PropertyReader,
  key: SuggestionKey,
  value: JsonValue,
  input: Input,
  budget: TimeBudget,
): void {
  const report = (message: string): void =>
    properties.report('invalid-default', key, `The input rejects this value. ${asSentence(message)}`);
  const { notation } = typeOf(input);
  if (notation.kind === 'url') notation.problems(String(value), input.constraints).forEach(report);
  // The value of a choice, or of a file, may be one that callers cannot send.
  const { messages, limit } = literalProblems(value, { ...input, required: false, defaults: value }, budget);
  messages.forEach(report);
  if (isSecret(input) && value === maskText) report(`${maskText} is the mask of a secret, not its value`);
  if (limit !== undefined) properties.report(limit.code, key, `"${key}" ${limit.clause}.`);
}
