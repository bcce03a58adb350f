import { statSync } from 'node:fs';
import { posix } from 'node:path';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { html } from '../../../base/text/html.ts';
import { BuiltFiles, immutable } from '../built-files/built-files.ts';
import { baseMark } from './base-mark.ts';

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
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join(';');

// Its style is in the page, because nothing has been built.
const notBuiltPolicy = policy.replace("style-src 'self'", "style-src 'unsafe-inline'");

const notBuilt = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="3">
<title>Flowgate documentation</title>
<link rel="icon" href="data:,">
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto 0; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
code { font: 0.875em ui-monospace, monospace; }
</style>
</head>
<body>
<main>
<h1>The documentation is not ready yet</h1>
<p>After <code>npm start</code>, it is built in the background, in about half a minute. This page then opens it automatically.</p>
<p>If this page does not change, run <code>npm run build</code> in Flowgate’s folder, or read <code>docs/README.md</code> there.</p>
</main>
</body>
</html>
`.toString();

/** Serves the documentation below `/help`. All other requests are passed on. */
export function serveHelp({ folder, basePath }: ServeHelpOptions): RequestHandler {
  let files = BuiltFiles.open(folder);
  let builtAt = timeOf(folder);
  const router = Router({ strict: true });
  router.get('/help', (_request, response) => response.redirect(308, `${basePath}/help/`));
  router.get(/^\/help\//, sendPage);
  return router;

  function sendPage(request: Request, response: Response, next: NextFunction): Promise<void> | undefined {
    const time = timeOf(folder);
    if (time !== builtAt) {
      files = BuiltFiles.open(folder); // it was built since the start
      builtAt = time;
    }
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
    response.set('Content-Security-Policy', notBuiltPolicy).type('text/html').send(notBuilt);
    return undefined;
  }
}

/** When the folder was made; undefined if it does not exist. */
function timeOf(folder: string): number | undefined {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
}
