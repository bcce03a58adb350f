import type { FormInput } from './form-input.ts';
import { requestValues, type FormValues } from './form-values.ts';

/** The inputs whose conditions are true. The language of conditions is loaded only for a flow that has one. */
export async function visibleInputs(inputs: readonly FormInput[], values: FormValues): Promise<readonly FormInput[]> {
  if (inputs.every(({ condition }) => condition === undefined)) return inputs;
  const { hiddenInputs } = await import('./hidden-inputs.ts');
  const hidden = await hiddenInputs(inputs, requestValues(inputs, values, 'check').inputs);
  return inputs.filter(({ id }) => !hidden.has(id));
}
