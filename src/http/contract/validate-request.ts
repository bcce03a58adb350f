import type { ErrorRequestHandler, RequestHandler } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { isLocalDateTime } from '../../language/patterns/local-date-time.ts';
import type { Contract, Route } from './contract.ts';
import type { OperationMiddleware } from './operation-router.ts';
import { invalidRequest, namesOf, unknownInQuery, type OperationNames } from './invalid-request.ts';

const { BadRequest } = OpenApiValidator.error;

/**
 * The handlers that validate the requests of an operation against the contract, and in tests the responses.
 * Parameters have the types of the contract behind them. They reject with `invalid-request`.
 */
export function requestValidation(
  contract: Contract,
  { validateResponses }: { readonly validateResponses: boolean },
): (route: Route) => readonly OperationMiddleware[] {
  const validator: RequestHandler[] = OpenApiValidator.middleware({
    apiSpec: validateResponses ? structuredClone(contract) : withoutResponses(contract), // it is changed by the validator
    validateApiSpec: false,
    validateRequests: { allErrors: true, coerceTypes: false },
    validateResponses,
    validateSecurity: false,
    fileUploader: false,
    formats: { 'date-time': { type: 'string', validate: isTime } },
  });
  return (route) => {
    const names = namesOf(route, contract);
    return [checkParameters(route, names), ...validator, rejectInvalid(names)];
  };
}

/** Each kind of request compiles, when it first comes, all that is in the contract: without responses in half the time. */
function withoutResponses(contract: Contract): Contract {
  const { paths, components, ...others } = structuredClone(contract);
  const { responses: _responses, ...usedComponents } = components ?? {};
  const operations = Object.values(paths).flatMap((item) => Object.values(item as Record<string, object>));
  for (const operation of operations) if ('responses' in operation) operation.responses = {};
  return { ...others, paths, components: usedComponents };
}

/**
 * Checks the names in the query, that single values are given once, and how integers are written: the validator takes
 * `label[]` and `label[a]` for `label`, and whatever JavaScript makes a number of (`0x10`, `1e2`, ` 1`, `Infinity`).
 */
function checkParameters({ parameters }: Route, { query: known }: OperationNames): RequestHandler {
  return (request, _response, next) => {
    const { query, params } = request;
    const unknown = Object.keys(query).filter((name) => !known.includes(name));
    const misnamed = unknown.map((name) => ({ path: `/query/${name}`, message: `${unknownInQuery} '${name}'` }));
    const miswritten = parameters.flatMap(({ name, in: place, type }) => {
      const values: object = place === 'query' ? query : place === 'path' ? params : {};
      const value: unknown = Object.entries(values).find(([key]) => key === name)?.[1];
      const message = notationProblem(value, type);
      return message === undefined ? [] : [{ path: `/${place === 'path' ? 'params' : place}/${name}`, message }];
    });
    const errors = [...misnamed, ...miswritten];
    if (errors.length > 0) throw new BadRequest({ path: request.path, message: 'parameters', errors });
    next();
  };
}

const plainInteger = /^-?(?:0|[1-9][0-9]*)$/;

function notationProblem(value: unknown, type: string): string | undefined {
  if (type === 'array') return undefined;
  if (Array.isArray(value)) return 'can be given only once';
  // An empty string is rejected by the validator.
  const isInteger = typeof value !== 'string' || value === '' || plainInteger.test(value);
  return type === 'integer' && !isInteger ? 'must be an integer in decimal digits' : undefined;
}

/** Whether the calendar has the time, in any notation of RFC 3339. */
function isTime(text: string): boolean {
  return isLocalDateTime(text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).toUpperCase()) && !Number.isNaN(Date.parse(text));
}

function rejectInvalid(names: OperationNames): ErrorRequestHandler {
  return (error: unknown, request, _response, next) => {
    next(error instanceof BadRequest ? invalidRequest(error, request, names) : error);
  };
}
