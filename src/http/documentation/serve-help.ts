import { posix } from 'node:path';
import { Router, type RequestHandler } from 'express';
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
  router.get(/^\/help\//, async (request, response, next) => {
    // Somebody may have built it since the start.
    if (!files.has('index.html')) files = BuiltFiles.open(folder);
    response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-cache' });
    const path = request.path.slice('/help/'.length);
    const name = [path, `${path}.html`, posix.join(path, 'index.html')].find((each) => files.has(each));
    if (name !== undefined) {
      if (path.startsWith('assets/')) response.set('Cache-Control', immutable);
      await send(name);
    } else if (path.startsWith('assets/')) next();
    else {
      response.status(404);
      if (files.has('404.html')) await send('404.html');
      else response.type('text/html').send(notBuilt);
    }

    function send(file: string): Promise<void> {
      return files.send(file, request, response, (text) => text.replaceAll(baseMark, () => basePath));
    }
  });
  return router;
}
