import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { immutable, type BuiltFiles } from '../built-files/built-files.ts';

/** Serves the files of the page at `/docs`. All other requests are passed on. */
export function serveApiPageFiles(files: BuiltFiles): RequestHandler {
  const router = Router({ strict: true });
  router.get('/docs/assets/:name', sendFile);
  return router;

  function sendFile(
    request: Request<{ name: string }>,
    response: Response,
    next: NextFunction,
  ): Promise<void> | undefined {
    const { name } = request.params;
    if (files.has(name)) {
      response.set('Cache-Control', immutable);
      return files.send(name, request, response);
    }
    next();
    return undefined;
  }
}
