import type { RequestHandler } from 'express';
import { AppError } from '../../base/problem/app-error.ts';

/**
 * Rejects requests for unknown host names. This prevents DNS rebinding: a web page cannot reach a gateway on its
 * reader's machine by pointing its own host name there.
 * @param hosts lower-case names without ports; `*` allows all
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
          `Unknown host ${JSON.stringify(header.slice(0, 255))}; FLOWGATE_HOSTS allows ${hosts.join(', ')}.`,
        ),
      );
  };
}

const probes: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** Whether a path is a probe of an orchestrator, which reaches a container by its address and has no token. */
export function isProbe(path: string): boolean {
  return probes.has(path);
}
