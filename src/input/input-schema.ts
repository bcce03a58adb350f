import type { JsonObject } from '../problem/json-value.ts';
import { typeOf } from './input-types.ts';
import type { Input } from './input.ts';
import { largestValue, uncarriable } from './value-limits.ts';

/**
 * The JSON Schema (draft 2020-12) of an object with a value for each input (SPEC 4.1, DESIGN 5). For flows without
 * depends_on and FILE it accepts what `validateInputs` accepts, with formats as assertions; aside from null, which stands
 * for "not given", and from sizes and depths that only bytes and sums tell.
 * @param title of the whole, usually the flow's id
 */
export function inputSchema(inputs: readonly Input[], title?: string): JsonObject {
  const carriable = carriableProperties(inputs);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...(title !== undefined && { title }),
    type: 'object',
    properties: Object.fromEntries(inputs.map((input) => [input.id, property(input)])),
    required: inputs.filter(mustBeGiven).map(({ id }) => id),
    additionalProperties: false,
    ...(Object.keys(carriable).length > 0 && { allOf: [{ properties: carriable }] }),
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

const carriableText: JsonObject = { not: { type: 'string', pattern: uncarriable }, maxLength: largestValue };
// Validators differ on whether 1e400, which is read as infinity, is a number.
const finiteNumber: JsonObject = { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE };

/** What holds for every text and number, beside the properties, so that these say only what the author wrote. */
function carriableProperties(inputs: readonly Input[]): JsonObject {
  return Object.fromEntries(
    inputs.flatMap(({ id, type }) => {
      if (type === 'STRING' || type === 'SECRET') return [[id, carriableText]];
      return type === 'FLOAT' ? [[id, finiteNumber]] : [];
    }),
  );
}
