import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonObject, JsonValue } from '../problem/json-value.ts';
import type { Path } from '../problem/problem.ts';
import { compilePattern, syntaxFault } from './compile-pattern.ts';
import { subschemas, type UserSchema } from './schema-keywords.ts';

/** Something about a schema that is refused: a sentence, and where in the schema. */
export interface SchemaFault {
  readonly message: string;
  readonly path: Path;
}

const dialect = 'https://json-schema.org/draft/2020-12/schema';

let metaSchema: Ajv2020 | undefined;

/**
 * What is wrong with a JSON Schema as far as reading it can tell, without compiling it: it must hold against the
 * meta-schema of draft 2020-12, refer to nothing outside itself, and have patterns that can be read. Takes time linear
 * in the schema. Unknown keywords and formats are annotations and accepted.
 * @param longestPattern how long its patterns may be, in UTF-16 code units
 */
export function inspectSchema(schema: UserSchema, longestPattern: number): readonly SchemaFault[] {
  const faults: SchemaFault[] = [];
  for (const part of subschemas(schema)) faults.push(...partFaults(part.schema, part.path, longestPattern));
  if (faults.length > 0) return faults;
  metaSchema ??= new Ajv2020({ strict: false, logger: false, validateFormats: false });
  if (metaSchema.validate(dialect, schema)) return [];
  const error = metaSchema.errors?.[0];
  const path = (error?.instancePath ?? '').split('/').slice(1).map(pointerPart);
  return [{ message: `The JSON Schema is not valid: ${error?.message ?? 'it breaks the meta-schema'}.`, path }];
}

function pointerPart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function partFaults(schema: JsonObject, path: Path, longestPattern: number): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const refuse = (message: string, ...below: Path): void => {
    faults.push({ message, path: [...path, ...below] });
  };
  const { $schema, pattern } = schema;
  if ($schema !== undefined && !isDialect($schema)) refuse(`A schema is of draft 2020-12, "${dialect}".`, '$schema');
  if (schema['$id'] !== undefined && path.length > 0) refuse('A schema inside a schema cannot have an $id.', '$id');
  for (const keyword of ['$ref', '$dynamicRef']) {
    const reference = schema[keyword];
    if (typeof reference !== 'string' || reference.startsWith('#')) continue;
    refuse(`${keyword} refers to the schema itself, with "#..."; found ${JSON.stringify(reference)}.`, keyword);
  }
  const inspectPattern = (source: string, ...below: Path): void => {
    const reason = syntaxFault(source, longestPattern);
    if (reason !== undefined) refuse(`The pattern cannot be read: ${reason}.`, ...below);
  };
  if (typeof pattern === 'string') inspectPattern(pattern, 'pattern');
  for (const name of patternNames(schema)) inspectPattern(name, 'patternProperties', name);
  return faults;
}

function isDialect(value: JsonValue): boolean {
  return typeof value === 'string' && value.replace(/#$/, '') === dialect;
}

function patternNames(schema: JsonObject): readonly string[] {
  const names = schema['patternProperties'];
  return typeof names === 'object' && names !== null ? Object.keys(names) : [];
}

// Formats whose check is linear in the text; ajv-formats has others that are not.
const quickFormats = new Set(['date', 'date-time', 'time', 'ipv4', 'uuid', 'json-pointer', 'password', 'local-date-time']);
const longestQuickSchema = 8192;

/**
 * Whether checking a value against this schema takes time proportional to the two sizes, so that a small value can be
 * checked without a time bound: nothing recursive, nothing quadratic, every pattern linear.
 */
export function isQuickSchema(schema: UserSchema): boolean {
  if (JSON.stringify(schema).length > longestQuickSchema) return false;
  for (const { schema: part } of subschemas(schema)) {
    if (['$ref', '$dynamicRef', '$recursiveRef', 'uniqueItems'].some((keyword) => Object.hasOwn(part, keyword))) return false;
    if (typeof part['format'] === 'string' && !quickFormats.has(part['format'])) return false;
    const patterns = [...patternNames(part), ...(typeof part['pattern'] === 'string' ? [part['pattern']] : [])];
    if (patterns.some((pattern) => compilePattern(pattern).kind !== 'linear')) return false;
  }
  return true;
}
