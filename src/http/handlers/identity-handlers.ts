import { rights as allRights } from '../../access/access-policy.ts';
import type { Identity } from '../../access/identity.ts';
import type { ResponseBody } from '../../contract/operation-types.ts';
import type { IdentityRules } from '../identity/require-identity.ts';
import type { OperationHandlers } from '../operation.ts';

/** Who the caller is. */
export function identityHandlers(rules: IdentityRules) {
  const { verifier } = rules;
  return {
    getWhoAmI: async (request, response) => {
      const identity = await verifier.verify(request);
      const common = { identifiedBy: verifier.mode, mayChooseName: verifier.mayChooseName(request) };
      response.json(
        'unknown' in identity
          ? { ...common, reason: identity.unknown, rights: rightsOfUnknown(rules) }
          : { ...common, subject: identity.subject, rights: rightsOf(identity, rules) },
      );
    },
  } satisfies Partial<OperationHandlers>;
}

type Rights = ResponseBody<'getWhoAmI'>['rights'];

/** Without a policy, all authenticated users have all rights. */
function rightsOf(identity: Identity, { policy }: IdentityRules): Rights {
  return policy?.grantsOf(identity) ?? [{ namespaces: ['*'], rights: allRights }];
}

function rightsOfUnknown({ policy, forReading }: IdentityRules): Rights {
  return policy === undefined && !forReading ? [{ namespaces: ['*'], rights: ['read'] }] : [];
}
