import type { JsonObject } from '../../../../../src/text/json-value.ts';
import type { FormInput } from './form-input.ts';

/**
 * The inputs with the defaults of secrets, which their JSON Schema leaves out.
 *
 * @param definition of the revision that runs, as the API shows it
 */
export function withSecretDefaults(inputs: readonly FormInput[], definition: JsonObject): readonly FormInput[] {
  const { inputs: declared } = definition;
  if (!Array.isArray(declared)) return inputs;
  const defaults = new Map((declared as readonly JsonObject[]).map(({ id, defaults: value }) => [id, value])); // validated
  return inputs.map((input) => {
    const secretDefault = input.type === 'SECRET' ? defaults.get(input.id) : undefined;
    return typeof secretDefault === 'string' ? { ...input, secretDefault } : input;
  });
}
