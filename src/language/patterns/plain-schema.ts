import type { JsonObject, JsonValue } from '../../problem/json-value.ts';
import type { SchemaDialect } from './schema-dialect.ts';
import { anchorInId, type UserSchema } from './schema-keywords.ts';
import { followReferences } from './schema-references.ts';

/** A part of a copy, which may be changed. */
export type ChangeableSchema = Record<string, JsonValue>;

/**
 * The same schema without what names it, for a validator that has nothing but it: `$schema` would ask for a meta-schema, and
 * the `$id` of the whole has no meaning for references that stay inside. What older dialects write in another way becomes
 * what all validators read alike: an `$id` that is a fragment is an `$anchor`, and `$recursiveRef` is `$ref`, as nothing
 * around the schema could make it mean another one. Of what stands beside `$ref` in draft-07, ajv still looks at `type`.
 */
export function plainSchema(schema: UserSchema, dialect: SchemaDialect): UserSchema {
  if (typeof schema === 'boolean') return schema;
  const { $schema: _dialect, $id: _id, ...rest } = schema;
  if (dialect === '2020-12') return rest;
  const copy = structuredClone(rest);
  for (const part of followReferences(copy).schemas) {
    const changeable = part.schema as ChangeableSchema; // a part of the copy
    delete changeable['$schema'];
    renameFragment(changeable);
    if (dialect === '2019-09') replaceRecursion(changeable);
    else if (Object.hasOwn(changeable, '$ref')) delete changeable['type'];
  }
  return copy;
}

function renameFragment(part: ChangeableSchema): void {
  const anchor = anchorInId(part['$id']);
  delete part['$id'];
  if (anchor !== undefined) part['$anchor'] = anchor;
}

function replaceRecursion(part: ChangeableSchema): void {
  const { $recursiveRef: reference, $ref } = part;
  delete part['$recursiveRef'];
  if (reference === undefined) return;
  if ($ref === undefined) part['$ref'] = reference;
  else addToAll(part, { $ref: reference });
}

/** Adds a schema that must hold too. */
export function addToAll(part: ChangeableSchema, schema: JsonObject): void {
  const all = part['allOf'];
  part['allOf'] = [...(Array.isArray(all) ? all : []), schema];
}
