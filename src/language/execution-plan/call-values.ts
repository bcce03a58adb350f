import type { JsonValue } from '../../base/text/json-value.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import { environmentName, inputVariable } from '../expressions/reference.ts';
import { loneReference } from '../expressions/template.ts';
import type { Flow } from '../flow/flow.ts';
import type { SubflowCall } from '../flow/task-types.ts';
import { plainTypes } from '../input-types/input-types.ts';
import { isFile, isSecret, type Input } from '../inputs/input.ts';
import { environmentText } from '../inputs/text-conversion.ts';
import type { PassedInput, PlannedCall } from './flow-plan.ts';

/** The values that a flow passes to the inputs of a flow that it calls. */
export function plannedCall(child: Flow, call: SubflowCall, parent: Flow): PlannedCall {
  const inputs = new Map<string, PassedInput>();
  for (const input of child.inputs) {
    const value = passedTo(input, call);
    if (value !== undefined) inputs.set(input.id, passedInput(input, value, parent));
  }
  const open = child.inputs.filter((input) => isSecret(input) && mayTakeDefault(input, call, parent));
  return { inputs, openSecrets: new Set(open.map(({ id }) => id)) };
}

/**
 * A child in which a secret input becomes plain text if the parent does not pass a single secret to it: only a secret
 * has a credential to bind. Such an input loses its default, which would be plain text too.
 */
export function withPlainSecrets(child: Flow, call: SubflowCall, parent: Flow): Flow {
  const isPlain = (input: Input): boolean => {
    const value = passedTo(input, call);
    return isSecret(input) && value !== undefined && passedSecret(value, parent) === undefined;
  };
  if (!child.inputs.some(isPlain)) return child;
  return {
    ...child,
    inputs: child.inputs.map((input) =>
      isPlain(input) ? { ...input, type: plainTypes.string, constraints: {}, defaults: undefined } : input,
    ),
  };
}

/** Whether a secret of the child may get no value from its parent, so that its default takes effect. */
function mayTakeDefault(input: Input, call: SubflowCall, parent: Flow): boolean {
  const secret = passedSecret(passedTo(input, call), parent);
  return secret === undefined || !secret.required || secret.dependsOn !== undefined;
}

/** The value that a call passes to an input; undefined if it passes none. */
function passedTo({ id }: Input, call: SubflowCall): JsonValue | undefined {
  return Object.hasOwn(call.inputs, id) ? (call.inputs[id] ?? undefined) : undefined;
}

function passedInput(input: Input, value: JsonValue, parent: Flow): PassedInput {
  if (typeof value !== 'string') return { kind: 'text', text: environmentText(input, value) };
  const { template } = parseTemplate(value);
  const reference = loneReference(template);
  if (reference === undefined) return { kind: 'message', template };
  const name = environmentName(reference);
  if (isFile(input)) return { kind: 'file', name };
  return isSecret(input) && passedSecret(value, parent) !== undefined
    ? { kind: 'secret', name }
    : { kind: 'value', name };
}

/** The parent's secret, if the value is a single reference to one. */
function passedSecret(value: JsonValue | undefined, parent: Flow): Input | undefined {
  const reference = typeof value === 'string' ? loneReference(parseTemplate(value).template) : undefined;
  if (reference === undefined) return undefined;
  const name = environmentName(reference);
  return parent.inputs.find((input) => isSecret(input) && inputVariable(input.id) === name);
}
