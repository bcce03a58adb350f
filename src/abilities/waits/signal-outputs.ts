import { describeValue } from '../../base/problem/describe-value.ts';
import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import { utf8Size } from '../../base/text/utf8-size.ts';
import { runSentences } from '../../language/execution-plan/run-sentences.ts';
import type { CarriedText } from '../../language/execution-plan/segment.ts';
import type { Task } from '../../language/flow/flow.ts';
import { inputTypes } from '../../language/input-types/input-types.ts';
import { textProblem } from '../../language/input-types/text-rule.ts';
import { readableValue } from '../../language/inputs/text-conversion.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import { isTooDeep, limitProblem, maxTotalSize, maxValueDepth } from '../../language/safe-patterns/value-limits.ts';
import type { WaitEnding } from './wait-ending.ts';

export type SignalReading =
  | { readonly violations: readonly InputViolation[] }
  | Required<Pick<WaitEnding, 'outputs' | 'values'>>;

/** The fields that a task declares, from the body of a signal; other fields are ignored. */
export function signalOutputs({ outputSchema }: Pick<Task, 'outputSchema'>, body: JsonObject): SignalReading {
  const outputs = new Map<string, CarriedText>();
  const values = new Map<string, JsonValue>();
  const violations: InputViolation[] = [];
  let bytes = 0;
  for (const [field, typeName] of Object.entries(outputSchema)) {
    const type = inputTypes[typeName];
    const given = Object.hasOwn(body, field) ? body[field] : undefined;
    const value = given === undefined ? undefined : readableValue(type, given);
    const isMissing = value === undefined || (value === null && type.form !== 'json');
    const found = isMissing ? 'A value is required' : problemOf(typeName, value);
    if (isMissing || found !== undefined) {
      violations.push({
        inputId: field,
        message: found ?? '',
        providedValue: given === undefined || isTooDeep(given) ? null : given,
      });
      continue;
    }
    const text = (type.toText as (value: JsonValue) => string)(value); // `problemOf` has checked its type
    bytes += utf8Size(text);
    outputs.set(field, text);
    values.set(field, value);
    if (bytes > maxTotalSize)
      return { violations: [{ inputId: field, message: `Value ${runSentences.valuesTooLarge}`, providedValue: null }] };
  }
  if (violations.length > 0) return { violations };
  return { outputs: Object.fromEntries(outputs), values: Object.fromEntries(values) };
}

function problemOf(typeName: Task['outputSchema'][string], value: JsonValue): string | undefined {
  const type = inputTypes[typeName];
  if (!type.accepts(value)) return `Value must be ${type.expected}; found ${describeValue(value)}`;
  if (isTooDeep(value)) return `Value must not be nested more than ${maxValueDepth} levels deep`;
  const text = (type.toText as (value: JsonValue) => string)(value); // checked above
  const clause =
    limitProblem(text)?.clause ?? (type.form === 'string' ? textProblem(type.build.rule, text) : undefined);
  return clause === undefined ? undefined : `Value ${clause}`;
}
