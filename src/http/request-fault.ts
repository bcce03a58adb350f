import type { Request } from 'express';
import { error as validatorErrors } from 'express-openapi-validator';
import { AppError } from '../problem/app-error.ts';
import type { JsonObject } from '../problem/json-value.ts';

/**
 * Reads an error of the libraries that take a request apart (contract validation, body parsing) as a refusal of that
 * request; undefined for everything else, which is a defect.
 */
export function readRequestFault(error: unknown, request: Request): AppError | undefined {
  if (error instanceof validatorErrors.BadRequest) return invalidRequest(error, request);
  if (error instanceof URIError) return new AppError('invalid-request', 'The path holds a % that two hexadecimal digits do not follow.');
  if (isBodyError(error)) return bodyFault(error);
  return undefined;
}

interface ValidationFault {
  readonly path: string;
  readonly message: string;
}

function invalidRequest(error: { readonly path?: string; readonly message: string; readonly errors?: readonly ValidationFault[] }, request: Request): AppError {
  const faults = error.errors ?? [{ path: error.path ?? '', message: error.message }];
  const errors = faults.map(({ path, message }): JsonObject => ({ path: wirePath(path), message: `${placeOf(path)} ${message}${foundAt(path, request)}` }));
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

const longestEcho = 100;

/** What was found; bodies may hold secrets and are never repeated. */
function foundAt(path: string, request: Request): string {
  const [, place, name = ''] = path.split('/');
  const values: unknown = place === 'query' ? request.query : place === 'params' ? request.params : undefined;
  const value = typeof values === 'object' && values !== null && Object.hasOwn(values, name) ? (values as Record<string, unknown>)[name] : undefined;
  return value === undefined ? '' : `, found ${JSON.stringify(value).slice(0, longestEcho)}`;
}

/** An error of body-parser, which names its kind in `type`. */
interface BodyError {
  readonly type: string;
  readonly message: string;
}

function isBodyError(error: unknown): error is BodyError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && 'status' in error;
}

function bodyFault(error: BodyError): AppError | undefined {
  switch (error.type) {
    case 'encoding.unsupported':
      return new AppError('unsupported-media-type', 'The Content-Encoding of the body is unknown; allowed: gzip, deflate, br, identity.');
    case 'request.size.invalid':
      return new AppError('malformed-body', 'The body is shorter or longer than its Content-Length says.');
    case 'request.aborted':
      return new AppError('malformed-body', 'The connection ended before the body did.');
    default:
      // The rest are faults in the compression of the body, with status 400.
      return new AppError('malformed-body', `The body cannot be read: ${error.message}.`);
  }
}
