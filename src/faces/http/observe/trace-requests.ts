import type { RequestHandler, Response } from 'express';
import { readTraceparent } from '../../../base/telemetry/trace-context.ts';
import type { OpenSpan, Tracing } from '../../../base/telemetry/tracing.ts';
import type { Route } from '../openapi/contract.ts';
import { whenClosed } from '../when-closed.ts';

const spanKey = 'span';

/**
 * Starts the span of a request, which continues the trace of its `traceparent`. It shows the route and never the URL,
 * whose path can contain the key of a file.
 */
export function traceRequests(tracing: Tracing, { path, method, operation }: Route): RequestHandler {
  const name = `${method.toUpperCase()} ${path}`;
  return (request, response, next) => {
    // Probes and scrapes arrive every few seconds, and their traces are of no interest.
    if (operation['x-probe'] === true) return next();
    const { traceparent } = request.headers;
    const span = tracing.start({
      name,
      kind: 'server',
      parent: readTraceparent(typeof traceparent === 'string' ? traceparent : undefined),
      attributes: {
        'http.request.method': request.method,
        'http.route': path,
        'url.scheme': request.protocol,
        'flowgate.operation': operation.operationId,
        'flowgate.request.id': String(response.getHeader('X-Request-Id')),
      },
    });
    response.locals[spanKey] = span;
    whenClosed(response, () => {
      const { statusCode: status } = response;
      span.end({
        attributes: {
          'http.response.status_code': status,
          'error.type': status >= 500 ? String(status) : undefined,
        },
        ...(status >= 500 && { status: { kind: 'error' } }),
      });
    });
    next();
  };
}

/** Runs the handler in the span of its request. Parts before it read the body, whose events belong to no span. */
export const enterSpan: RequestHandler = (_request, response, next) => {
  const span = spanOf(response);
  if (span === undefined) next();
  else span.run(next);
};

/** The trace of a request; undefined if it is not traced. */
export function traceIdOf(response: Response): string | undefined {
  return spanOf(response)?.context.traceId;
}

function spanOf(response: Response): OpenSpan | undefined {
  return response.locals[spanKey] as OpenSpan | undefined; // set only by traceRequests
}
