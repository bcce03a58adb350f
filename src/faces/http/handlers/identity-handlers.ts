import { effectiveGrants } from '../../../access/effective-grants.ts';
import type { ResponseBody } from '../../api-client/operation-types.ts';
import type { IdentityRules } from '../identity/identity-rules.ts';
import { surfaceRejection } from '../identity/require-surface.ts';
import { suggestedName } from '../identity/suggested-name.ts';
import type { OperationHandlers } from '../operation.ts';

/** Who the caller is. */
export function identityHandlers(rules: IdentityRules) {
  const { verifier } = rules;
  const ownName = suggestedName();
  return {
    getWhoAmI: async (request, response) => {
      const identity = await verifier.verify(request);
      const common = { identifiedBy: verifier.mode, mayChooseName: verifier.mayChooseName(request) };
      if ('unknown' in identity) {
        const { unknown: reason, hasInvalidToken = false } = identity;
        const mayUseOwn = common.mayChooseName && rules.policy === undefined;
        response.json({
          ...common,
          suggestedName: mayUseOwn ? ownName : undefined,
          reason,
          rights: hasInvalidToken ? [] : rightsOfUnknown(rules),
        });
        return;
      }
      const { subject, token } = identity;
      if (token?.surfaces.includes('http') === false) {
        response.json({ ...common, reason: surfaceRejection('http', subject), rights: [] });
        return;
      }
      const identifiedBy = token === undefined ? verifier.mode : 'token';
      response.json({ ...common, identifiedBy, subject, rights: effectiveGrants(identity, rules.policy) });
    },
  } satisfies Partial<OperationHandlers>;
}

type Rights = ResponseBody<'getWhoAmI'>['rights'];

function rightsOfUnknown({ policy, forReading }: IdentityRules): Rights {
  return policy === undefined && !forReading ? [{ namespaces: ['*'], rights: ['read'] }] : [];
}
