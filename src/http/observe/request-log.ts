import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';

/**
 * Logs each request when it is answered: who, what, how long in milliseconds, and the error of a defect. Headers and
 * bodies are never logged. A request id that came with the request is kept, and every answer names its id.
 */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const { method, socket } = request;
    const url = withoutToken(request.originalUrl);
    const { remoteAddress } = socket;
    const id = requestId(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      const { statusCode, writableFinished } = response;
      const err = errorOf(response);
      const hasFailed = err !== undefined || statusCode >= 500;
      const message = hasFailed ? 'failed' : writableFinished ? 'answered' : 'cut off by the client';
      logger[hasFailed ? 'error' : 'info']({ req: { id, method, url, remoteAddress }, res: { statusCode }, responseTime: Math.round(performance.now() - start), err }, message);
    });
    next();
  };
}

/** Whoever reads the log must not be able to fetch the files of executions that go on. */
function withoutToken(url: string): string {
  return url.replace(/^(\/files\/[^/?]*\/[^/?]*\/)[^?]*/i, '$1****');
}

const errorKey = 'loggedError';

/** Has an error logged together with the request. */
export function logErrorOf(response: Response, error: Error): void {
  response.locals[errorKey] = error;
}

function errorOf(response: Response): Error | undefined {
  return response.locals[errorKey] as Error | undefined; // set above alone
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._:/+=-]{1,128}$/.test(given) ? given : randomUUID();
}
