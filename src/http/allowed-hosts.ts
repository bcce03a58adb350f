import type { RequestHandler } from 'express';
import { AppError } from '../problem/app-error.ts';
import { isProbe } from './probes.ts';

/**
 * Answers only for the given host names, so that a web page cannot reach a gateway on its reader's own machine by
 * pointing its own name there.
 * @param hosts in lower case without a port; `*` allows all
 */
export function allowedHosts(hosts: readonly string[]): RequestHandler {
  const allowed = new Set(hosts);
  return (request, _response, next) => {
    const header = request.headers.host ?? '';
    const name = header.replace(/:\d*$/, '').toLowerCase();
    if (allowed.has(name) || allowed.has('*') || isProbe(request.path)) next();
    else
      next(
        new AppError(
          'host-not-allowed',
          `The host ${JSON.stringify(header.slice(0, 255))} is not served here; FLOWGATE_HOSTS allows ${hosts.join(', ')}.`,
        ),
      );
  };
}
