import type { ErrorRequestHandler, RequestHandler } from 'express';
import { error as validatorErrors } from 'express-openapi-validator';
import type { Spec } from 'express-openapi-validator/dist/framework/openapi.spec.loader.js';
import { OpenApiValidator } from 'express-openapi-validator/dist/openapi.validator.js';
import { holdsExactNumber } from '../../../base/text/exact-json.ts';
import type { JsonValue } from '../../../base/text/json-value.ts';
import { isLocalDateTime } from '../../../language/safe-patterns/local-date-time.ts';
import { resolveReference, type Contract, type Operation, type Route } from './contract.ts';
import { invalidRequest, namesOf, unknownInQuery, type OperationNames } from './invalid-request.ts';
import { expressPath, type Middleware } from './operation-router.ts';
import { withTypedNumbers } from './typed-numbers.ts';

const { BadRequest } = validatorErrors;

interface ValidationOptions {
  readonly validateResponses: boolean;
}

/**
 * Returns handlers that validate the requests of an operation against the contract, and in tests the responses. They
 * convert parameters to the types of the contract, and reject with `invalid-request`.
 */
export function requestValidation(route: Route, contract: Contract, options: ValidationOptions): readonly Middleware[] {
  const known = knownHandlers.get(contract) ?? new Map<string, readonly Middleware[]>();
  knownHandlers.set(contract, known);
  const key = `${route.operation.operationId} ${options.validateResponses}`;
  const handlers = known.get(key) ?? createHandlers(route, contract, options);
  known.set(key, handlers);
  return handlers;
}

/** The handlers by operation: to compile their schemas takes as long as the rest of the start of an app. */
const knownHandlers = new WeakMap<Contract, Map<string, readonly Middleware[]>>();

function createHandlers(
  route: Route,
  contract: Contract,
  { validateResponses }: ValidationOptions,
): readonly Middleware[] {
  const validator = new OpenApiValidator({
    apiSpec: contract,
    validateApiSpec: false,
    validateRequests: { allErrors: true, coerceTypes: false },
    validateResponses,
    validateSecurity: false,
    fileUploader: false,
    formats: { 'date-time': { type: 'string', validate: isTime } },
  });
  const names = namesOf(route, contract);
  const handlers: RequestHandler[] = validator.installMiddleware(Promise.resolve(specOf(route, contract)));
  return [checkParameters(route, names), plainContractNumbers(route, contract), ...handlers, rejectInvalid(names)];
}

/**
 * The part of the contract that an operation needs. A validator for the whole contract would match the path of each
 * request again, which takes as long as the validation itself.
 */
function specOf({ path, method, operation, parameters }: Route, contract: Contract): Spec {
  const { parameters: ofPath } = contract.paths[path] as { readonly parameters?: Operation['parameters'] };
  const described = {
    ...operation,
    parameters: (operation.parameters ?? []).map((each) => unreserved(each, contract)),
  };
  const common = (ofPath ?? []).map((each) => unreserved(each, contract));
  const apiDoc = {
    openapi: contract.openapi,
    info: contract.info,
    paths: { [path]: inlined({ parameters: common, [method]: described }, contract) },
  };
  const pathParams = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const route = { basePath: '', openApiRoute: path, expressRoute: expressPath(path), method: method.toUpperCase() };
  return { apiDoc: apiDoc as Spec['apiDoc'], basePaths: [''], routes: [{ ...route, pathParams }], serial: 0 }; // the parts that the validator reads
}

/**
 * A query parameter whose characters are all compared with its schema. Otherwise, the validator rejects a comma, a colon
 * and others that are not percent-encoded before it looks at the schema.
 */
function unreserved(parameter: object, contract: Contract): object {
  const found = resolveReference<{ readonly in: string }>(parameter, contract);
  return found.in === 'query' ? { ...found, allowReserved: true } : found;
}

/** A copy with all references resolved; the contract has no cycles. */
function inlined(value: unknown, contract: Contract): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, contract));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return inlined(resolveReference(value, contract), contract);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, inlined(member, contract)]));
}

/** Only values that the contract leaves open keep the digits of their numbers; code computes with all others. */
function plainContractNumbers({ operation }: Route, contract: Contract): RequestHandler {
  const schema = inlined(operation.requestBody?.content['application/json']?.schema, contract);
  return (request, _response, next) => {
    const body: unknown = request.body;
    if (schema !== undefined && holdsExactNumber(body)) request.body = withTypedNumbers(body as JsonValue, schema); // parsed JSON
    next();
  };
}

/**
 * Checks that query parameters are known, that single values are not repeated, and that integers are in decimal
 * notation. The validator accepts `label[]` and `label[a]` as `label`, and everything that JavaScript converts to a
 * number (`0x10`, `1e2`, ` 1`, `Infinity`).
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
  if (Array.isArray(value)) return 'must not be repeated';
  // The validator rejects an empty string.
  const isInteger = typeof value !== 'string' || value === '' || plainInteger.test(value);
  return type === 'integer' && !isInteger ? 'must be an integer in decimal digits' : undefined;
}

/** Whether the string is an RFC 3339 time that exists in the calendar. */
function isTime(text: string): boolean {
  return isLocalDateTime(text.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).toUpperCase()) && !Number.isNaN(Date.parse(text));
}

function rejectInvalid(names: OperationNames): ErrorRequestHandler {
  return (error: unknown, request, _response, next) => {
    next(error instanceof BadRequest ? invalidRequest(error, request, names) : error);
  };
}
