import { Router, type Request, type RequestHandler, type Response } from 'express';
import { sendAsset } from '../built-files/built-files.ts';
import { chosenTheme } from '../theme-cookie.ts';
import type { ConsoleFiles } from './console-files.ts';
import { consolePage, type SignIn } from './console-page.ts';

export interface ServeConsoleOptions {
  /** Without a trailing slash; empty for the root. */
  readonly basePath: string;
  readonly signIn?: SignIn;
}

/**
 * Serves the console: its page at `/` and at every path below `/ui`, because the browser decides which view a path
 * shows, and its assets below `/ui/assets`. All other requests are passed on.
 */
export function serveConsole(
  { page, assets }: ConsoleFiles,
  { basePath, signIn }: ServeConsoleOptions,
): RequestHandler {
  const router = Router({ strict: true });
  router.get('/ui/assets/:name', sendAsset(assets));
  router.get(['/', '/ui', '/ui/', '/ui/*path'], (request, response, next) => {
    if (request.path.startsWith('/ui/assets/')) next();
    else sendPage(request, response);
  });
  return router;

  function sendPage(request: Request, response: Response): void {
    const { html, policy } = consolePage(page, { basePath, signIn, theme: chosenTheme(request) });
    response.set({ 'Cache-Control': 'no-store', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' });
    response.type('text/html').send(html);
  }
}
