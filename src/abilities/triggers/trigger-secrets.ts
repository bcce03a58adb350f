import { maskText } from '../../base/masking/mask-text.ts';
import type { JsonObject } from '../../base/text/json-value.ts';
import type { FlowKey } from '../../language/flow/flow-key.ts';
import type { Trigger } from '../../language/flow/flow.ts';
import { namesSecret } from '../../language/input-types/secret-reference.ts';
import { isSecret, type Input } from '../../language/inputs/input.ts';
import { isSealedValue } from '../../language/inputs/sealed-value.ts';
import type { InputViolation } from '../../language/inputs/validate-inputs.ts';
import type { SealedValues } from '../../store/secrets/sealed-values.ts';

/** A sealed value of a trigger; `unusable` if it cannot be opened. */
export interface TriggerSecret {
  readonly inputId: string;
  readonly state: 'sealed' | 'unusable';
}

type Written = Pick<Trigger, 'inputs'>;

interface SealedInput {
  readonly inputId: string;
  /** Undefined if it cannot be opened. */
  readonly value: string | undefined;
}

/** The sealed values of a trigger, without the secrets in them. */
export function secretsOf(
  flow: FlowKey & { readonly inputs: readonly Input[] },
  trigger: Written,
  sealed: SealedValues,
): readonly TriggerSecret[] {
  return sealedInputs(flow, trigger, sealed).map(({ inputId, value }) => ({
    inputId,
    state: value === undefined ? 'unusable' : 'sealed',
  }));
}

/** The inputs of a trigger as its author wrote them, with masked secrets; references are none. */
export function shownInputs(trigger: Written, inputs: readonly Input[]): JsonObject {
  const secrets = new Set(inputs.filter(isSecret).map(({ id }) => id));
  return Object.fromEntries(
    Object.entries(trigger.inputs).map(([id, value]) => [
      id,
      secrets.has(id) && !namesSecret(String(value)) ? maskText : value,
    ]),
  );
}

/**
 * Unseals the values that the author has written into a trigger, and no others: values sent to a webhook are not
 * changed.
 * @param values of the trigger's inputs, in which the opened ones replace the sealed ones
 */
export function withOpenedSecrets(
  flow: FlowKey & { readonly inputs: readonly Input[] },
  trigger: Written,
  { values, sealed }: { readonly values: JsonObject; readonly sealed: SealedValues },
): { readonly values: JsonObject; readonly violations: readonly InputViolation[] } {
  const found = sealedInputs(flow, trigger, sealed);
  const opened = found.flatMap(({ inputId, value }) => (value === undefined ? [] : [[inputId, value] as const]));
  return {
    values: { ...values, ...Object.fromEntries(opened) },
    violations: found
      .filter(({ value }) => value === undefined)
      .map(({ inputId }) => ({ inputId, message: cannotOpen, providedValue: maskText })),
  };
}

const cannotOpen =
  'The sealed value cannot be opened: it was sealed for another flow or input, or with another FLOWGATE_KEY. Seal it again';

function sealedInputs(
  { namespace, id, inputs }: FlowKey & { readonly inputs: readonly Input[] },
  trigger: Written,
  sealed: SealedValues,
): readonly SealedInput[] {
  return inputs.filter(isSecret).flatMap(({ id: inputId }): readonly SealedInput[] => {
    const text = Object.hasOwn(trigger.inputs, inputId) ? trigger.inputs[inputId] : undefined;
    if (typeof text !== 'string' || !isSealedValue(text)) return [];
    return [{ inputId, value: sealed.open({ flow: { namespace, id }, inputId }, text) }];
  });
}
