import { Router, type RequestHandler } from 'express';
import { immutable, type BuiltFiles } from '../built-files/built-files.ts';

/** Serves the files of the page at `/docs`. All other requests are passed on. */
export function serveApiPageFiles(files: BuiltFiles): RequestHandler {
  const router = Router({ strict: true });
  router.get('/docs/assets/:name', async (request, response, next) => {
    const { name } = request.params;
    if (!files.has(name)) {
      next();
      return;
    }
    response.set('Cache-Control', immutable);
    await files.send(name, request, response);
  });
  return router;
}
