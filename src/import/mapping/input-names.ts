import { inputVariable, inputVariables } from '../../language/expressions/reference.ts';
import { environmentNameSyntax } from '../../language/expressions/reserved-names.ts';
import type { FlowDraft } from './mapping.ts';

/** The input or variable whose value has this name in the environment, ignoring case. */
export function ownerOfName(name: string, { inputs, variables }: FlowDraft): string | undefined {
  const upper = name.toUpperCase();
  return (
    [...inputs.keys()].find((id) => inputVariables(id).some((other) => other.toUpperCase() === upper)) ??
    [...variables.keys()].find((other) => other.toUpperCase() === upper)
  );
}

/**
 * Keeps the name of an input that programs know, with a variable of the flow if it differs from that of the input in
 * more than case. Returns what differs.
 */
export function keepNameForPrograms(id: string, flow: FlowDraft): readonly string[] {
  const name = inputVariable(id);
  if (inputVariables(id).includes(id)) return [];
  if (environmentNameSyntax.test(id) && ownerOfName(id, flow) === undefined) {
    flow.variables.set(id, { value: `{{ inputs.${id} }}`, comments: [] });
    return [];
  }
  return [`programs find it in the variable ${name}`];
}
