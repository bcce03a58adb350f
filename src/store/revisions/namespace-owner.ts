/** A commit of a repository, from which flows were stored. */
export interface RepositoryCommit {
  /** The name that the repository has given itself. */
  readonly repository: string;
  /** The hash of the commit, or its beginning, in hexadecimal. */
  readonly commit: string;
  /** The page of the commit; HTTP or HTTPS. */
  readonly commitUrl?: string;
}

/** The repository that alone may change the flows of a namespace; the commit is the latest one that was applied. */
export interface NamespaceOwner extends RepositoryCommit {
  /** Where to change the flows; HTTP or HTTPS. */
  readonly url?: string;
  /** ISO 8601 in UTC. */
  readonly claimedAt: string;
  readonly claimedBy: string;
}

export interface NamespaceClaim {
  readonly namespace: string;
  readonly owner: NamespaceOwner;
  /** Whether the namespace is taken from another owner. */
  readonly takesOver: boolean;
}

export type ClaimOutcome =
  /** `previous` is the owner until then. */
  | { readonly outcome: 'claimed'; readonly previous?: NamespaceOwner }
  | { readonly outcome: 'owned'; readonly owner: NamespaceOwner };
