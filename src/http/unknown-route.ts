import type { ErrorRequestHandler } from 'express';
import { error as validatorErrors } from 'express-openapi-validator';
import { AppError } from '../problem/app-error.ts';
import { nearestWord } from '../problem/nearest-word.ts';
import type { Route } from './contract.ts';

/** Explains a path or a method that the contract does not have. */
export function unknownRoute(routes: readonly Route[]): ErrorRequestHandler {
  // The more words of its own a path has, the later it comes, and prevails.
  const paths = [...new Set(routes.map(({ path }) => path))].toSorted((left, right) => parameterCount(right) - parameterCount(left));
  return (error, request, response, next) => {
    if (error instanceof validatorErrors.NotFound) {
      next(new AppError('route-not-found', `There is no path ${request.path}.${nearPath(request.path, paths)} GET /openapi.json lists all paths.`));
    } else if (error instanceof validatorErrors.MethodNotAllowed) {
      const allowed = allowedMethods(String(error.headers?.Allow ?? ''));
      response.set('Allow', allowed);
      next(new AppError('method-not-allowed', `${request.path} does not take ${request.method}; allowed: ${allowed}.`));
    } else {
      next(error);
    }
  };
}

function parameterCount(path: string): number {
  return path.split('{').length;
}

function allowedMethods(documented: string): string {
  const methods = documented.toUpperCase().split(', ');
  return (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', ');
}

/** The path of the contract that is nearest when its parameters are taken from the path that was asked for. */
function nearPath(asked: string, paths: readonly string[]): string {
  const segments = asked.split('/');
  const filled = new Map(
    paths
      .map((path) => ({ path, template: path.split('/') }))
      .filter(({ template }) => template.length === segments.length)
      .map(({ path, template }) => [template.map((part, index) => (part.startsWith('{') ? segments[index] : part)).join('/'), path]),
  );
  const nearest = nearestWord(asked, filled.keys());
  return nearest === undefined ? '' : ` Did you mean ${filled.get(nearest)}?`;
}
