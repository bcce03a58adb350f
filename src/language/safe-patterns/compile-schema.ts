import { str, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { LRUCache } from 'lru-cache';
import { holdsExactNumber, writeJson } from '../../base/text/exact-json.ts';
import { withPlainNumbers, type JsonValue } from '../../base/text/json-value.ts';
import { ComparableNumbers } from './comparable-numbers.ts';
import { compilePattern } from './compile-pattern.ts';
import { isLocalDateTime } from './local-date-time.ts';
import { plainSchema } from './plain-schema.ts';
import { dialectOf, newValidator, type SchemaDialect, type Validator } from './schema-dialect.ts';
import type { UserSchema } from './schema-keywords.ts';

/** Checks a value and returns one message for each violation, at most `maxMessages`. */
export type SchemaCheck = (value: JsonValue) => readonly string[];

const maxMessages = 20;
const maxMessageLength = 500;

const compiled = new LRUCache<string, SchemaCheck>({ max: 200 });

/** The check of an already compiled schema, if it is still in the cache. */
export function compiledSchema(schema: UserSchema): SchemaCheck | undefined {
  return compiled.get(writeJson(schema));
}

/**
 * Compiles a schema that `inspectSchema` accepts. Compiling and checking can both take exponential time: call them only
 * where the time is limited. Formats are assertions; unknown formats and keywords are ignored.
 * @throws Error if a reference does not resolve
 */
export function compileSchema(schema: UserSchema): SchemaCheck {
  const key = writeJson(schema);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const checkPlain = compilePlain(withPlainNumbers(schema) as UserSchema); // a schema stays one
  const isExact = holdsExactNumber(schema);
  const check: SchemaCheck = (value) =>
    isExact || holdsExactNumber(value) ? checkExactly(value, schema, checkPlain) : checkPlain(value);
  compiled.set(key, check);
  return check;
}

/**
 * Checks where doubles could not tell two numbers apart. For a validator, a number that is infinite as a double is none,
 * so that it has a wrong type; without a type, the keywords that limit numbers would not apply to it.
 */
function checkExactly(value: JsonValue, schema: UserSchema, checkPlain: SchemaCheck): readonly string[] {
  const plain = withPlainNumbers(value);
  const asPlain = holdsInfinity(plain) ? checkPlain(plain) : [];
  if (asPlain.length > 0) return asPlain;
  const numbers = new ComparableNumbers([schema, value]);
  const check = compilePlain(numbers.in(schema) as UserSchema, numbers); // a schema stays one
  return check(numbers.in(value)).map((message) => numbers.asWritten(message));
}

function holdsInfinity(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return value === Infinity || value === -Infinity;
  return Object.values(value).some(holdsInfinity);
}

function compilePlain(schema: UserSchema, numbers?: ComparableNumbers): SchemaCheck {
  const dialect = dialectOf(schema) ?? '2020-12';
  const ajv = newAjv(dialect);
  if (numbers !== undefined) compareMultiples(ajv, numbers);
  const validate = ajv.compile(plainSchema(schema, dialect));
  return (value) => {
    const outcome: unknown = validate(value);
    if (typeof outcome !== 'boolean') throw unclear(outcome);
    return outcome ? [] : violationMessages(validate.errors ?? []);
  };
}

/** A validator that returns neither true nor false must not count as one that returns true. */
function unclear(outcome: unknown): Error {
  if (outcome instanceof Promise) outcome.catch(() => undefined); // nothing else handles its rejection
  return new Error('the validator returned neither true nor false');
}

// An instance keeps everything it ever compiled, and stopping a compilation leaves it in an inconsistent state: so each
// schema gets its own instance. Without the meta-schemas, which `inspectSchema` has, an instance costs a quarter of a
// millisecond.
function newAjv(dialect: SchemaDialect): Validator {
  const ajv = newValidator(dialect, {
    strict: false,
    // As validators do by default: 1e400, which JavaScript reads as infinity, is no number.
    strictNumbers: true,
    allErrors: true,
    // `toString` is a property only if the value itself has it.
    ownProperties: true,
    logger: false,
    meta: false,
    validateSchema: false,
    code: { regExp: Object.assign(userRegExp, { code: 'userRegExp' }) },
  });
  addFormats.default(ajv);
  ajv.addFormat('local-date-time', isLocalDateTime);
  return ajv;
}

function compareMultiples(ajv: Validator, numbers: ComparableNumbers): void {
  ajv.removeKeyword('multipleOf').addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    compile: (divisor: number) => (value: number) => numbers.isMultiple(value, divisor),
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
  });
}

function userRegExp(source: string): { test(subject: string): boolean } {
  const pattern = compilePattern(source);
  if (pattern.kind === 'invalid') throw new Error(`The pattern is invalid: ${pattern.reason}.`);
  return pattern;
}

function violationMessages(errors: readonly ErrorObject[]): readonly string[] {
  const messages = errors.slice(0, maxMessages - 1).map(violationMessage);
  const left = errors.length - messages.length;
  if (left === 1) messages.push(violationMessage(errors.at(-1)!));
  if (left > 1) messages.push(`Value violates the schema in ${left} more places`);
  return messages;
}

function violationMessage({ instancePath, keyword, params, message }: ErrorObject): string {
  const place = instancePath === '' ? '' : ` at ${instancePath}`;
  const text = `Value${place} ${message ?? `violates ${keyword}`}${detailOf(keyword, params)}`;
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}...` : text;
}

/** Details that ajv's message omits. */
function detailOf(keyword: string, params: ErrorObject['params']): string {
  if (keyword === 'enum') return `: ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'const') return `: ${JSON.stringify(params['allowedValue'])}`;
  if (keyword === 'additionalProperties') return `: ${JSON.stringify(params['additionalProperty'])}`;
  if (keyword === 'unevaluatedProperties') return `: ${JSON.stringify(params['unevaluatedProperty'])}`;
  return '';
}
