import type { JsonObject } from '../../../../../src/base/text/json-value.ts';
import { parseCondition } from '../../../../../src/language/expressions/parse-condition.ts';
import { searchQuickly } from '../../../../../src/language/expressions/pattern-searches.ts';
import { effectiveValues } from '../../../../../src/language/inputs/effective-values.ts';
import type { Input } from '../../../../../src/language/inputs/input.ts';
import type { FormInput } from './form-input.ts';

/**
 * The ids of the inputs whose condition is false, by the code that the gateway runs. An input whose condition takes too
 * long here is shown: the gateway decides.
 */
export async function hiddenInputs(inputs: readonly FormInput[], given: JsonObject): Promise<ReadonlySet<string>> {
  const byId = new Map(inputs.map((input) => [input.id, declared(input)]));
  const { values, undecided } = await effectiveValues(byId, given, { run: async (work) => work(searchQuickly) });
  return new Set([...byId.keys()].filter((id) => !values.has(id) && !undecided.has(id)));
}

function declared({ id, type, isRequired, default: defaults, condition: written }: FormInput): Input {
  // Undefined for a condition that this version of the console cannot parse.
  const condition = written && parseCondition(written.condition).condition;
  const dependsOn = condition && { inputs: written.inputs, text: written.condition, condition };
  const input = { id, type, required: isRequired, defaults, dependsOn, constraints: {} };
  return input as Input; // whether an input is visible does not depend on constraints
}
