import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { RequestRecord } from '../../../base/log/request-record.ts';
import { maskText } from '../../../base/masking/mask-text.ts';
import { callerIfKnown } from '../identity/require-identity.ts';
import { whenClosed } from '../when-closed.ts';
import { traceIdOf } from './trace-requests.ts';

/**
 * Logs each completed request: the caller, the request, its duration in milliseconds, and the error of a defect.
 * Headers and bodies are never logged. A request id sent by the client is kept, and every response contains the id.
 */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const start = performance.now();
    const { method, socket } = request;
    const url = withoutSecrets(request.originalUrl);
    const { remoteAddress } = socket;
    const id = requestId(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', id);
    whenClosed(response, () => {
      const { statusCode, writableFinished } = response;
      const err = errorOf(response);
      const hasFailed = err !== undefined || statusCode >= 500;
      const message = hasFailed ? 'failed' : writableFinished ? 'answered' : 'closed by the client';
      const actor = callerIfKnown(response)?.subject || undefined; // empty without an identity
      const record: RequestRecord = {
        req: { id, method, url, remoteAddress },
        res: { statusCode },
        responseTime: Math.round(performance.now() - start),
        actor,
        traceId: traceIdOf(response),
        err,
      };
      logger[hasFailed ? 'error' : 'info'](record, message);
    });
    next();
  };
}

/** A reader of the log must not be able to download files of running executions, or to impersonate a caller. */
function withoutSecrets(url: string): string {
  const [path = '', ...query] = url.split(/(?=[?&])/);
  const shownPath = path.replace(secretPath, `$1${maskText}`);
  return shownPath + query.map((parameter) => parameter.replace(secretParameter, `$1${maskText}`)).join('');
}

// The token of a file, of kept files, or for signals.
const secretPath = /^(.*?\/+(?:files\/+[^/]*\/+[^/]*|(?:kept-files|signals)\/+[^/]*)\/+).*/i;
// The console is called with the `code` of a sign-in. No operation has the others, but misconfigured clients send them.
const secretParameter = /^(.(?:code|[^=]*(?:token|key|secret|passw|signature|auth|jwt)[^=]*)=).*/i;

const errorKey = 'loggedError';

/** Logs an error together with the request. */
export function logErrorOf(response: Response, error: Error): void {
  response.locals[errorKey] = error;
}

function errorOf(response: Response): Error | undefined {
  return response.locals[errorKey] as Error | undefined; // set only by logErrorOf
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._:/+=-]{1,128}$/.test(given) ? given : randomUUID();
}
