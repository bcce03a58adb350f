import type { JsonObject, JsonValue } from '../../base/text/json-value.ts';
import type { SchemaDialect } from './schema-dialect.ts';
import { anchorInId, type UserSchema } from './schema-keywords.ts';
import { followReferences } from './schema-references.ts';

/** A part of a copy, which may be changed. */
export type ChangeableSchema = Record<string, JsonValue>;

/**
 * The same schema without its identifiers, for a validator that knows no other schema: `$schema` would require a
 * meta-schema, and the `$id` of the root has no effect on references inside it. Constructs of older dialects are
 * replaced by ones that all validators support: an `$id` that is a fragment becomes an `$anchor`, and `$recursiveRef`
 * becomes `$ref`, because no outer schema can change its target. In draft-07, `type` beside `$ref` is removed, because
 * ajv would still check it.
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

/** Adds a schema that values must match too. */
export function addToAll(part: ChangeableSchema, schema: JsonObject): void {
  const all = part['allOf'];
  part['allOf'] = [...(Array.isArray(all) ? all : []), schema];
}
