import type { RequestHandler, Response } from 'express';

/** Serves HEAD as GET; Node.js omits the body of the response. */
export const serveHeadAsGet: RequestHandler = (request, response, next) => {
  response.locals[headKey] = request.method === 'HEAD';
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

const headKey = 'isHead';

/** Whether the request is a HEAD request, so that long-running handlers can skip the body. */
export function isHead(response: Response): boolean {
  return response.locals[headKey] === true;
}
