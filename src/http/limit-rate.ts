import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { AppError } from '../problem/app-error.ts';
import { clientAddress } from './client-address.ts';
import { isProbe } from './probes.ts';

/** Bounds the requests per client address and minute, probes apart. */
export function limitRate(requestsPerMinute: number): RequestHandler {
  return rateLimit({
    windowMs: 60_000,
    limit: requestsPerMinute,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    validate: false,
    // Whoever restarts what does not answer must not take a busy client for that.
    skip: ({ path }) => isProbe(path),
    keyGenerator: clientAddress,
    handler: (_request, _response, next) => {
      next(
        new AppError(
          'rate-limited',
          `More than ${requestsPerMinute} requests came from this address within a minute; wait for as long as Retry-After says.`,
        ),
      );
    },
  });
}
