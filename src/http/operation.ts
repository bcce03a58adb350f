import type { Request, RequestHandler, Response } from 'express';
import type { Operation } from './contract/contract.ts';

/** Serves one operation; the request has passed the contract by then. */
export type OperationHandler = (request: Request, response: Response) => void | Promise<void>;

/** Operation id to handler. */
export type OperationHandlers = Readonly<Record<string, OperationHandler>>;

/** The operation that a request asks for, once the contract has recognised it. */
export function operationOf(request: Request): Operation {
  return recognised(request).openapi.schema;
}

/** Whether a request asks for a change, as the contract tells. */
export function changesSomething(request: Request): boolean {
  return request.method !== 'GET' && operationOf(request)['x-changes'] !== false;
}

/** Whether a change makes room or ends work, so that it is made with little room too. */
export function isCleanUp(request: Request): boolean {
  return operationOf(request)['x-frees-space'] === true;
}

/** The parameters in the path of the request, as they came. */
export function pathParametersOf(request: Request): Readonly<Record<string, string>> {
  return recognised(request).openapi.pathParams;
}

/** What express-openapi-validator has set on every request that gets past it. */
function recognised(request: Request) {
  return request as Request & {
    readonly openapi: { readonly schema: Operation; readonly pathParams: Record<string, string> };
  };
}

/** @throws when the contract has an operation without a handler, or a handler without an operation */
export function dispatch(handlers: OperationHandlers, operationIds: readonly string[]): RequestHandler {
  const problems = [
    ...operationIds.filter((id) => !Object.hasOwn(handlers, id)).map((id) => `${id} has no handler`),
    ...Object.keys(handlers)
      .filter((id) => !operationIds.includes(id))
      .map((id) => `${id} is not in the contract`),
  ];
  if (problems.length > 0) throw new Error(`openapi.yaml and the handlers differ: ${problems.join(', ')}`);
  return async (request, response) => {
    // Express forgets them from one handler to the next.
    request.params = { ...pathParametersOf(request) };
    await handlers[operationOf(request).operationId]?.(request, response);
  };
}
