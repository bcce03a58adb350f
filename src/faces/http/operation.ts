import type { Request, RequestHandler, Response } from 'express';
import type { Right } from '../../access/grant.ts';
import type { RevisionSource } from '../../store/revisions/flow-revision.ts';
import type {
  JsonRequestBody,
  OperationId,
  PathParameters,
  QueryParameters,
  RequestContent,
  ResponseBody,
} from '../api-client/operation-types.ts';
import type { Operation } from './openapi/contract.ts';

/** Serves one operation; the request has already been validated against the contract. */
type OperationHandler<Id extends OperationId> = (
  request: OperationRequest<Id>,
  response: OperationResponse<Id>,
) => void | Promise<void>;

/** A handler for every operation of the contract. */
export type OperationHandlers = { readonly [Id in OperationId]: OperationHandler<Id> };

/** A validated request: parameters have their types, and the body is the result of `readBody`. */
export type OperationRequest<Id extends OperationId> = Request<
  PathParameters<Id>,
  unknown,
  RequestBody<Id>,
  QueryParameters<Id>
>;

/** Accepts only the response bodies that the contract declares for the operation. */
export type OperationResponse<Id extends OperationId> = Response<
  [ResponseBody<Id>] extends [never] ? undefined : ResponseBody<Id>
>;

/** A request of any operation. */
export type AnyRequest = Request<unknown, unknown, unknown, unknown>;

/** The result of `readBody` for an operation. */
type RequestBody<Id extends OperationId> =
  RequestContent<Id> extends { 'application/x-yaml': unknown }
    ? RevisionSource
    : RequestContent<Id> extends { 'application/x-www-form-urlencoded': unknown }
      ? RawBody
      : JsonRequestBody<Id>;

/** An unparsed body. */
export interface RawBody {
  readonly bytes: Buffer;
  /** As it was sent, without parameters; absent if there was no body. */
  readonly mediaType?: string;
}

interface RoutedRequest {
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

// A property, because an entry of a WeakMap for each request costs as much as routing it.
const routed = Symbol('routed');

interface NotedRequest {
  [routed]?: RoutedRequest;
}

/**
 * Remembers the operation and path parameters of a request, because Express discards the parameters before error
 * handlers. Converts a parameter with slashes back to a string.
 */
export function noteOperation(operation: Operation): RequestHandler {
  return (request, _response, next) => {
    const pathParameters: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.params))
      pathParameters[name] = Array.isArray(value) ? value.join('/') : value;
    (request as NotedRequest)[routed] = { operation, pathParameters };
    request.params = { ...pathParameters };
    next();
  };
}

/** The operation that a request was routed to. */
export function operationOf(request: AnyRequest): Operation {
  const found = (request as NotedRequest)[routed];
  if (found === undefined) throw new Error('The request was not routed to an operation');
  return found.operation;
}

/** Whether a request was routed to an operation. */
export function wasRouted(request: AnyRequest): boolean {
  return (request as NotedRequest)[routed] !== undefined;
}

/** The unconverted path parameters of the request; empty if it was not routed to an operation. */
export function pathParametersOf(request: AnyRequest): Readonly<Record<string, string>> {
  return (request as NotedRequest)[routed]?.pathParameters ?? {};
}

/** Whether an operation changes data, according to the contract. @param method in any case */
export function isChange({ method, operation }: { readonly method: string; readonly operation: Operation }): boolean {
  return method.toUpperCase() !== 'GET' && operation['x-changes'] !== false;
}

/** Whether a request changes data, according to the contract. */
export function changesSomething(request: AnyRequest): boolean {
  return isChange({ method: request.method, operation: operationOf(request) });
}

/** The rights that an operation needs in the namespace that it names. @param method in any case */
export function requiredRights({
  method,
  operation,
}: {
  readonly method: string;
  readonly operation: Operation;
}): readonly Right[] {
  return operation['x-rights'] ?? (method.toUpperCase() === 'GET' ? ['read'] : ['write']);
}

/** Whether a change frees space or ends work, so that it is allowed even when storage is nearly full. */
export function isCleanUp(request: AnyRequest): boolean {
  return operationOf(request)['x-frees-space'] === true;
}

/** The handler of an operation, for Express. @throws {Error} when the types were generated from a different contract */
export function handlerOf(handlers: OperationHandlers, { operationId }: Operation): RequestHandler {
  // The validator has already checked the types of the request.
  const handler = handlers[operationId] as unknown as RequestHandler | undefined;
  if (handler === undefined) throw new Error(`The operation ${operationId} of openapi.yaml has no handler`);
  return handler;
}
