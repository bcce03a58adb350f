import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { expect, it } from 'vitest';
import { inOrder, type Middleware } from '../../../src/faces/http/in-order.ts';

/** What is called, and what is passed on at the end. */
async function called(handlers: Readonly<Record<string, Middleware>>): Promise<readonly unknown[]> {
  const names: unknown[] = [];
  const noted = Object.entries(handlers).map(([name, handler]): Middleware => {
    if (handler.length === 4)
      return (error: unknown, request: Request, response: Response, next: () => void) => {
        names.push(name);
        return (handler as (...args: unknown[]) => void)(error, request, response, next);
      };
    return (request: Request, response: Response, next: () => void) => {
      names.push(name);
      return (handler as (...args: unknown[]) => unknown)(request, response, next) as void;
    };
  });
  const end = await new Promise<unknown>((resolve) => {
    void inOrder(noted)({} as Request, {} as Response, resolve);
  });
  return end === undefined ? names : [...names, end];
}

const pass: RequestHandler = (_request, _response, next) => next();
const recover: ErrorRequestHandler = (_error, _request, _response, next) => next();
const rethrow: ErrorRequestHandler = (error, _request, _response, next) => next(error);

it('calls handlers in order, and those for errors only after an error', async () => {
  expect(await called({ first: pass, recover, second: pass })).toEqual(['first', 'second']);
});

it('skips to the next handler for errors, however the error arises', async () => {
  const error = new Error('wrong');
  const failures: readonly RequestHandler[] = [
    (_request, _response, next) => next(error),
    () => {
      throw error;
    },
    () => Promise.reject(error),
  ];
  for (const failing of failures) {
    expect(await called({ failing, skipped: pass, recover, last: pass })).toEqual(['failing', 'recover', 'last']);
    expect(await called({ failing, rethrow, skipped: pass })).toEqual(['failing', 'rethrow', error]);
  }
});
