import { Router, type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import { AppError } from '../../../base/problem/app-error.ts';
import { nearestWord } from '../../../base/text/nearest-word.ts';
import { noteOperation } from '../operation.ts';
import type { Route } from './contract.ts';

/** A handler, or one for the errors of those before it. */
export type Middleware = RequestHandler | ErrorRequestHandler;

/** Why paths of the contract are not served, as a sentence for the caller, by path. */
export type SwitchedOff = Readonly<Record<string, string | undefined>>;

/**
 * Routes requests to the handlers of each operation of the contract. Other requests get a 404 that suggests the nearest
 * path, or a 405 with Allow; their bodies are not read.
 */
export function operationRouter(
  routes: readonly Route[],
  handlersOf: (route: Route) => () => readonly Middleware[],
  switchedOff: SwitchedOff = {},
): Router {
  const router = Router();
  const routers = new Map<string, Router>();
  const paths = [...new Set(routes.map(({ path }) => path))];
  // A literal segment takes precedence over a parameter in the same position.
  for (const path of paths.toSorted((left, right) => compareStrings(sortKey(left), sortKey(right)))) {
    const ownRoutes = routes.filter((route) => route.path === path);
    const ownRouter = routers.get(firstSegment(path)) ?? Router();
    routers.set(firstSegment(path), ownRouter);
    const expressRoute = ownRouter.route(expressPath(path));
    for (const route of ownRoutes) expressRoute[route.method](whenFirstUsed(route, handlersOf(route)));
    expressRoute.all(methodNotAllowed(ownRoutes));
  }
  router.use(routerOfFirstSegment(routers), routeNotFound(paths, switchedOff));
  return router;
}

/** Makes the handlers of an operation for its first request, because the validation of all takes a seventh of a start. */
function whenFirstUsed(route: Route, make: () => readonly Middleware[]): RequestHandler {
  let router: Router | undefined;
  return (request, response, next) => {
    router ??= Router().all(expressPath(route.path), noteOperation(route.operation), ...make());
    router(request, response, next);
  };
}

/** The first segment of a path, in lower case, as Express compares paths; empty for `/`. */
function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return path.slice(1, end === -1 ? undefined : end).toLowerCase();
}

/** Express compares a path with one route after the other, which takes as long as everything else that it does. */
function routerOfFirstSegment(routers: ReadonlyMap<string, Router>): RequestHandler {
  return (request, response, next) => {
    const router = routers.get(firstSegment(request.path));
    if (router === undefined) next();
    else router(request, response, next);
  };
}

/** Converts a path of the contract to Express syntax; `{path}*` also matches slashes. */
export function expressPath(path: string): string {
  return path.replaceAll(/\{([^}]+)\}\*/g, '*$1').replaceAll(/\{([^}]+)\}/g, ':$1');
}

/** Sorts parameters after all literal segments. */
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
    throw new AppError('method-not-allowed', `${path} does not allow ${method}; allowed: ${allowed}.`);
  };
}

function routeNotFound(paths: readonly string[], switchedOff: SwitchedOff): RequestHandler {
  return ({ path }: Request) => {
    const advice = switchedOff[path] ?? nearPath(path, paths);
    throw new AppError(
      'route-not-found',
      `The path ${path} was not found. ${advice === undefined ? '' : `${advice} `}GET /openapi.json lists all paths.`,
    );
  };
}

/** What Express throws for the path of a request. */
export const undecodablePath: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const isOfExpress = error instanceof URIError && 'status' in error && error.status === 400;
  next(
    isOfExpress
      ? new AppError('invalid-request', 'The path contains a % that is not a valid percent-encoding of UTF-8.')
      : error,
  );
};

/** The nearest path of the contract, compared with the parameters filled in from the request. */
function nearPath(requested: string, paths: readonly string[]): string | undefined {
  const segments = requested.split('/');
  // If two paths become equal, the later one is kept: the one with more literal segments.
  const byLiteralSegments = paths.toSorted((left, right) => parameterCount(right) - parameterCount(left));
  const filled = new Map(
    byLiteralSegments
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
  return nearest === undefined ? undefined : `Did you mean ${filled.get(nearest)}?`;
}

/** Compares segment by segment: with long ids, paths without a common segment would look similar. */
function isNear(part: string, segment: string): boolean {
  return part.startsWith('{') || part === segment || nearestWord(segment, [part]) !== undefined;
}

function parameterCount(path: string): number {
  return path.split('{').length;
}
