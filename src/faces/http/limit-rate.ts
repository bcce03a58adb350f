import type { Request, RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { AppError } from '../../base/problem/app-error.ts';
import { isProbe } from './allowed-hosts.ts';

/** Limits the requests per client address and minute, except for probes. */
export function limitRate(requestsPerMinute: number): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: requestsPerMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    validate: false,
    // An orchestrator must not restart Flowgate because of a busy client.
    skip: ({ path }) => isProbe(path),
    keyGenerator: clientAddress,
    handler: (_request, _response, next) => {
      next(
        new AppError(
          'rate-limited',
          `This client address has exceeded the limit of ${requestsPerMinute} requests per minute; retry after the time in Retry-After.`,
        ),
      );
    },
  });
}

/** Identifies a client by its address, or by its network for IPv6. A Unix socket has no address. */
export function clientAddress({ ip }: Request): string {
  return ip === undefined ? 'local' : ipKeyGenerator(ip);
}
