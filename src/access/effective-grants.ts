import type { AccessPolicy } from './access-policy.ts';
import { rights as allRights, type Grant, type Right } from './grant.ts';
import { personOf, type Identity } from './identity.ts';
import { commonNamespaces, covers } from './namespace-pattern.ts';

/** Rights in namespaces. */
export type Grants = readonly Pick<Grant, 'namespaces' | 'rights'>[];

/**
 * Whether a caller has a right. An API token has only rights that it was given and that its creator still has, so a
 * policy that removes rights from a user also removes them from the user's tokens.
 * @param policy without a policy, users have all rights
 */
export function mayDo(identity: Identity, policy: AccessPolicy | undefined, right: Right, namespace: string): boolean {
  return isInScope(identity, right, namespace) && (policy?.may(personOf(identity), right, namespace) ?? true);
}

function isInScope({ token }: Identity, right: Right, namespace: string): boolean {
  if (token === undefined) return true;
  return token.rights.includes(right) && token.namespaces.some((pattern) => covers(pattern, namespace));
}

/** All that a caller may do, as `mayDo` decides it. */
export function effectiveGrants(identity: Identity, policy: AccessPolicy | undefined): Grants {
  const granted: Grants = policy?.grantsOf(personOf(identity)) ?? [{ namespaces: ['*'], rights: allRights }];
  const { token } = identity;
  if (token === undefined) return granted;
  return granted
    .map(({ namespaces, rights }) => ({
      namespaces: commonNamespaces(namespaces, token.namespaces),
      rights: rights.filter((right) => token.rights.includes(right)),
    }))
    .filter(({ namespaces, rights }) => namespaces.length > 0 && rights.length > 0);
}
