import type { JsonObject } from '../problem/json-value.ts';
import type { Input } from './input.ts';
import { typeOf } from './input-types.ts';
import { largestValue, uncarriable } from './value-limits.ts';

/**
 * The JSON Schema (draft 2020-12) of an object with a value for each input (SPEC 4.1, DESIGN 5). For flows without
 * depends_on and FILE it accepts what `validateInputs` accepts, with formats as assertions; aside from null, which stands
 * for "not given", and from sizes and depths that only bytes and sums tell.
 * @param title of the whole, usually the flow's id
 */
export function inputSchema(inputs: readonly Input[], title?: string): JsonObject {
  const texts = inputs.filter(({ type }) => type === 'STRING' || type === 'SECRET');
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...(title !== undefined && { title }),
    type: 'object',
    properties: Object.fromEntries(inputs.map((input) => [input.id, property(input)])),
    required: inputs.filter(mustBeGiven).map(({ id }) => id),
    additionalProperties: false,
    ...(texts.length > 0 && carriable(texts)),
  };
}

/** Whether a value must be given in every case; a hidden input needs none. */
function mustBeGiven({ required, defaults, dependsOn }: Input): boolean {
  return required && defaults === undefined && dependsOn === undefined;
}

function property(input: Input): JsonObject {
  const { id, type, displayName, description, defaults, prefill, dependsOn } = input;
  return {
    ...typeOf(input).keywords(input),
    title: displayName ?? id,
    ...(description !== undefined && { description }),
    ...(defaults !== undefined && { default: defaults }),
    ...(prefill !== undefined && { examples: [prefill] }),
    'x-input-type': type,
    ...(dependsOn !== undefined && { 'x-depends-on': { inputs: dependsOn.inputs, condition: dependsOn.text } }),
  };
}

/** What holds for every free text, beside the properties, so that these say only what the author wrote. */
function carriable(inputs: readonly Input[]): JsonObject {
  const text = { not: { type: 'string', pattern: uncarriable }, maxLength: largestValue };
  return { allOf: [{ properties: Object.fromEntries(inputs.map(({ id }) => [id, text])) }] };
}
