import { describeValue } from '../../base/problem/describe-value.ts';
import { readJson, writeJson } from '../../base/text/exact-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import type { PropertyReader } from '../document/property-reader.ts';
import { failureOf } from '../safe-patterns/bounded-work.ts';
import { compiledSchema, compileSchema, type SchemaCheck } from '../safe-patterns/compile-schema.ts';
import { inspectSchema } from '../safe-patterns/inspect-schema.ts';
import { isQuickWork, maxQuickSize, quickWeight, schemaSize } from '../safe-patterns/schema-cost.ts';
import type { UserSchema } from '../safe-patterns/schema-keywords.ts';
import { withUnicodePatterns } from '../safe-patterns/schema-patterns.ts';
import type { TimeBudget } from '../safe-patterns/time-budget.ts';
import { refersToItself, toDraft2020 } from '../safe-patterns/to-draft-2020.ts';
import { isTooDeep, maxValueDepth } from '../safe-patterns/value-limits.ts';
import type { Checked, InputBounds, InputType, RunHere } from './input-type.ts';
import { never } from './type-parts.ts';

/** Any JSON value; the author can restrict it with a JSON Schema. */
export const jsonType: InputType<'JSON', { readonly schema?: UserSchema }> = {
  name: 'JSON',
  form: 'json',
  role: 'value',
  emptyText: 'missing',
  foreignNames: ['ARRAY', 'OBJECT'],
  expected: 'a JSON value',
  definition: {
    description: 'Any JSON value.',
    constraints: { schema: { type: ['object', 'boolean'], description: 'A JSON Schema for the value.' } },
    suggestion: { type: 'string' },
  },
  notation: { kind: 'json-text' },

  readConstraints(properties, bounds) {
    const schema = readSchema(properties, bounds);
    return schema === undefined ? {} : { schema };
  },

  accepts: (value: JsonValue): value is JsonValue => value !== null,

  check(value, { constraints: { schema } }, runHere) {
    if (isTooDeep(value)) return { messages: [`Value must not be nested more than ${maxValueDepth} levels deep`] };
    return schema === undefined ? { messages: [] } : checkSchema(value, schema, runHere);
  },

  keywords: ({ id, constraints: { schema } }) => schemaKeywords(id, schema),

  fromText(text) {
    try {
      return readJson(text);
    } catch {
      return undefined;
    }
  },

  toText: (value) => writeJson(value),
  takes: ({ role }) => role !== 'file',
  isShellWord: never,
  build: {
    rule: { kind: 'json' },
    control: () => ({ kind: 'lines' }),
  },
  documentation: {
    value: 'any JSON value',
    constraints: 'a JSON Schema (draft 2020-12, 2019-09 or draft-07)',
    suggestion: `JSON in a string: \`'{"a": 1}'\``,
    environment: 'compact JSON',
  },
};

function readSchema(
  properties: PropertyReader,
  { budget, patternLength, schemas }: InputBounds,
): UserSchema | undefined {
  const schema = properties.value('schema');
  if (schema === undefined) return undefined;
  if (typeof schema !== 'boolean' && !isJsonObject(schema)) {
    properties.report(
      'wrong-type',
      'schema',
      `"schema" must be a JSON Schema, which is a map; found ${describeValue(schema)}.`,
    );
    return undefined;
  }
  const size = schemaSize(schema);
  if (!schemas.takes(size)) {
    properties.report(
      'invalid-constraint',
      'schema',
      `The JSON Schemas of a flow must have at most ${schemas.max} values together (FLOWGATE_MAX_SCHEMA_VALUES); this one has ${size}.`,
    );
    return undefined;
  }
  const problems = inspectSchema(schema, patternLength);
  for (const { message, path } of problems) properties.report('invalid-constraint', 'schema', message, { below: path });
  if (problems.length > 0) return undefined;
  const problem = size > maxQuickSize ? undefined : compileProblem(schema, budget);
  if (problem === undefined) return schema;
  properties.report('invalid-constraint', 'schema', problem);
  return undefined;
}

/**
 * Problems that only compiling finds, such as keywords that only the validator knows. A large schema is compiled on
 * first use.
 */
function compileProblem(schema: UserSchema, budget: TimeBudget): string | undefined {
  try {
    budget.run(() => compileSchema(schema));
    return undefined;
  } catch (error) {
    return `The JSON Schema cannot be compiled: ${failureOf(error)}.`;
  }
}

/** A check that runs immediately. */
interface QuickCheck {
  readonly check: SchemaCheck;
  readonly weight: number;
}

/** By schema; `none` for a schema that needs a time bound. */
const quickChecks = new WeakMap<JsonObject, QuickCheck | 'none'>();

function checkSchema(value: JsonValue, schema: UserSchema, runHere?: RunHere): Checked {
  if (typeof schema === 'boolean')
    return { messages: schema ? [] : ['Value is not allowed: the schema accepts no values'] };
  const quick = runHere ? quickCheck(schema, runHere) : 'none';
  const isQuick = quick !== 'none' && isQuickWork(quick.weight, writeJson(value).length);
  return isQuick ? { messages: quick.check(value) } : { messages: [], work: { kind: 'schema', schema, value } };
}

function quickCheck(schema: JsonObject, runHere: RunHere): QuickCheck | 'none' {
  let quick = quickChecks.get(schema);
  if (quick === undefined) {
    quick = makeQuickCheck(schema, runHere);
    quickChecks.set(schema, quick);
  }
  return quick;
}

function makeQuickCheck(schema: JsonObject, runHere: RunHere): QuickCheck | 'none' {
  const weight = quickWeight(schema);
  const check = weight === undefined ? undefined : (compiledSchema(schema) ?? compileInTime(schema, runHere));
  return weight === undefined || check === undefined ? 'none' : { check, weight };
}

function compileInTime(schema: JsonObject, runHere: RunHere): SchemaCheck | undefined {
  const result = runHere(() => compileSchema(schema));
  return result.done ? result.value : undefined;
}

/**
 * The author's schema as a part of another one, whose dialect is draft 2020-12; older drafts are translated. References
 * of the schema refer to the schema itself, so a schema with references becomes a resource with its own `$id`, which
 * replaces the author's `$id` and `$schema`.
 */
function schemaKeywords(id: string, schema: UserSchema = {}): JsonObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  const keywords = withUnicodePatterns(toDraft2020(schema));
  return refersToItself(keywords) ? { $id: `urn:flowgate:input:${id}`, ...withInnerReference(keywords) } : keywords;
}

/** Moves a reference inside: ajv does not terminate on a resource that is only a reference into itself. */
function withInnerReference({ $ref, allOf, ...keywords }: JsonObject): JsonObject {
  const all = [...(Array.isArray(allOf) ? allOf : []), ...($ref === undefined ? [] : [{ $ref }])];
  return all.length === 0 ? keywords : { ...keywords, allOf: all };
}
