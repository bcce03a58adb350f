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
  RequestContent<Id> extends { readonly 'application/x-yaml': unknown }
    ? RevisionSource
    : RequestContent<Id> extends { readonly 'application/x-www-form-urlencoded': unknown }
      ? RawBody
      : JsonRequestBody<Id>;

/** A body as it came. */
export interface RawBody {
  readonly bytes: Buffer;
  /** Absent where there was no body. */
  readonly mediaType?: string;
}

/** The operation that a request asks for, once the contract has recognised it. */
export function operationOf(request: AnyRequest): Operation {
  return recognised(request).openapi.schema;
}

/** Whether a request asks for a change, as the contract tells. */
export function changesSomething(request: AnyRequest): boolean {
  return request.method !== 'GET' && operationOf(request)['x-changes'] !== false;
}

/** Whether a change makes room or ends work, so that it is made with little room too. */
export function isCleanUp(request: AnyRequest): boolean {
  return operationOf(request)['x-frees-space'] === true;
}

/** The parameters in the path of the request, as they came. */
export function pathParametersOf(request: AnyRequest): Readonly<Record<string, string>> {
  return recognised(request).openapi.pathParams;
}

/** What express-openapi-validator has set on every request that gets past it. */
function recognised(request: AnyRequest) {
  return request as AnyRequest & {
    readonly openapi: { readonly schema: Operation; readonly pathParams: Record<string, string> };
  };
}

/** Hands a request to the handler of its operation. */
export function dispatch(handlers: OperationHandlers): RequestHandler {
  return async (request, response) => {
    // Express forgets them from one handler to the next.
    request.params = { ...pathParametersOf(request) };
    const id = operationOf(request).operationId as OperationId; // the types are generated from the same contract
    // The request has passed the contract of this operation.
    const handler = handlers[id] as unknown as (request: AnyRequest, response: Response) => void | Promise<void>;
    await handler(request, response);
  };
}
