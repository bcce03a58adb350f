import type { Path } from '../../base/problem/problem.ts';
import { pointerParts } from '../../base/text/json-pointer.ts';
import { isJsonObject, withPlainNumbers, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { syntaxProblem } from './compile-pattern.ts';
import {
  dialectNamed,
  dialectOf,
  dialectSentence,
  metaSchemaOf,
  newValidator,
  schemaDialects,
  type SchemaDialect,
  type Validator,
} from './schema-dialect.ts';
import { schemaMapKeywords, type UserSchema } from './schema-keywords.ts';
import { followReferences } from './schema-references.ts';
import { nextTurn } from './turns.ts';

/** A problem of a schema: a sentence, and the place in the schema. */
export interface SchemaProblem {
  readonly message: string;
  readonly path: Path;
}

/**
 * Checks a JSON Schema without compiling it: it must match the meta-schema of its dialect, its references must resolve
 * to schemas inside it, and its patterns must be valid. Schemas that only a reference reaches are checked as well.
 * Takes linear time. Unknown keywords and formats are annotations and accepted.
 * @param maxPattern the max length of its patterns, in UTF-16 code units
 */
export function inspectSchema(schema: UserSchema, maxPattern: number): readonly SchemaProblem[] {
  if (typeof schema === 'boolean') return [];
  const dialect = dialectOf(schema);
  if (dialect === undefined) return [{ message: dialectSentence, path: ['$schema'] }];
  const { schemas, elsewhere, problems } = followReferences(schema);
  const found = schemas.flatMap((part) => partProblems(part.schema, part.path, { dialect, maxPattern }));
  found.push(...problems.map(({ reason, path }) => ({ message: reason, path })));
  if (found.length > 0) return found;
  return [{ schema, path: [] }, ...elsewhere].flatMap((part) =>
    metaProblems(part.schema, part.path, dialect).slice(0, 1),
  );
}

const metaSchemas = new Map<SchemaDialect, Validator>();

function metaProblems(schema: UserSchema, path: Path, dialect: SchemaDialect): readonly SchemaProblem[] {
  const metaSchema = metaSchemas.get(dialect) ?? newMetaSchema(dialect);
  metaSchemas.set(dialect, metaSchema);
  if (metaSchema.validate(metaSchemaOf(dialect), withPlainNumbers(schema)) === true) return [];
  const error = metaSchema.errors?.[0];
  const below = pointerParts(error?.instancePath ?? '');
  return [
    {
      message: `The JSON Schema is not valid: ${error?.message ?? 'it violates the meta-schema'}.`,
      path: [...path, ...below],
    },
  ];
}

function newMetaSchema(dialect: SchemaDialect): Validator {
  return newValidator(dialect, { strict: false, logger: false, validateFormats: false });
}

/** The parts of the meta-schemas. */
const metaParts: Readonly<Record<SchemaDialect, readonly string[]>> = {
  '2020-12': ['core', 'applicator', 'unevaluated', 'validation', 'meta-data', 'format-annotation', 'content'],
  '2019-09': ['core', 'applicator', 'validation', 'meta-data', 'format', 'content'],
  'draft-07': [],
};

/**
 * Compiles the meta-schemas, which takes up to 60 ms each, with pauses for requests; otherwise the first schema would
 * wait for it.
 */
export async function warmUpMetaSchemas(): Promise<void> {
  for (const dialect of schemaDialects) {
    const ajv = newMetaSchema(dialect);
    for (const part of metaParts[dialect]) {
      ajv.getSchema(metaSchemaOf(dialect).replace(/schema$/, `meta/${part}`));
      await nextTurn();
    }
    ajv.getSchema(metaSchemaOf(dialect));
    if (!metaSchemas.has(dialect)) metaSchemas.set(dialect, ajv);
    await nextTurn();
  }
}

interface InspectionOptions {
  readonly dialect: SchemaDialect;
  readonly maxPattern: number;
}

function partProblems(schema: JsonObject, path: Path, { dialect, maxPattern }: InspectionOptions): SchemaProblem[] {
  const problems: SchemaProblem[] = [];
  const report = (message: string, ...below: Path): void => {
    problems.push({ message, path: [...path, ...below] });
  };
  const inspectPattern = (source: string, ...below: Path): void => {
    const reason = syntaxProblem(source, maxPattern);
    if (reason !== undefined) report(`The pattern is invalid: ${reason}.`, ...below);
  };
  for (const [keyword, value] of Object.entries(schema)) {
    const problem = keywordProblem(keyword, value, { dialect, isRoot: path.length === 0 });
    if (problem !== undefined) report(problem, keyword);
    if (schemaMapKeywords.has(keyword) && isJsonObject(value) && Object.hasOwn(value, '__proto__')) {
      report('"__proto__" cannot be a name in a schema.', keyword, '__proto__');
    }
  }
  const { pattern } = schema;
  if (typeof pattern === 'string') inspectPattern(pattern, 'pattern');
  for (const name of patternNames(schema)) inspectPattern(name, 'patternProperties', name);
  return problems;
}

/** The problem with a keyword that the meta-schema does not check. */
function keywordProblem(
  keyword: string,
  value: JsonValue,
  { dialect, isRoot }: { readonly dialect: SchemaDialect; readonly isRoot: boolean },
): string | undefined {
  switch (keyword) {
    case '$schema':
      return dialectNamed(value) === dialect
        ? undefined
        : `The schema uses ${dialect}; all its parts must use the same draft.`;
    case '$id':
      // In draft-07 a fragment names a place in the same schema.
      return isRoot || (dialect === 'draft-07' && typeof value === 'string' && value.startsWith('#'))
        ? undefined
        : 'Only the outermost schema can have an $id.';
    case 'id':
      return `${dialect === 'draft-07' ? 'Draft-07' : `Draft ${dialect}`} does not support the keyword "id".`;
    // With it, a validator returns a promise, which counts as true.
    case '$async':
      return '$async is not supported.';
    case '$ref':
    case '$dynamicRef':
    case '$recursiveRef':
      return typeof value !== 'string' || value.startsWith('#')
        ? undefined
        : `${keyword} must be a reference inside the schema, starting with "#"; found ${JSON.stringify(value)}.`;
    // The validator would find these names in every object.
    case '$dynamicAnchor':
      return typeof value === 'string' && value in {}
        ? `${JSON.stringify(value)} cannot be the name of an anchor.`
        : undefined;
    case 'enum':
      return Array.isArray(value) && value.length === 0 ? 'An enum needs at least one value.' : undefined;
    default:
      return undefined;
  }
}

/** The patterns that a schema uses as names of properties. */
export function patternNames(schema: JsonObject): readonly string[] {
  const names = schema['patternProperties'];
  return isJsonObject(names) ? Object.keys(names) : [];
}
