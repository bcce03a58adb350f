import type { Request } from 'express';
import { AppError } from '../../problem/app-error.ts';
import { nearestWord } from '../../problem/nearest-word.ts';

/** The rejection of a path that the contract does not have; `paths` are those that it has. */
export function routeNotFound(asked: string, paths: readonly string[]): AppError {
  return new AppError(
    'route-not-found',
    `There is no path ${asked}.${nearPath(asked, paths)} GET /openapi.json lists all paths.`,
  );
}

/** The rejection of a method that the path does not take; `allowed` is the value of the header that goes with it. */
export function methodNotAllowed({ path, method }: Request, allowed: string): AppError {
  return new AppError('method-not-allowed', `${path} does not take ${method}; allowed: ${allowed}.`);
}

/** The path of the contract that is nearest when its parameters are taken from the path that was asked for. */
function nearPath(asked: string, paths: readonly string[]): string {
  const segments = asked.split('/');
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
  const nearest = nearestWord(asked, filled.keys());
  return nearest === undefined ? '' : ` Did you mean ${filled.get(nearest)}?`;
}

/** Long ids would make paths look alike that have no word in common. */
function isNear(part: string, segment: string): boolean {
  return part.startsWith('{') || part === segment || nearestWord(segment, [part]) !== undefined;
}

function parameterCount(path: string): number {
  return path.split('{').length;
}
