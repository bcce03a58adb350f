import type { Request } from 'express';
import { AppError } from '../../../base/problem/app-error.ts';
import type { JsonObject } from '../../../base/text/json-value.ts';
import { didYouMean } from '../../../base/text/nearest-word.ts';
import { resolveReference, type Contract, type Route } from './contract.ts';

/** The start of the validator's message for an unknown name. */
export const unknownInQuery = 'Unknown query parameter';

/** The parameter and property names of an operation, in the order of the contract. */
export interface OperationNames {
  readonly query: readonly string[];
  /** The query parameters that can be repeated. */
  readonly lists: readonly string[];
  /** The properties of a JSON body. */
  readonly body: readonly string[];
}

export function namesOf({ parameters, operation }: Route, contract: Contract): OperationNames {
  const schema: unknown = operation.requestBody?.content['application/json']?.schema ?? {};
  const { properties = {} } = resolveReference<{ readonly properties?: object }>(schema, contract);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return {
    query: inQuery.map(({ name }) => name),
    lists: inQuery.filter(({ type }) => type === 'array').map(({ name }) => name),
    body: Object.keys(properties),
  };
}

interface ValidationProblem {
  readonly path: string;
  readonly message: string;
}

/** Converts a validator error to an AppError with a readable message. */
export function invalidRequest(
  error: { readonly path?: string; readonly message: string; readonly errors?: readonly ValidationProblem[] },
  request: Request,
  names: OperationNames,
): AppError {
  const problems = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  const errors = problems.map(({ path, message }): JsonObject => ({
    path: wirePath(path),
    message: `${placeOf(path)} ${predicateOf(message, path, names)}${foundAt(path, request)}${nearName(message, path, names)}${repetition(path, request, names)}`,
  }));
  return new AppError('invalid-request', errors.map(({ message }) => message).join('; '), { errors });
}

/** The validator writes `/params/flow_id` for a path parameter; OpenAPI calls that place `path`. */
function wirePath(path: string): string {
  return path.replace(/^\/params(?=\/|$)/, '/path');
}

function placeOf(path: string): string {
  const [, place = '', ...rest] = path.split('/');
  const name = rest.join('/');
  switch (place) {
    case 'query':
      // For a list, the value in the message identifies the item.
      return `The query parameter ${rest[0] ?? ''}`;
    case 'params':
      return `The path parameter ${name}`;
    case 'headers':
      return `The header ${name}`;
    case 'body':
      return name === '' ? 'The body' : `The body property ${name}`;
    default:
      return 'The request:';
  }
}

const unknownInBody = 'must NOT have additional properties';

/** Readable replacements for the validator's messages. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [/^must be equal to one of the allowed values: /, 'must be one of '],
  [/^must have required property .*/, 'is missing'],
  [/^must be object$/, 'must be an object'],
  [/^must be boolean$/, 'must be true or false'],
  [/^must be integer$/, 'must be an integer'],
  [/^must be string$/, 'must be a string'],
  [/^must be >= /, 'must be at least '],
  [/^must be <= /, 'must be at most '],
  [/^must match pattern /, 'must match the pattern '],
  [/^must NOT have fewer than 1 characters$/, 'is empty'],
  [/^must NOT have fewer than /, 'must have at least '],
  [/^must NOT have more than /, 'must have at most '],
  [/^must match format "date-time"$/, 'must be a valid RFC 3339 time, such as 2026-01-02T03:04:05Z'],
  [/^Empty value found.*/, 'is empty'],
];

/** The part of the message that follows the name. */
function predicateOf(message: string, path: string, { body }: OperationNames): string {
  if (message.startsWith(unknownInQuery)) return 'is unknown (GET /openapi.json lists the parameters of each path)';
  if (message === unknownInBody && isOfBody(path)) return `is unknown; allowed: ${body.join(', ')}`;
  const [pattern, words] = plainWords.find(([candidate]) => candidate.test(message)) ?? [];
  return pattern === undefined || words === undefined ? message : message.replace(pattern, words);
}

/** A sentence that suggests the nearest known name. */
function nearName(message: string, path: string, { query, body }: OperationNames): string {
  const known = message.startsWith(unknownInQuery) ? query : message === unknownInBody && isOfBody(path) ? body : [];
  // Some clients write `name[]` and `name.key` for lists and objects.
  const suggestion = didYouMean((path.split('/').at(-1) ?? '').replace(/[[{.].*$/, ''), known);
  return suggestion && `.${suggestion}`;
}

/** How to give several values, for one that has commas. */
function repetition(path: string, request: Request, { lists }: OperationNames): string {
  const [, place, name = ''] = path.split('/');
  const value = valueAt(path, request);
  if (place !== 'query' || !lists.includes(name) || !/.,./.test([value].flat().join(''))) return '';
  return `. Repeat the parameter for several values: ${name}=...&${name}=...`;
}

/** Whether a path refers to a top-level property of the body. */
function isOfBody(path: string): boolean {
  return /^\/body\/[^/]*$/.test(path);
}

const maxEchoLength = 100;

/** The invalid value. Values of bodies are never repeated, because they can contain secrets. */
function foundAt(path: string, request: Request): string {
  const value = valueAt(path, request);
  return value === undefined ? '' : `, found ${JSON.stringify(value).slice(0, maxEchoLength)}`;
}

/** The value in the query or path. */
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
