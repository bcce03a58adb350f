import type { Request, RequestHandler, Response } from 'express';
import type { AccessPolicy, Right } from '../../access/access-policy.ts';
import { Caller } from '../../access/caller.ts';
import { AppError } from '../../problem/app-error.ts';
import { clientAddress } from '../client-address.ts';
import { operationOf, pathParametersOf } from '../operation.ts';
import type { IdentityVerifier } from './identity-verifier.ts';

export interface IdentityRules {
  readonly verifier: IdentityVerifier;
  /** Whether reading needs an identity too, where an operation is not public; with a policy it does. */
  readonly forReading: boolean;
  /** Who may do what; everyone who is known may do all when there is none. */
  readonly policy?: AccessPolicy;
}

/**
 * Finds out who asks where the operation's contract wants to know (`security`), and whether they have the rights that
 * it wants in the namespace of its path (`x-rights`). Where the namespace is in the body, the services ask.
 */
export function requireIdentity({ verifier, forReading, policy }: IdentityRules): RequestHandler {
  return async (request, response, next) => {
    const { security, 'x-public': isPublic = false } = operationOf(request);
    const isNeeded = (security?.length ?? 0) > 0 || ((forReading || policy !== undefined) && !isPublic);
    const caller = isNeeded
      ? await identify(request, { verifier, policy })
      : await unknownCaller(request, isPublic ? undefined : verifier);
    response.locals[callerKey] = caller;
    const { namespace } = pathParametersOf(request);
    if (namespace !== undefined && !isPublic) for (const right of rightsFor(request)) caller.demand(right, namespace);
    next();
  };
}

async function identify(
  request: Request,
  { verifier, policy }: Pick<IdentityRules, 'verifier' | 'policy'>,
): Promise<Caller> {
  const identity = await verifier.verify(request);
  if ('unknown' in identity) throw new AppError('unauthenticated', identity.unknown);
  return Caller.of(identity, policy);
}

/** An identity that is not required gives no rights, but a turn of one's own. */
async function unknownCaller(request: Request, verifier: IdentityVerifier | undefined): Promise<Caller> {
  const identity = await verifier?.verify(request).catch(() => undefined);
  return Caller.unknown(
    identity === undefined || 'unknown' in identity ? { address: clientAddress(request) } : identity,
  );
}

function rightsFor(request: Request): readonly Right[] {
  return operationOf(request)['x-rights'] ?? (request.method === 'GET' ? ['read'] : ['write']);
}

const callerKey = 'caller';

/** Who asks, once they have passed. */
export function callerOf(response: Response): Caller {
  return response.locals[callerKey] as Caller; // set above for every operation
}

/** Who asked, also where the request was rejected; undefined when that was not found out. */
export function callerIfKnown(response: Response): Caller | undefined {
  return response.locals[callerKey] as Caller | undefined;
}
