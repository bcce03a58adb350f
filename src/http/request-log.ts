import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/**
 * Logs each request when it is answered: who, what, how long, and the error of a defect. Headers and bodies are never
 * logged. A request id that came with the request is kept, and every answer names its id.
 */
export function logRequests(logger: Logger): RequestHandler {
  return pinoHttp<IncomingMessage>({
    logger,
    quietReqLogger: true,
    genReqId: (request, response) => {
      const id = requestId(request.headers['x-request-id']);
      response.setHeader('X-Request-Id', id);
      return id;
    },
    serializers: {
      req: ({ id, method, url, remoteAddress }: Record<string, unknown>) => ({ id, method, url, remoteAddress }),
      res: ({ statusCode }: Record<string, unknown>) => ({ statusCode }),
    },
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    customSuccessMessage: () => 'answered',
    customErrorMessage: () => 'failed',
  });
}

function requestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9._:/+=-]{1,128}$/.test(given) ? given : randomUUID();
}
