import type { RequestHandler, Response } from 'express';
import { AppError } from '../../problem/app-error.ts';
import { operationOf } from '../operation.ts';
import type { Identity, IdentityVerifier } from './identity.ts';

export interface IdentityRules {
  readonly verifier: IdentityVerifier;
  /** Whether reading needs an identity too, where an operation is not public. */
  readonly forReading: boolean;
}

/** Finds out who asks where the operation's contract wants to know (`security`). */
export function requireIdentity({ verifier, forReading }: IdentityRules): RequestHandler {
  return async (request, response, next) => {
    const operation = operationOf(request);
    const needed = (operation.security?.length ?? 0) > 0 || (forReading && operation['x-public'] !== true);
    if (needed) {
      const identity = await verifier.verify(request);
      if ('unknown' in identity) throw new AppError('unauthenticated', identity.unknown);
      response.locals[identityKey] = identity;
    }
    next();
  };
}

const identityKey = 'identity';

/** Who asks for a change. */
export function actorOf(response: Response): string {
  return (response.locals[identityKey] as Identity).subject; // set above for every operation that has `security`
}
