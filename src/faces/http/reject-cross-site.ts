import type { Request, RequestHandler } from 'express';
import { AppError } from '../../base/problem/app-error.ts';

/**
 * Rejects changes that a web page of another origin requests. A browser sends the cookie or certificate with which a
 * proxy authenticates the user with every request, so another page could otherwise act on behalf of its visitor.
 * Programs send neither Sec-Fetch-Site nor Origin, and are not affected.
 *
 * Sec-Fetch-Site decides if it is present, because no page can forge it. Browsers omit it over plain HTTP, so there,
 * Origin must match the host of the request. `same-site` is rejected too, because other hosts of the domain are not
 * trusted.
 */
export const rejectCrossSite: RequestHandler = (request, _response, next) => {
  const origin = foreignOrigin(request);
  if (origin === undefined) next();
  else
    next(
      new AppError(
        'cross-site-request',
        `A web page of another origin (${origin}) sent this ${request.method} request; only pages of Flowgate itself may. If this is Flowgate's own page, its proxy must pass on the header Host, or set X-Forwarded-Host.`,
      ),
    );
};

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The origin of the page that sent the request, if known; undefined if the page may send it. */
function foreignOrigin({ method, headers, host }: Request): string | undefined {
  if (safeMethods.has(method)) return undefined;
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site === undefined && (origin === undefined || hostOf(origin) === host?.toLowerCase())) return undefined;
  if (site === 'same-origin' || site === 'none') return undefined;
  return origin === undefined ? 'unknown' : JSON.stringify(origin.slice(0, 255));
}

/** The host with its port. The scheme cannot be compared: a proxy may have decrypted the request. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
