import addFormats from 'ajv-formats';
import type { ErrorObject } from 'ajv';
import { LRUCache } from 'lru-cache';
import type { JsonValue } from '../../problem/json-value.ts';
import { compilePattern } from './compile-pattern.ts';
import { isLocalDateTime } from './local-date-time.ts';
import { plainSchema } from './plain-schema.ts';
import { dialectOf, newValidator, type SchemaDialect, type Validator } from './schema-dialect.ts';
import type { UserSchema } from './schema-keywords.ts';

/** Checks a value; one message for each violation, at most `maxMessages`. */
export type SchemaCheck = (value: JsonValue) => readonly string[];

const maxMessages = 20;
const maxMessageLength = 500;

const compiled = new LRUCache<string, SchemaCheck>({ max: 200 });

/** The check of a schema that was compiled before, if it is still kept. */
export function compiledSchema(schema: UserSchema): SchemaCheck | undefined {
  return compiled.get(JSON.stringify(schema));
}

/**
 * Compiles a schema that `inspectSchema` accepts. Compiling and checking can both take exponential time: call them only
 * where somebody bounds them. Formats are assertions; unknown formats and keywords say nothing.
 * @throws Error when a reference leads nowhere
 */
export function compileSchema(schema: UserSchema): SchemaCheck {
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known !== undefined) return known;
  const dialect = dialectOf(schema) ?? '2020-12';
  const validate = newAjv(dialect).compile(plainSchema(schema, dialect));
  const check: SchemaCheck = (value) => {
    const outcome: unknown = validate(value);
    if (typeof outcome !== 'boolean') throw unclear(outcome);
    return outcome ? [] : violationMessages(validate.errors ?? []);
  };
  compiled.set(key, check);
  return check;
}

/** A validator that answers anything but yes or no must not pass for one that says yes. */
function unclear(outcome: unknown): Error {
  if (outcome instanceof Promise) outcome.catch(() => undefined); // nobody else waits for it
  return new Error('the validator gives no clear answer');
}

// An instance keeps everything it ever compiled, and a compilation that is stopped leaves it half changed: so one
// instance for one schema. Without the meta-schemas, which `inspectSchema` has, it costs a quarter of a millisecond.
function newAjv(dialect: SchemaDialect): Validator {
  const ajv = newValidator(dialect, {
    strict: false,
    allErrors: true,
    // `toString` is a property only where the value itself has it.
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

function userRegExp(source: string): { test(subject: string): boolean } {
  const pattern = compilePattern(source);
  if (pattern.kind === 'invalid') throw new Error(`The pattern cannot be read: ${pattern.reason}.`);
  return pattern;
}

function violationMessages(errors: readonly ErrorObject[]): readonly string[] {
  const messages = errors.slice(0, maxMessages - 1).map(violationMessage);
  const left = errors.length - messages.length;
  if (left === 1) messages.push(violationMessage(errors.at(-1)!));
  if (left > 1) messages.push(`Value breaks the schema in ${left} further places`);
  return messages;
}

function violationMessage({ instancePath, keyword, params, message }: ErrorObject): string {
  const place = instancePath === '' ? '' : ` at ${instancePath}`;
  const text = `Value${place} ${message ?? `breaks ${keyword}`}${detailOf(keyword, params)}`;
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}...` : text;
}

/** What ajv leaves out of its sentence. */
function detailOf(keyword: string, params: ErrorObject['params']): string {
  if (keyword === 'enum') return `: ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'const') return `: ${JSON.stringify(params['allowedValue'])}`;
  if (keyword === 'additionalProperties') return `: ${JSON.stringify(params['additionalProperty'])}`;
  if (keyword === 'unevaluatedProperties') return `: ${JSON.stringify(params['unevaluatedProperty'])}`;
  return '';
}
