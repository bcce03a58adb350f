import { Router, type RequestHandler } from 'express';
import { sendAsset, type BuiltFiles } from '../built-files/built-files.ts';

/**
 * Serves the files of the page at `/docs`, whose links do not work at `/docs/`. All other requests are passed on.
 * @param basePath without a trailing slash; empty for the root
 */
export function serveApiPageFiles(files: BuiltFiles, basePath: string): RequestHandler {
  const router = Router({ strict: true });
  router.get('/docs/', (_request, response) => response.redirect(308, `${basePath}/docs`));
  router.get('/docs/assets/:name', sendAsset(files));
  return router;
}
