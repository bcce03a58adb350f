import { posix } from 'node:path';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { BuiltFiles, immutable } from '../built-files/built-files.ts';
import { baseMark } from './base-mark.ts';
import { html } from './html.ts';

export interface ServeHelpOptions {
  /** What `npm run build` has made of `docs`. It need not exist yet. */
  readonly folder: string;
  /** Without a trailing slash; empty for the root. */
  readonly basePath: string;
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join(';');

const notBuilt = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Flowgate documentation</title><link rel="icon" href="data:,"></head>
<body>
<h1>The documentation has not been built</h1>
<p>In Flowgate’s folder, run <code>npm run build</code> and reload this page, or read <code>docs/README.md</code>.</p>
</body>
</html>
`.toString();

/** Serves the documentation below `/help`. All other requests are passed on. */
export function serveHelp({ folder, basePath }: ServeHelpOptions): RequestHandler {
  let files = BuiltFiles.open(folder);
  const router = Router({ strict: true });
  router.get('/help', (_request, response) => response.redirect(308, `${basePath}/help/`));
  router.get(/^\/help\//, sendPage);
  return router;

  function sendPage(request: Request, response: Response, next: NextFunction): Promise<void> | undefined {
    // Somebody may have built it since the start.
    if (!files.has('index.html')) files = BuiltFiles.open(folder);
    const path = request.path.slice('/help/'.length);
    const isAsset = path.startsWith('assets/');
    const name = [path, `${path}.html`, posix.join(path, 'index.html')].find((each) => files.has(each));
    if (name === undefined && isAsset) {
      next();
      return undefined;
    }
    response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' });
    response.set('Cache-Control', isAsset ? immutable : 'no-cache');
    if (name === undefined) response.status(404);
    const shown = name ?? '404.html';
    if (files.has(shown))
      return files.send(shown, request, response, (text) => text.replaceAll(baseMark, () => basePath));
    response.type('text/html').send(notBuilt);
    return undefined;
  }
}
