import { Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { AppError } from '../../problem/app-error.ts';
import { nearestWord } from '../../problem/nearest-word.ts';
import { noteOperation } from '../operation.ts';
import type { Route } from './contract.ts';

/** What the requests of an operation pass through. */
export type OperationMiddleware = RequestHandler | ErrorRequestHandler;

/**
 * Routes the requests of each operation of the contract through its handlers. Anything else is a 404 that names the
 * nearest path, or a 405 with Allow; nothing of its body is read.
 */
export function operationRouter(
  routes: readonly Route[],
  handlersOf: (route: Route) => readonly OperationMiddleware[],
): Router {
  const router = Router();
  const paths = [...new Set(routes.map(({ path }) => path))];
  // A word of its own prevails over a parameter in the same place.
  for (const path of paths.toSorted((left, right) => compareStrings(sortKey(left), sortKey(right)))) {
    const ownRoutes = routes.filter((route) => route.path === path);
    const expressRoute = router.route(expressPath(path));
    for (const route of ownRoutes) expressRoute[route.method](noteOperation(route.operation), ...handlersOf(route));
    expressRoute.all(methodNotAllowed(ownRoutes));
  }
  router.use(routeNotFound(paths), undecodablePath);
  return router;
}

/** A path of the contract as Express writes it; `{path}*` takes slashes too. */
export function expressPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}\*/g, '*$1').replaceAll(/\{([^}]+)\}/g, ':$1');
}

/** Orders parameters behind all words. */
function sortKey(path: string): string {
  return path.replaceAll('{', '\uffff');
}

function compareStrings(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function methodNotAllowed(routes: readonly Route[]): RequestHandler {
  const methods = routes.map(({ method }) => method.toUpperCase());
  const allowed = (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', ');
  return ({ path, method }, response) => {
    response.set('Allow', allowed);
    throw new AppError('method-not-allowed', `${path} does not take ${method}; allowed: ${allowed}.`);
  };
}

function routeNotFound(paths: readonly string[]): RequestHandler {
  return ({ path }: Request) => {
    throw new AppError(
      'route-not-found',
      `There is no path ${path}.${nearPath(path, paths)} GET /openapi.json lists all paths.`,
    );
  };
}

const undecodablePath: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const isOfExpress = error instanceof URIError && 'status' in error && error.status === 400;
  next(
    isOfExpress
      ? new AppError('invalid-request', 'The path holds a % that does not begin a character encoded as UTF-8.')
      : error,
  );
};

/** The path of the contract that is nearest when its parameters are taken from the path of the request. */
function nearPath(requested: string, paths: readonly string[]): string {
  const segments = requested.split('/');
  // The more words of its own a path has, the later it comes, and prevails.
  const likeliestLast = paths.toSorted((left, right) => parameterCount(right) - parameterCount(left));
  const filled = new Map(
    likeliestLast
      .map((path) => ({ path, template: path.split('/') }))
      .filter(
        ({ template }) =>
          template.length === segments.length && template.every((part, index) => isNear(part, segments[index]!)),
      )
      .map(({ path, template }) => [
        template.map((part, index) => (part.startsWith('{') ? segments[index] : part)).join('/'),
        path,
      ]),
  );
  const nearest = nearestWord(requested, filled.keys());
  return nearest === undefined ? '' : ` Did you mean ${filled.get(nearest)}?`;
}

/** Long ids would make paths look alike that have no word in common. */
function isNear(part: string, segment: string): boolean {
  return part.startsWith('{') || part === segment || nearestWord(segment, [part]) !== undefined;
}

function parameterCount(path: string): number {
  return path.split('{').length;
}
