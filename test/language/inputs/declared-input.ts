import { severityOf } from '../../../src/base/problem/problem-catalogue.ts';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import type { Input } from '../../../src/language/inputs/input.ts';
import { readInput } from '../../../src/language/inputs/read-input.ts';

/** An input as a flow declares it; an invalid declaration is a defect of the test. */
export function declaredInput(raw: JsonObject): Input {
  const { input, problems } = readInput(raw, () => undefined);
  const errors = problems.filter((problem) => severityOf(problem) === 'error');
  if (input === undefined || errors.length > 0) throw new Error(JSON.stringify(errors));
  return input;
}
