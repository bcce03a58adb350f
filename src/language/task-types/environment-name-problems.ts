import { environmentNameSyntax, reservedBy } from '../expressions/reserved-names.ts';
import { quoteShort } from '../../problem/describe-value.ts';
import { isJsonObject, type JsonValue } from '../../problem/json-value.ts';
import type { Problem, Path } from '../../problem/problem.ts';
import type { PropertySchema } from './property-schema.ts';

/** Finds keys that cannot name an environment variable, where the schema says that keys are such names (DESIGN 3). */
export function environmentNameProblems(value: JsonValue, schema: PropertySchema): Problem[] {
  return environmentNamePaths(value, schema).flatMap((path) => nameProblems(String(path.at(-1)), path));
}

/** Where keys stand that name environment variables of a task's own. */
export function environmentNamePaths(value: JsonValue, schema: PropertySchema, path: Path = []): Path[] {
  if (!isJsonObject(value)) return [];
  const own = schema.environmentNames ? Object.keys(value).map((name) => [...path, name]) : [];
  const inner = [...schema.properties].flatMap(([key, property]) =>
    environmentNamePaths(value[key] ?? null, property, [...path, key]),
  );
  return [...own, ...inner];
}

function nameProblems(name: string, path: Path): Problem[] {
  if (!environmentNameSyntax.test(name)) {
    const message = `${quoteShort(name)} cannot name an environment variable; letters, digits and "_" are allowed, and no digit at the start.`;
    return [{ code: 'invalid-name', message, path, at: 'key' }];
  }
  const owner = reservedBy(name);
  if (owner === undefined) return [];
  return [
    {
      code: 'reserved-name',
      message: `The environment variable ${name} belongs to ${owner}; choose another name.`,
      path,
      at: 'key',
    },
  ];
}
