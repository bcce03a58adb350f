import type { ErrorRequestHandler, RequestHandler } from 'express';

/** A handler, or one for the errors of those before it. */
export type Middleware = RequestHandler | ErrorRequestHandler;

/**
 * One handler that calls others in order, with the rules of Express: after an error, only handlers for errors are called,
 * and an error that none of them handles is passed on. Express would search for every handler again, which costs as much
 * as the handlers themselves.
 */
export function inOrder(handlers: readonly Middleware[]): RequestHandler {
  return (request, response, done) => {
    let position = 0;
    const next = (error?: unknown): void => {
      const handler = handlers[position];
      position += 1;
      if (handler === undefined) {
        done(error);
        return;
      }
      if (isForErrors(handler) !== Boolean(error)) {
        next(error);
        return;
      }
      try {
        const result: unknown = isForErrors(handler)
          ? handler(error, request, response, next)
          : handler(request, response, next);
        // oxlint-disable-next-line promise/no-promise-in-callback, promise/no-callback-in-promise -- Express knows callbacks
        if (result instanceof Promise) result.catch((rejection: unknown) => next(rejection ?? new Error('Rejected')));
      } catch (thrown) {
        next(thrown ?? new Error('Thrown'));
      }
    };
    next();
  };
}

/** As Express tells them apart. */
function isForErrors(handler: Middleware): handler is ErrorRequestHandler {
  return handler.length === 4;
}
