import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { RequestRecord } from '../../log/request-record.ts';
import { maskText } from '../../masking/mask-text.ts';
import { callerIfKnown } from '../identity/require-identity.ts';

/**
 * Logs each request when it is answered: who, what, how long in milliseconds, and the error of a defect. Headers and
 * bodies are never logged. A request id that came with the request is kept, and every answer names its id.
 */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const { method, socket } = request;
    const url = withoutSecrets(request.originalUrl);
    const { remoteAddress } = socket;
    const id = requestId(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      const { statusCode, writableFinished } = response;
      const err = errorOf(response);
      const hasFailed = err !== undefined || statusCode >= 500;
      const message = hasFailed ? 'failed' : writableFinished ? 'answered' : 'cut off by the client';
      const actor = callerIfKnown(response)?.subject || undefined; // empty where none is needed
      const record: RequestRecord = {
        req: { id, method, url, remoteAddress },
        res: { statusCode },
        responseTime: Math.round(performance.now() - start),
        actor,
        err,
      };
      logger[hasFailed ? 'error' : 'info'](record, message);
    });
    next();
  };
}

/** A reader of the log must not be able to fetch the files of running executions, or to pose as another caller. */
function withoutSecrets(url: string): string {
  const [path = '', ...query] = url.split(/(?=[?&])/);
  const shownPath = path.replace(/^(.*?\/+files\/+[^/]*\/+[^/]*\/+).*/i, `$1${maskText}`);
  return shownPath + query.map((parameter) => parameter.replace(secretParameter, `$1${maskText}`)).join('');
}

// No operation has such a parameter; clients that take Flowgate for something else send them.
const secretParameter = /^(.[^=]*(?:token|key|secret|passw|signature|auth|jwt)[^=]*=).*/i;

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
