import { reservedBy } from '../flow/validate/reserved-names.ts';
import { quoteShort } from '../problem/describe-value.ts';
import { isJsonObject, type JsonValue } from '../problem/json-value.ts';
import type { Finding, Path } from '../problem/problem.ts';
import type { PropertySchema } from './property-schema.ts';

/** Finds keys that cannot name an environment variable, where the schema says that keys are such names (DESIGN 3). */
export function environmentNameFindings(value: JsonValue, schema: PropertySchema, path: Path = []): Finding[] {
  if (!isJsonObject(value)) return [];
  const own = schema.environmentNames ? Object.keys(value).flatMap((name) => nameFindings(name, [...path, name])) : [];
  const inner = [...schema.properties].flatMap(([key, property]) => environmentNameFindings(value[key] ?? null, property, [...path, key]));
  return [...own, ...inner];
}

function nameFindings(name: string, path: Path): Finding[] {
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    const message = `${quoteShort(name)} cannot name an environment variable; letters, digits and "_" are allowed, and no digit at the start.`;
    return [{ code: 'invalid-name', message, path, at: 'key' }];
  }
  const owner = reservedBy(name);
  if (owner === undefined) return [];
  return [{ code: 'reserved-name', message: `The environment variable ${name} belongs to ${owner}; choose another name.`, path, at: 'key' }];
}
