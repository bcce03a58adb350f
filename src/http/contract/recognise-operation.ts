import type { Request, RequestHandler } from 'express';
import { escapeRegExp } from '../../language/patterns/escape-reg-exp.ts';
import { AppError } from '../../problem/app-error.ts';
import type { Route } from './contract.ts';
import { methodNotAllowed, routeNotFound } from './unknown-route.ts';

/** What express-openapi-validator sets on a request whose operation it has found; its other half reads it there. */
export interface RecognisedOperation {
  readonly expressRoute: string;
  readonly openApiRoute: string;
  readonly schema: Route['operation'];
  readonly serial: number;
  /** For messages about other names. */
  readonly names: KnownNames;
}

/** The names that an operation knows, in the order of the contract. */
export interface KnownNames {
  readonly query: readonly string[];
  /** Of a body in JSON. */
  readonly body: readonly string[];
}

/** What is known about a request from here on; undefined where no operation was found. `request.params` is lost on the way to handlers of errors. */
export function recognisedOperation(
  request: Request,
): (RecognisedOperation & { readonly pathParams: Readonly<Record<string, unknown>> }) | undefined {
  return (request as Request & { openapi?: ReturnType<typeof recognisedOperation> }).openapi; // recogniseOperation has put it there
}

/** A path of the contract, ready to be compared with those of requests. */
interface ContractPath {
  readonly syntax: RegExp;
  readonly parameters: readonly string[];
  /** By method, in upper case. */
  readonly operations: ReadonlyMap<string, RecognisedOperation>;
}

/**
 * Finds the operation of a request, as express-openapi-validator would. That tries one path after the other and
 * compiles each anew, which costs as much as all the rest of its work; here they are compiled once.
 * @param operationOf what the validator has found for a route
 */
export function recogniseOperation(
  routes: readonly Route[],
  operationOf: (route: Route) => RecognisedOperation,
): RequestHandler {
  const names = [...new Set(routes.map(({ path }) => path))];
  // A word of its own prevails over a parameter in the same place.
  const paths = names
    .toSorted((left, right) => compareTexts(sortKey(left), sortKey(right)))
    .map((path) => contractPath(path, routes, operationOf));
  return (request, response, next) => {
    const asked = request.originalUrl.split('?', 1)[0] ?? '';
    const path = paths.find(({ syntax }) => syntax.test(asked));
    if (path === undefined) throw routeNotFound(request.path, names);
    const operation = path.operations.get(request.method);
    if (operation === undefined) {
      const allowed = allowedMethods(path);
      response.set('Allow', allowed);
      throw methodNotAllowed(request, allowed);
    }
    const pathParams = parametersIn(asked, path);
    (request as Request & { openapi: unknown }).openapi = { ...operation, pathParams }; // where the validator looks for it
    request.params = pathParams;
    next();
  };
}

function contractPath(
  path: string,
  routes: readonly Route[],
  operationOf: (route: Route) => RecognisedOperation,
): ContractPath {
  const segments = path.split('/');
  const own = routes.filter((route) => route.path === path);
  return {
    // As express reads paths: upper and lower case are the same, and a slash may follow.
    syntax: new RegExp(`^${segments.map(segmentSyntax).join('/')}/?$`, 'i'),
    parameters: segments.filter(isParameter).map((segment) => segment.slice(1, segment.indexOf('}'))),
    operations: new Map(own.map((route) => [route.method.toUpperCase(), operationOf(route)])),
  };
}

function allowedMethods({ operations }: ContractPath): string {
  const methods = [...operations.keys()];
  return (operations.has('GET') ? [...methods, 'HEAD'] : methods).join(', ');
}

function parametersIn(asked: string, { syntax, parameters }: ContractPath): Record<string, string> {
  const texts = syntax.exec(asked)?.slice(1) ?? [];
  try {
    return Object.fromEntries(parameters.map((name, index) => [name, decodeURIComponent(texts[index] ?? '')]));
  } catch {
    throw new AppError('invalid-request', 'The path holds a % that does not begin a character encoded as UTF-8.');
  }
}

/** `{path}*` takes slashes too. */
function segmentSyntax(segment: string): string {
  if (!isParameter(segment)) return escapeRegExp(segment);
  return segment.endsWith('*') ? '(.+)' : '([^/]+)';
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{');
}

/** Orders parameters behind all words. */
function sortKey(path: string): string {
  return path.replaceAll('{', '\uffff');
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
