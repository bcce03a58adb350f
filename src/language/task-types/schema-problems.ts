import type { ErrorObject } from 'ajv/dist/2020.js';
import {
  alternatives,
  describePlace,
  describeValue,
  entryAdvice,
  enumerate,
  quoteShort,
} from '../../base/problem/describe-value.ts';
import type { ProblemCode } from '../../base/problem/problem-catalogue.ts';
import type { Path, Problem } from '../../base/problem/problem.ts';
import { pointerParts } from '../../base/text/json-pointer.ts';
import { isJsonObject, valueAt, type JsonObject, type JsonValue } from '../../base/text/json-value.ts';
import { didYouMean } from '../../base/text/nearest-word.ts';
import { unknownProperty } from '../document/unknown-property.ts';
import { schemaAt, type PropertySchema } from './property-schema.ts';
import { literalPattern } from './reference-schema.ts';
import { isAlternative, relevantErrors, requiredNames } from './relevant-errors.ts';

/** The context needed to turn ajv errors into problems of a task. */
export interface SchemaProblemsOptions {
  readonly schema: PropertySchema;
  /** The properties as the author wrote them, including those without a value. */
  readonly written: JsonObject;
  /** Names of the common task properties; only for messages. */
  readonly commonNames: readonly string[];
}

/**
 * Converts errors of ajv, run with `allErrors` and `verbose`, into problems with our codes and words. A wrong type
 * hides the other errors about the same value.
 */
export function schemaProblems(errors: readonly ErrorObject[], options: SchemaProblemsOptions): Problem[] {
  const relevant = relevantErrors(errors);
  const mistyped = new Set(
    relevant.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath),
  );
  return relevant.flatMap((error) => {
    const path = pathOf(error.instancePath, options.written);
    const schema = schemaAt(options.schema, path);
    const isOtherText = error.keyword === 'pattern' && schema.value !== undefined;
    const isWrongType = error.keyword === 'type' || isOtherText || isAlternativeOfTypes(error, schema);
    if (isWrongType) return [wrongType(error, path, options)];
    return mistyped.has(error.instancePath) ? [] : (explain(error, path, options) ?? []);
  });
}

type Explain = (error: ErrorObject, path: Path, options: SchemaProblemsOptions) => Problem | undefined;

function explain(error: ErrorObject, path: Path, options: SchemaProblemsOptions): Problem | undefined {
  if (Object.hasOwn(explanations, error.keyword)) return explanations[error.keyword]?.(error, path, options);
  const expected = schemaAt(options.schema, path).expected;
  return {
    code: 'invalid-value',
    message: `${describePlace(path)} must be ${expected}; found ${describeValue(error.data as JsonValue)}.`,
    path,
  };
}

const explanations: Readonly<Record<string, Explain>> = {
  required: (error, path, { written }) => missing(String(error.params.missingProperty), path, written),
  dependentRequired: (error, path, { written }) => missing(String(error.params.missingProperty), path, written),
  additionalProperties: (error, path, options) => notInSchema(String(error.params.additionalProperty), path, options),
  oneOf: exclusiveProperties,
  anyOf: exclusiveProperties,
  not: conflict,
  enum: (error, path) => {
    const allowed = (error.params.allowedValues as JsonValue[]).map(String); // the list of the keyword
    const found = error.data as JsonValue; // the rejected value
    const suggestion = typeof found === 'string' ? didYouMean(found, allowed) : '';
    return invalid(path, `must be one of ${alternatives(allowed)}; found ${describeValue(found)}.${suggestion}`);
  },
  const: (error, path) =>
    invalid(
      path,
      `must be ${JSON.stringify(error.params.allowedValue)}; found ${describeValue(error.data as JsonValue)}.`,
    ),
  minItems: (error, path) =>
    (error.data as readonly JsonValue[]).length === 0 // the keyword applies only to lists
      ? {
          code: 'empty-list',
          message: `${describePlace(path)} needs at least ${count(error, 'item', 'items')}.`,
          path,
        }
      : invalid(path, `needs at least ${count(error, 'item', 'items')}.`),
  maxItems: (error, path) => invalid(path, `must have at most ${count(error, 'item', 'items')}.`),
  minLength: (error, path) =>
    invalid(
      path,
      error.params.limit === 1
        ? 'must not be empty.'
        : `must have at least ${count(error, 'character', 'characters')}.`,
    ),
  maxLength: (error, path) => invalid(path, `must have at most ${count(error, 'character', 'characters')}.`),
  minProperties: (error, path) => invalid(path, `needs at least ${count(error, 'item', 'items')}.`),
  minimum: (error, path) => invalid(path, `must be at least ${error.params.limit}; found ${error.data}.`),
  maximum: (error, path) => invalid(path, `must be at most ${error.params.limit}; found ${error.data}.`),
  exclusiveMinimum: (error, path) => invalid(path, `must be greater than ${error.params.limit}; found ${error.data}.`),
  uniqueItems: (error, path) =>
    invalid(path, `has the same item twice: items ${error.params.j + 1} and ${error.params.i + 1}.`),
  pattern: (error, path, { schema }) => {
    const { expected } = schemaAt(schema, path);
    const allowed =
      expected === 'a string' ? `match ${literalPattern(String(error.params.pattern))}` : `be ${expected}`;
    return invalid(path, `must ${allowed}; found ${describeValue(error.data as JsonValue)}.`);
  },
  propertyNames: (error, path) => {
    const key = String(error.params.propertyName);
    return {
      code: 'invalid-value',
      message: `${quoteShort(key)} is not an allowed name in ${describePlace(path)}.`,
      path: [...path, key],
      at: 'key',
    };
  },
  // The errors of the chosen branch are reported instead.
  if: () => undefined,
};

function missing(name: string, path: Path, written: JsonObject): Problem {
  const map = valueAt(written, path);
  return isJsonObject(map) && Object.hasOwn(map, name)
    ? withoutValue(name, path)
    : { code: 'missing-property', message: `${quoteShort(name)} is required.`, path, at: 'first-key' };
}

function withoutValue(name: string, path: Path): Problem {
  return {
    code: 'missing-property',
    message: `${quoteShort(name)} is required, but has no value.`,
    path: [...path, name],
    at: 'key',
  };
}

function notInSchema(name: string, path: Path, { schema, commonNames }: SchemaProblemsOptions): Problem {
  const own = [...schemaAt(schema, path).properties.keys()];
  const allowed = path.length === 0 ? [...own, ...commonNames] : own;
  return { ...unknownProperty(name, allowed), path: [...path, name] };
}

/** `oneOf` or `anyOf` of required properties: at least one, and for `oneOf` at most one. */
function exclusiveProperties(error: ErrorObject, path: Path): Problem | undefined {
  const names = requiredNames(error);
  const given = Object.keys(error.data as JsonObject).filter((name) => names.includes(name)); // such branches apply to maps
  const [, second] = given;
  if (second === undefined) {
    const exactly = error.keyword === 'oneOf' ? 'Exactly one' : 'At least one';
    return {
      code: 'missing-property',
      message: `${exactly} of ${enumerate(names.map(quoteShort))} is required.`,
      path,
      at: 'first-key',
    };
  }
  const message = `${enumerate(given.map(quoteShort))} cannot be used together; keep only one.`;
  return { code: 'conflicting-properties', message, path: [...path, second], at: 'key' };
}

function conflict(error: ErrorObject, path: Path): Problem {
  const names = isJsonObject(error.schema as JsonValue)
    ? ((error.schema as JsonObject).required as string[] | undefined)
    : undefined; // ajv has compiled it
  const last = Object.keys(error.data as JsonObject).findLast((name) => names?.includes(name)); // `required` applies to maps
  if (names === undefined || last === undefined) return invalid(path, 'has a value that is not allowed.');
  const message = `${enumerate(names.map(quoteShort))} cannot be used together; keep only one.`;
  return { code: 'conflicting-properties', message, path: [...path, last], at: 'key' };
}

function wrongType(error: ErrorObject, path: Path, { schema }: SchemaProblemsOptions): Problem {
  const last = path.at(-1);
  if (error.data === null && typeof last === 'string') return withoutValue(last, path.slice(0, -1));
  const { expected, types, value, language } = schemaAt(schema, path);
  const code: ProblemCode = types.length === 1 && types[0] === 'object' ? 'not-a-mapping' : 'wrong-type';
  const found = error.data as JsonValue; // the rejected value
  const hasReference = value !== undefined && typeof found === 'string' && found.includes('{{');
  const advice = hasReference
    ? referenceAdvice[language === 'verbatim' ? 'never' : 'alone']
    : typeof last === 'number' && types.includes('string')
      ? entryAdvice(found)
      : '';
  return { code, message: `${describePlace(path)} must be ${expected}; found ${describeValue(found)}.${advice}`, path };
}

const referenceAdvice = {
  alone: ' A reference must be the whole value.',
  never: ' It must be known before the build, so it cannot be a reference.',
};

function invalid(path: Path, predicate: string): Problem {
  return { code: 'invalid-value', message: `${describePlace(path)} ${predicate}`, path };
}

function count(error: ErrorObject, one: string, many: string): string {
  return `${error.params.limit} ${error.params.limit === 1 ? one : many}`;
}

/** Whether a value matches no branch of an alternative because none has its type. */
function isAlternativeOfTypes(error: ErrorObject, schema: PropertySchema): boolean {
  return isAlternative(error) && requiredNames(error).length === 0 && schema.types.length > 0;
}

/** ajv's JSON Pointer as a path; indices of lists are numbers. */
function pathOf(pointer: string, value: JsonValue): Path {
  const path: (string | number)[] = [];
  for (const key of pointerParts(pointer)) path.push(Array.isArray(valueAt(value, path)) ? Number(key) : key);
  return path;
}
