import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../base/problem/app-error.ts';
import type { ClaimOutcome, NamespaceOwner } from '../../store/revisions/namespace-owner.ts';
import type { RedisRevisionStore } from '../../store/revisions/redis-revision-store.ts';
import { ownedByRepository } from './check/flow-errors.ts';

export interface Namespace {
  readonly namespace: string;
  /** The number of its flows. */
  readonly flows: number;
  readonly owner?: NamespaceOwner;
}

/** Namespaces, and the repositories that own them (docs/reference/stored-flows.md). */
export class NamespaceService {
  readonly #deps;

  constructor(deps: {
    readonly store: Pick<RedisRevisionStore, 'overview' | 'owner' | 'owners' | 'claim' | 'release'>;
    readonly now: () => Date;
  }) {
    this.#deps = deps;
  }

  /** The namespaces that the caller may read and that have flows or an owner, sorted by name. */
  async list(caller: Caller): Promise<readonly Namespace[]> {
    const [{ counts }, owners] = await Promise.all([this.#deps.store.overview(), this.#deps.store.owners()]);
    return [...new Set([...counts.keys(), ...owners.keys()])]
      .filter((namespace) => caller.may('read', namespace))
      .toSorted()
      .map((namespace) => ({ namespace, flows: counts.get(namespace) ?? 0, owner: owners.get(namespace) }));
  }

  /**
   * Makes a repository the owner of a namespace, or notes the commit of its owner. Links that are not given stay those of
   * the same repository.
   * @returns the owner, and the one until then
   * @throws {AppError} owned-by-repository if another repository owns it, unless it is taken over
   */
  async claim(
    namespace: string,
    claimed: Pick<NamespaceOwner, 'repository' | 'commit' | 'commitUrl' | 'url'>,
    { caller, takesOver }: { readonly caller: Caller; readonly takesOver: boolean },
  ): Promise<{ readonly owner: NamespaceOwner; readonly previous?: NamespaceOwner }> {
    const known = await this.#deps.store.owner(namespace);
    const links = known?.repository === claimed.repository ? linksAt(known, claimed) : {};
    const owner = { ...claimed, ...links, claimedAt: this.#deps.now().toISOString(), claimedBy: caller.subject };
    const outcome: ClaimOutcome = await this.#deps.store.claim({ namespace, owner, takesOver });
    if (outcome.outcome === 'owned') throw ownedByRepository(namespace, outcome.owner);
    return { owner, previous: outcome.previous };
  }

  /** @returns the owner until then @throws {AppError} owner-not-found */
  async release(namespace: string): Promise<NamespaceOwner> {
    const owner = await this.#deps.store.release(namespace);
    if (owner === undefined) throw new AppError('owner-not-found', `The namespace ${namespace} has no owner.`);
    return owner;
  }

  /** @throws {AppError} owned-by-repository */
  async requireUnowned(namespace: string): Promise<void> {
    const owner = await this.#deps.store.owner(namespace);
    if (owner !== undefined) throw ownedByRepository(namespace, owner);
  }
}

/** The links of a claim, with those of the earlier one where it has none. A page of a commit ends with its hash. */
function linksAt(
  known: NamespaceOwner,
  { commit, commitUrl, url = known.url }: Pick<NamespaceOwner, 'commit' | 'commitUrl' | 'url'>,
): Pick<NamespaceOwner, 'commitUrl' | 'url'> {
  const isKnownPage = url === known.url && known.commitUrl?.endsWith(known.commit) === true;
  const page = isKnownPage ? known.commitUrl.slice(0, -known.commit.length) + commit : undefined;
  return { url, commitUrl: commitUrl ?? page };
}
