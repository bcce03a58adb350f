import type { JsonObject } from '../../base/text/json-value.ts';
import { isSecret, typeOf, type Input } from './input.ts';

/** A JSON Schema of an object. */
export interface InputSchema extends JsonObject {
  readonly type: 'object';
  readonly properties: JsonObject;
  readonly required: readonly string[];
}

/**
 * The JSON Schema (draft 2020-12) of an object with a value for each input (docs/reference/inputs.md). For flows
 * without depends_on and files it accepts every value that `validateInputs` accepts, if formats are assertions; except
 * null, which means "not given". `validateInputs` also checks the limits of a build (docs/reference/inputs.md).
 * @param title of the whole schema, usually the flow's id
 */
export function inputSchema(inputs: readonly Input[], title?: string): InputSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...(title !== undefined && { title }),
    type: 'object',
    properties: Object.fromEntries(inputs.map((input) => [input.id, property(input)])),
    required: inputs.filter(isAlwaysRequired).map(({ id }) => id),
    additionalProperties: false,
  };
}

/** Whether a value is always required; an input that may be hidden does not need one. */
export function isAlwaysRequired(input: Input): boolean {
  return needsValue(input) && input.dependsOn === undefined;
}

/** Whether a value is required while the input is visible. */
function needsValue({ required, defaults }: Input): boolean {
  return required && defaults === undefined;
}

function property(input: Input): JsonObject {
  const { id, type, displayName, description, dependsOn } = input;
  // Not even the id of a credential: a form would show its default, or send it back as a value.
  const { defaults, prefill }: Pick<Input, 'defaults' | 'prefill'> = isSecret(input) ? {} : input;
  return {
    ...typeOf(input).keywords(input),
    title: displayName ?? id,
    ...(description !== undefined && { description }),
    ...(defaults !== undefined && { default: defaults }),
    ...(prefill !== undefined && { examples: [prefill] }),
    'x-input-type': type,
    ...(dependsOn !== undefined && {
      'x-depends-on': { inputs: dependsOn.inputs, condition: dependsOn.text, required: needsValue(input) },
    }),
  };
}
