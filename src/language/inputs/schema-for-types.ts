import type { JsonObject } from '../../problem/json-value.ts';

/** A part of a JSON Schema that holds for objects whose property `type` has one of the given values. */
export function schemaForTypes(types: readonly string[], schema: JsonObject): JsonObject {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema; nobody awaits a schema
  return { if: { properties: { type: { enum: types } }, required: ['type'] }, then: schema };
}
