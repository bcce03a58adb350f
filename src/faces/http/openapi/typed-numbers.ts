import { isExactNumber } from '../../../base/text/exact-number.ts';
import { isJsonObject, type JsonValue } from '../../../base/text/json-value.ts';

/** The keywords that are read here. */
interface TypedSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
  readonly additionalProperties?: unknown;
  readonly allOf?: readonly unknown[];
}

/**
 * The value with ordinary numbers where a schema requires numbers; `revision: 1.0` is revision 1. Values that a schema
 * leaves open, such as those of inputs, keep their exact numbers.
 */
export function withTypedNumbers(value: JsonValue, schema: unknown): JsonValue {
  const { type, properties = {}, items, additionalProperties, allOf = [] } = (schema ?? {}) as TypedSchema; // see above
  if (isExactNumber(value)) return type === 'integer' || type === 'number' ? Number(value) : value;
  let typed = value;
  if (Array.isArray(typed)) typed = typed.map((item: JsonValue) => withTypedNumbers(item, items));
  else if (isJsonObject(typed)) {
    const members = Object.entries(typed).map(([key, member]) => {
      const own = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      return [key, withTypedNumbers(member, own)] as const;
    });
    typed = Object.fromEntries(members);
  }
  return allOf.reduce<JsonValue>(withTypedNumbers, typed);
}
