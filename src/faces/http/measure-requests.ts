import type { RequestHandler } from 'express';
import type { Metrics } from '../metrics/metrics.ts';
import { operationOf, wasRouted, type OperationHandlers } from './operation.ts';
import { whenClosed } from './when-closed.ts';

/** Measures each request that was routed to an operation. */
export function measureRequests(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const end = metrics.requestBegan(operationOf(request).operationId);
    whenClosed(response, () => end(response.statusCode));
    next();
  };
}

/** Counts the other requests. */
export function countUnrouted(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    whenClosed(response, () => {
      if (response.statusCode >= 400 && !wasRouted(request)) metrics.countUnrouted(response.statusCode);
    });
    next();
  };
}

export function metricsHandlers(metrics: Metrics) {
  return {
    getMetrics: async (_request, response) => {
      const text = await metrics.text();
      response.type('text/plain').send(text);
    },
  } satisfies Partial<OperationHandlers>;
}
