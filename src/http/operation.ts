import type { Request, RequestHandler, Response } from 'express';
import type {
  JsonRequestBody,
  OperationId,
  PathParameters,
  QueryParameters,
  RequestContent,
  ResponseBody,
} from '../contract/operation-types.ts';
import type { RevisionSource } from '../store/revisions/flow-revision.ts';
import type { Operation } from './contract/contract.ts';

/** Serves one operation; the request has passed the contract by then. */
export type OperationHandler<Id extends OperationId> = (
  request: OperationRequest<Id>,
  response: OperationResponse<Id>,
) => void | Promise<void>;

/** A handler for every operation of the contract. */
export type OperationHandlers = { readonly [Id in OperationId]: OperationHandler<Id> };

/** A request as the contract's validation leaves it: parameters have their types, and the body is what `readBody` made of it. */
export type OperationRequest<Id extends OperationId> = Request<
  PathParameters<Id>,
  unknown,
  RequestBody<Id>,
  QueryParameters<Id>
>;

/** Takes only a body that the contract has for the operation. */
export type OperationResponse<Id extends OperationId> = Response<
  [ResponseBody<Id>] extends [never] ? undefined : ResponseBody<Id>
>;

/** A request of whichever operation. */
export type AnyRequest = Request<unknown, unknown, unknown, unknown>;

/** What `readBody` makes of the body of an operation's requests. */
type RequestBody<Id extends OperationId> =
  RequestContent<Id> extends { 'application/x-yaml': unknown }
    ? RevisionSource
    : RequestContent<Id> extends { 'application/x-www-form-urlencoded': unknown }
      ? RawBody
      : JsonRequestBody<Id>;

/** A body as it came. */
export interface RawBody {
  readonly bytes: Buffer;
  /** Absent where there was no body. */
  readonly mediaType?: string;
}

interface RoutedRequest {
  readonly operation: Operation;
  readonly pathParameters: Readonly<Record<string, string>>;
}

const routed = new WeakMap<object, RoutedRequest>();

/**
 * Takes note of the operation that a request was routed to: Express forgets the parameters on the way to handlers of
 * errors. One that takes slashes becomes a string again.
 */
export function noteOperation(operation: Operation): RequestHandler {
  return (request, _response, next) => {
    const pathParameters = Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [name, Array.isArray(value) ? value.join('/') : value]),
    );
    routed.set(request, { operation, pathParameters });
    request.params = { ...pathParameters };
    next();
  };
}

/** The operation that a request was routed to. */
export function operationOf(request: AnyRequest): Operation {
  const found = routed.get(request);
  if (found === undefined) throw new Error('The request was routed to no operation');
  return found.operation;
}

/** The parameters in the path of the request, as they came; none when it is of no operation. */
export function pathParametersOf(request: AnyRequest): Readonly<Record<string, string>> {
  return routed.get(request)?.pathParameters ?? {};
}

/** Whether a request asks for a change, as the contract tells. */
export function changesSomething(request: AnyRequest): boolean {
  return request.method !== 'GET' && operationOf(request)['x-changes'] !== false;
}

/** Whether a change makes room or ends work, so that it is made with little room too. */
export function isCleanUp(request: AnyRequest): boolean {
  return operationOf(request)['x-frees-space'] === true;
}

/** The handler of an operation, for Express. @throws when the types were generated from another contract */
export function handlerOf(handlers: OperationHandlers, { operationId }: Operation): RequestHandler {
  // The validator has checked by then that the request is of these types.
  const handler = handlers[operationId] as unknown as RequestHandler | undefined;
  if (handler === undefined) throw new Error(`The operation ${operationId} of openapi.yaml has no handler`);
  return handler;
}
