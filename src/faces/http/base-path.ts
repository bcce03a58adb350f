import type { RequestHandler, Response } from 'express';
import { AppError } from '../../base/problem/app-error.ts';

const basePathKey = 'basePath';

/**
 * Serves all routes below a path such as `/flowgate`, for a proxy that does not strip it. Later handlers see the paths
 * of the contract; `linkTo` adds the base path again.
 * @param basePath without a trailing slash; empty for the root
 * @throws {AppError} `route-not-found` for a request outside the base path
 */
export function belowBasePath(basePath: string): RequestHandler {
  return (request, response, next) => {
    const { url } = request;
    const rest = url.slice(basePath.length);
    if (!url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest))
      throw new AppError('route-not-found', `The path was not found; all paths start with ${basePath}.`);
    response.locals[basePathKey] = basePath;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    request.originalUrl = request.url;
    next();
  };
}

/** A path of the contract, with the base path. */
export function linkTo(response: Response, path: string): string {
  const basePath: unknown = response.locals[basePathKey];
  return typeof basePath === 'string' ? `${basePath}${path}` : path;
}
