import type { RequestHandler, Response } from 'express';
import { AppError } from '../problem/app-error.ts';

const basePathKey = 'basePath';

/**
 * Serves everything below a path, such as `/flowgate`, behind a proxy that keeps it. What follows sees the path of the
 * contract; `linkTo` puts the base path in front again.
 * @param basePath without a slash at its end; empty where Flowgate is served at the root
 * @throws {AppError} `route-not-found` for a request elsewhere
 */
export function belowBasePath(basePath: string): RequestHandler {
  return (request, response, next) => {
    const { url } = request;
    const rest = url.slice(basePath.length);
    if (!url.startsWith(basePath) || !/^(?:[/?]|$)/.test(rest))
      throw new AppError('route-not-found', `Flowgate serves everything below ${basePath}.`);
    response.locals[basePathKey] = basePath;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
    request.originalUrl = request.url;
    next();
  };
}

/** A path of the contract as callers of this server send it. */
export function linkTo(response: Response, path: string): string {
  const basePath: unknown = response.locals[basePathKey];
  return typeof basePath === 'string' ? `${basePath}${path}` : path;
}
