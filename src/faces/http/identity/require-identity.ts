import type { Request, RequestHandler, Response } from 'express';
import { Caller } from '../../../access/caller.ts';
import { AppError } from '../../../base/problem/app-error.ts';
import { clientAddress } from '../limit-rate.ts';
import { operationOf, pathParametersOf, requiredRights } from '../operation.ts';
import { hasApiToken } from './api-token-identity.ts';
import { IdentifiedResponses } from './identified-responses.ts';
import type { IdentityRules } from './identity-rules.ts';
import type { IdentityVerifier } from './identity-verifier.ts';
import { requireSurface, requireTokenFor } from './require-surface.ts';

/**
 * Authenticates the caller if the operation requires it (`security`), and checks the rights that it requires in the
 * namespace of its path (`x-rights`). If the namespace is in the body, the services check the rights. API tokens also need
 * the surface of the operation (`x-surface`).
 */
export function requireIdentity(rules: IdentityRules): RequestHandler {
  const { verifier, forReading, policy } = rules;
  const open = new IdentifiedResponses(rules.recheckMilliseconds);
  return async (request, response, next) => {
    const { security, 'x-public': isPublic = false, 'x-surface': surface = 'http' } = operationOf(request);
    requireTokenFor(surface, request);
    // A token also limits its caller for operations that need no identity.
    const isNeededForReading = forReading || policy !== undefined || hasApiToken(request);
    const isNeeded = (security?.length ?? 0) > 0 || (isNeededForReading && !isPublic);
    const caller = isNeeded
      ? await identify(request, response, rules, open)
      : await unknownCaller(request, isPublic ? undefined : verifier);
    response.locals[callerKey] = caller;
    if (caller.identity !== undefined) requireSurface(surface, caller.identity);
    const { namespace } = pathParametersOf(request);
    if (namespace !== undefined && !isPublic)
      for (const right of requiredRights({ method: request.method, operation: operationOf(request) }))
        caller.require(right, namespace);
    next();
  };
}

async function identify(
  request: Request,
  response: Response,
  { verifier, policy }: IdentityRules,
  open: IdentifiedResponses,
): Promise<Caller> {
  const identity = await verifier.verify(request);
  if ('unknown' in identity) {
    if (identity.hasInvalidToken === true) response.set('WWW-Authenticate', invalidToken(identity.unknown));
    throw new AppError('unauthenticated', identity.unknown);
  }
  open.add(response, identity, () => verifier.verify(request));
  return Caller.of(identity, policy);
}

/** The challenge of RFC 6750, section 3, whose description has neither quotes nor backslashes. */
function invalidToken(reason: string): string {
  return `Bearer error="invalid_token", error_description="${reason.replaceAll(/[^ !#-[\]-~]/g, '')}"`;
}

/** An optional identity grants no rights; it only identifies the caller for fair scheduling. */
async function unknownCaller(request: Request, verifier: IdentityVerifier | undefined): Promise<Caller> {
  const identity = await verifier?.verify(request).catch(() => undefined);
  return Caller.unknown(
    identity === undefined || 'unknown' in identity ? { address: clientAddress(request) } : identity,
  );
}

const callerKey = 'caller';

/** The caller of a request that `requireIdentity` has accepted. */
export function callerOf(response: Response): Caller {
  return response.locals[callerKey] as Caller; // set by requireIdentity for every operation
}

/** The caller, even of a rejected request; undefined if it is unknown. */
export function callerIfKnown(response: Response): Caller | undefined {
  return response.locals[callerKey] as Caller | undefined;
}
