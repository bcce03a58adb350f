import type { RequestHandler, Response } from 'express';

/** Serves HEAD as GET; Node leaves the body out of the answer by itself. */
export const serveHeadAsGet: RequestHandler = (request, response, next) => {
  response.locals[headKey] = request.method === 'HEAD';
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

const headKey = 'isHead';

/** Whether nobody waits for a body, for those that take long to end. */
export function isHead(response: Response): boolean {
  return response.locals[headKey] === true;
}
