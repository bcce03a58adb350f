import { writeJson } from '../../base/text/exact-json.ts';
import { isExactNumber } from '../../base/text/exact-number.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { parseTemplate } from '../expressions/parse-template.ts';
import type { Template } from '../expressions/template.ts';
import type { ItemField } from './item-fields.ts';

/** The value of each field of an item as a template; the one of an item without fields has the key `''`. */
export type LiteralItem = ReadonlyMap<string, Template>;

/** The value of a list in a document that is written as it is, as a template for its text in the environment. */
function literalText(value: JsonValue): Template {
  if (typeof value === 'string') return parseTemplate(value).template;
  return [{ kind: 'text', text: writeJson(value) }];
}

/** @returns undefined for an item that does not have these fields */
export function literalItem(value: JsonValue, fields: readonly ItemField[]): LiteralItem | undefined {
  const [only] = fields;
  if (only?.field === undefined) return isPlain(value) ? new Map([['', literalText(value)]]) : undefined;
  const hasAll = isJsonObject(value) && fields.every(({ field = '' }) => (ownValue(value, field) ?? null) !== null);
  if (!hasAll) return undefined;
  return new Map(fields.map(({ field = '' }) => [field, literalText(ownValue(value, field)!)])); // checked above
}

function ownValue(map: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function isPlain(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || isExactNumber(value);
}
