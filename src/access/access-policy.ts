import { priorities } from '../language/flow/lock.ts';
import type { Grant, Right } from './grant.ts';
import type { User } from './identity.ts';
import { covers } from './namespace-pattern.ts';

/**
 * The rights of users and groups by namespace (docs/reference/permissions.md). Everything that is not granted is
 * denied.
 */
export class AccessPolicy {
  readonly #grants: readonly Grant[];

  constructor(grants: readonly Grant[]) {
    this.#grants = grants;
  }

  /** @param namespace a namespace, or a pattern: then whether one grant covers all its namespaces */
  may(user: User, right: Right, namespace: string): boolean {
    return this.#grants.some(
      (grant) =>
        grant.rights.includes(right) &&
        appliesTo(grant, user) &&
        grant.namespaces.some((pattern) => covers(pattern, namespace)),
    );
  }

  /** The highest priority that a user may give to the executions of flows that they write in a namespace. */
  maxPriority(user: User, namespace: string): number {
    const found = this.#grants.filter(
      (grant) =>
        grant.rights.includes('write') &&
        appliesTo(grant, user) &&
        grant.namespaces.some((pattern) => covers(pattern, namespace)),
    );
    return Math.max(...found.map(({ maxPriority }) => maxPriority ?? priorities.default), priorities.default);
  }

  /** The grants that apply to a user. */
  grantsOf(user: User): readonly Pick<Grant, 'namespaces' | 'rights'>[] {
    return this.#grants
      .filter((grant) => appliesTo(grant, user))
      .map(({ namespaces, rights: granted }) => ({ namespaces, rights: granted }));
  }
}

function appliesTo({ subjects, groups }: Grant, user: User): boolean {
  return (
    subjects.includes('*') || subjects.includes(user.subject) || groups.some((group) => user.groups.includes(group))
  );
}
