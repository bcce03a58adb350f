import type { Identity } from './identity.ts';

/**
 * What can be done with the flows of a namespace: `read` them and their executions, `write` (create, change, delete,
 * restore), `execute` (run, stop, push, call as a subflow). None includes another.
 */
export const rights = ['read', 'write', 'execute'] as const;
export type Right = (typeof rights)[number];

/** Rights in some namespaces for some people. */
export interface Grant {
  /** Exact identifiers; `*` stands for everyone who is known. */
  readonly subjects: readonly string[];
  readonly groups: readonly string[];
  /** `*`, a namespace, or `<namespace>.*` for all those below it. */
  readonly namespaces: readonly string[];
  readonly rights: readonly Right[];
}

/** Who may do what in which namespace (docs/reference/permissions.md); what no grant gives is rejected. */
export class AccessPolicy {
  readonly #grants: readonly Grant[];

  constructor(grants: readonly Grant[]) {
    this.#grants = grants;
  }

  may(identity: Identity, right: Right, namespace: string): boolean {
    return this.#grants.some(
      (grant) =>
        grant.rights.includes(right) &&
        isMeant(grant, identity) &&
        grant.namespaces.some((pattern) => covers(pattern, namespace)),
    );
  }
}

function isMeant({ subjects, groups }: Grant, identity: Identity): boolean {
  return (
    subjects.includes('*') ||
    subjects.includes(identity.subject) ||
    groups.some((group) => identity.groups.includes(group))
  );
}

function covers(pattern: string, namespace: string): boolean {
  if (pattern === '*' || pattern === namespace) return true;
  return pattern.endsWith('.*') && namespace.startsWith(pattern.slice(0, -1));
}
