import type { Request } from 'express';
import { AppError } from '../../problem/app-error.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import { didYouMean } from '../../problem/nearest-word.ts';
import { resolveReference, type Contract, type Route } from './contract.ts';

/** How the validator begins to say that a name is unknown. */
export const unknownInQuery = 'Unknown query parameter';

/** The names that an operation knows, in the order of the contract. */
export interface OperationNames {
  readonly query: readonly string[];
  /** Of a body in JSON. */
  readonly body: readonly string[];
}

export function namesOf({ parameters, operation }: Route, contract: Contract): OperationNames {
  const schema: unknown = operation.requestBody?.content['application/json']?.schema ?? {};
  const { properties = {} } = resolveReference<{ readonly properties?: object }>(schema, contract);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return { query: inQuery.map(({ name }) => name), body: Object.keys(properties) };
}

interface ValidationProblem {
  readonly path: string;
  readonly message: string;
}

/** The rejection that says in plain words what the validator found wrong with a request. */
export function invalidRequest(
  error: { readonly path?: string; readonly message: string; readonly errors?: readonly ValidationProblem[] },
  request: Request,
  names: OperationNames,
): AppError {
  const problems = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  const errors = problems.map(({ path, message }): JsonObject => ({
    path: wirePath(path),
    message: `${placeOf(path)} ${predicateOf(message, path, names)}${foundAt(path, request)}${nearName(message, path, names)}`,
  }));
  return new AppError('invalid-request', errors.map(({ message }) => message).join('; '), { errors });
}

/** `/params/flow_id` is the validator's name for what an OpenAPI contract calls the path. */
function wirePath(path: string): string {
  return path.replace(/^\/params(?=\/|$)/, '/path');
}

function placeOf(path: string): string {
  const [, place = '', ...rest] = path.split('/');
  const name = rest.join('/');
  switch (place) {
    case 'query':
      // Which of several values it is, tells what was found.
      return `The query parameter ${rest[0] ?? ''}`;
    case 'params':
      return `The ${name} in the path`;
    case 'headers':
      return `The header ${name}`;
    case 'body':
      return name === '' ? 'The body' : `The body's ${name}`;
    default:
      return 'The request:';
  }
}

const unknownInBody = 'must NOT have additional properties';

/** What the validator says, and what people say who do not know JSON Schema. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/^must be equal to one of the allowed values: /, 'must be one of '],
  [/^must have required property .*/, 'is missing'],
  [/^must be object$/, 'must be an object'],
  [/^must be boolean$/, 'must be true or false'],
  [/^must be integer$/, 'must be a whole number'],
  [/^must be string$/, 'must be a string'],
  [/^must be >= /, 'must be at least '],
  [/^must be <= /, 'must be at most '],
  [/^must match pattern /, 'must match the pattern '],
  [/^must NOT have fewer than 1 characters$/, 'is empty'],
  [/^must NOT have fewer than /, 'must have at least '],
  [/^must NOT have more than /, 'must have at most '],
  [/^must match format "date-time"$/, 'must be a time such as 2026-01-02T03:04:05Z that the calendar has'],
  [/^Empty value found.*/, 'is empty'],
];

/** What is wrong, without the name that stands before it already. */
function predicateOf(message: string, path: string, { body }: OperationNames): string {
  if (message.startsWith(unknownInQuery)) return 'is unknown (GET /openapi.json lists those of this path)';
  if (message === unknownInBody && isOfBody(path)) return `is unknown; allowed are ${body.join(', ')}`;
  const [pattern, words] = plainWords.find(([candidate]) => candidate.test(message)) ?? [];
  return pattern === undefined || words === undefined ? message : message.replace(pattern, words);
}

/** A sentence that names what was probably meant by an unknown name. */
function nearName(message: string, path: string, { query, body }: OperationNames): string {
  const known = message.startsWith(unknownInQuery) ? query : message === unknownInBody && isOfBody(path) ? body : [];
  // Other programs write `name[]` and `name.key` for lists and objects.
  const suggestion = didYouMean((path.split('/').at(-1) ?? '').replace(/[[{.].*$/, ''), known);
  return suggestion && `.${suggestion}`;
}

/** Whether a problem is of a property of the body itself, not of one below. */
function isOfBody(path: string): boolean {
  return /^\/body\/[^/]*$/.test(path);
}

const maxEchoLength = 100;

/** What was found; bodies may hold secrets and are never repeated. */
function foundAt(path: string, request: Request): string {
  const value = valueAt(path, request);
  return value === undefined ? '' : `, found ${JSON.stringify(value).slice(0, maxEchoLength)}`;
}

/** The value in query or path. */
function valueAt(path: string, request: Request): unknown {
  const [, place, ...keys] = path.split('/');
  const values: unknown = place === 'query' ? request.query : place === 'params' ? request.params : undefined;
  return keys.reduce(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined,
    values,
  );
}
