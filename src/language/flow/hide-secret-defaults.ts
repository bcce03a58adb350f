import { maskText } from '../../base/masking/mask-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { isSecretType } from '../input-types/input-types.ts';
import { namesSecret } from '../input-types/secret-reference.ts';

/**
 * A flow's document as a plain value that can be shown: `****` replaces the plain text in the default or
 * prefill of a secret. A reference is kept.
 */
export function hideSecretDefaults(definition: JsonValue): JsonValue {
  if (!isJsonObject(definition) || !Array.isArray(definition['inputs'])) return definition;
  return {
    ...definition,
    inputs: definition['inputs'].map((input) =>
      isJsonObject(input) && isSecretType(input['type']) ? hideIn(input) : input,
    ),
  };
}

function hideIn(input: JsonObject): JsonObject {
  const hidden = ['defaults', 'prefill']
    .filter((key) => isPlainText(input[key]))
    .map((key) => [key, maskText] as const);
  return { ...input, ...Object.fromEntries(hidden) };
}

function isPlainText(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return false;
  return typeof value !== 'string' || !namesSecret(value);
}
