import type { RequestHandler } from 'express';

/** The first segment of a path, in lower case, as Express compares paths; empty for `/`. */
export function firstSegment(path: string): string {
  const end = path.indexOf('/', 1);
  return path.slice(1, end === -1 ? undefined : end).toLowerCase();
}

/**
 * Asks a router only about paths that begin with one of the segments. A router compares a path with each of its routes,
 * and several that are not responsible would cost every request more than its own route.
 */
export function below(segments: readonly string[], router: RequestHandler): RequestHandler {
  const known = new Set(segments);
  return (request, response, next) => {
    if (known.has(firstSegment(request.path))) return router(request, response, next);
    next();
    return undefined;
  };
}
