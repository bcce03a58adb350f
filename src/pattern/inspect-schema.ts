import { setImmediate } from 'node:timers/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../problem/json-value.ts';
import type { Path } from '../problem/problem.ts';
import { syntaxFault } from './compile-pattern.ts';
import { schemaMapKeywords, type UserSchema } from './schema-keywords.ts';
import { followReferences } from './schema-references.ts';

/** Something about a schema that is invalid: a sentence, and where in the schema. */
export interface SchemaFault {
  readonly message: string;
  readonly path: Path;
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

/**
 * What is wrong with a JSON Schema, found without compiling it: it must hold against the meta-schema of draft 2020-12,
 * its references must lead to schemas inside it, and its patterns must be readable; the same holds for what only a
 * reference leads to. Takes time linear in the schema. Unknown keywords and formats are annotations and accepted.
 * @param maxPattern how long its patterns may be, in UTF-16 code units
 */
export function inspectSchema(schema: UserSchema, maxPattern: number): readonly SchemaFault[] {
  if (typeof schema === 'boolean') return [];
  const { schemas, elsewhere, faults } = followReferences(schema);
  const found = schemas.flatMap((part) => partFaults(part.schema, part.path, maxPattern));
  found.push(...faults.map(({ reason, path }) => ({ message: reason, path })));
  if (found.length > 0) return found;
  return [{ schema, path: [] }, ...elsewhere].flatMap((part) => metaFaults(part.schema, part.path).slice(0, 1));
}

let metaSchema: Ajv2020 | undefined;

function metaFaults(schema: UserSchema, path: Path): readonly SchemaFault[] {
  metaSchema ??= newMetaSchema();
  if (metaSchema.validate(dialect, schema) === true) return [];
  const error = metaSchema.errors?.[0];
  const below = (error?.instancePath ?? '').split('/').slice(1).map(pointerPart);
  return [{ message: `The JSON Schema is not valid: ${error?.message ?? 'it breaks the meta-schema'}.`, path: [...path, ...below] }];
}

function newMetaSchema(): Ajv2020 {
  return new Ajv2020({ strict: false, logger: false, validateFormats: false });
}

/** Compiles the meta-schema, which takes 60 ms, in pieces with pauses for requests; the first schema would wait for it otherwise. */
export async function warmUpMetaSchema(): Promise<void> {
  const ajv = newMetaSchema();
  for (const part of ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content']) {
    ajv.getSchema(`https://json-schema.org/draft/2020-12/meta/${part}`);
    await setImmediate();
  }
  ajv.getSchema(dialect);
  metaSchema ??= ajv;
}

function pointerPart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function partFaults(schema: JsonObject, path: Path, maxPattern: number): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const report = (message: string, ...below: Path): void => {
    faults.push({ message, path: [...path, ...below] });
  };
  const inspectPattern = (source: string, ...below: Path): void => {
    const reason = syntaxFault(source, maxPattern);
    if (reason !== undefined) report(`The pattern cannot be read: ${reason}.`, ...below);
  };
  for (const [keyword, value] of Object.entries(schema)) {
    const fault = keywordFault(keyword, value, path.length === 0);
    if (fault !== undefined) report(fault, keyword);
    if (schemaMapKeywords.has(keyword) && isJsonObject(value) && Object.hasOwn(value, '__proto__')) {
      report('No schema can stand under the name "__proto__".', keyword, '__proto__');
    }
  }
  const { pattern } = schema;
  if (typeof pattern === 'string') inspectPattern(pattern, 'pattern');
  for (const name of patternNames(schema)) inspectPattern(name, 'patternProperties', name);
  return faults;
}

/** What is wrong with a keyword by itself, where the meta-schema says nothing about it. */
function keywordFault(keyword: string, value: JsonValue, isRoot: boolean): string | undefined {
  switch (keyword) {
    case '$schema':
      return isDialect(value) ? undefined : `A schema is of draft 2020-12, "${dialect}".`;
    case '$id':
      return isRoot ? undefined : 'A schema inside a schema cannot have an $id.';
    case 'id':
      return 'Draft 2020-12 has no keyword "id".';
    // With it, a validator answers later, and anything in the meantime.
    case '$async':
      return '$async is not supported: a value is checked at once.';
    case '$ref':
    case '$dynamicRef':
    case '$recursiveRef':
      return typeof value !== 'string' || value.startsWith('#') ? undefined : `${keyword} refers to the schema itself, with "#..."; found ${JSON.stringify(value)}.`;
    // The validator would find these names in every object.
    case '$dynamicAnchor':
      return typeof value === 'string' && value in {} ? `${JSON.stringify(value)} cannot be the name of an anchor.` : undefined;
    case 'enum':
      return Array.isArray(value) && value.length === 0 ? 'An enum needs at least one value.' : undefined;
    default:
      return undefined;
  }
}

function isDialect(value: JsonValue): boolean {
  return typeof value === 'string' && value.replace(/#$/, '') === dialect;
}

/** The patterns that a schema has as names of properties. */
export function patternNames(schema: JsonObject): readonly string[] {
  const names = schema['patternProperties'];
  return isJsonObject(names) ? Object.keys(names) : [];
}
