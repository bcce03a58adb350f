import type { Request } from 'express';
import { error as validatorErrors } from 'express-openapi-validator';
import { AppError } from '../../problem/app-error.ts';
import type { JsonObject } from '../../problem/json-value.ts';
import { didYouMean } from '../../problem/nearest-word.ts';
import { recognisedOperation } from './recognise-operation.ts';

/**
 * Reads what the contract's validation finds wrong with a request as its refusal; undefined for every other error,
 * which is a defect.
 */
export function readRequestFault(error: unknown, request: Request): AppError | undefined {
  if (!(error instanceof validatorErrors.BadRequest)) return undefined;
  return invalidRequest(error, request);
}

interface ValidationFault {
  readonly path: string;
  readonly message: string;
}

function invalidRequest(error: { readonly path?: string; readonly message: string; readonly errors?: readonly ValidationFault[] }, request: Request): AppError {
  const faults = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  const errors = faults.map(({ path, message }): JsonObject => ({ path: wirePath(path), message: `${placeOf(path)} ${predicateOf(message, path, request)}${foundAt(path, request)}${nearName(message, path, request)}` }));
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
      return `The query parameter ${name}`;
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

const unknownInQuery = 'Unknown query parameter';
const unknownInBody = 'must NOT have additional properties';

/** What is wrong, without the name that stands before it already. */
function predicateOf(message: string, path: string, request: Request): string {
  if (message.startsWith(unknownInQuery)) return 'is unknown (GET /openapi.json lists those of this path)';
  if (message === unknownInBody && isOfBody(path)) return `is unknown; allowed are ${recognisedOperation(request)?.names.body.join(', ')}`;
  return message.startsWith('Empty value found') ? 'is empty' : message;
}

/** A sentence that names what was probably meant by an unknown name. */
function nearName(message: string, path: string, request: Request): string {
  const { query = [], body = [] } = recognisedOperation(request)?.names ?? {};
  const known = message.startsWith(unknownInQuery) ? query : message === unknownInBody && isOfBody(path) ? body : [];
  const suggestion = didYouMean(path.split('/').at(-1) ?? '', known);
  return suggestion && `.${suggestion}`;
}

/** Whether a fault is of a property of the body itself, not of one below. */
function isOfBody(path: string): boolean {
  return /^\/body\/[^/]*$/.test(path);
}

const longestEcho = 100;

/** What was found; bodies may hold secrets and are never repeated. */
function foundAt(path: string, request: Request): string {
  const [, place, name = ''] = path.split('/');
  const values: unknown = place === 'query' ? request.query : place === 'params' ? recognisedOperation(request)?.pathParams : undefined;
  const value = typeof values === 'object' && values !== null && Object.hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
  return value === undefined ? '' : `, found ${JSON.stringify(value).slice(0, longestEcho)}`;
}
