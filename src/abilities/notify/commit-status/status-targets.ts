import { createHash } from 'node:crypto';
import { covers } from '../../../access/namespace-pattern.ts';
import { isCommitHash, isRepositoryName } from '../../../language/flow/notify.ts';
import type { LaneAddress } from '../bull-delivery-lane.ts';
import type { StatusTarget } from '../receiver-file.ts';
import type { Commit } from './forge-request.ts';

/** All targets at the same address: one queue delivers to them. */
export interface ForgeAddress extends LaneAddress {
  readonly url: string;
}

/** The forges on which flows may show the state of executions. */
export class StatusTargets {
  readonly #targets: readonly StatusTarget[];
  readonly addresses: readonly ForgeAddress[];

  constructor(targets: readonly StatusTarget[]) {
    this.#targets = targets;
    this.addresses = [...new Set(targets.map(({ url }) => url))].map((url) => addressOf(url, targets));
  }

  /**
   * @param url only at this address
   * @returns undefined if the namespace must not show anything on the repository
   */
  find(namespace: string, { repository }: Pick<Commit, 'repository'>, url?: string): StatusTarget | undefined {
    return this.#targets.find(
      (target) =>
        (url === undefined || target.url === url) &&
        target.namespaces.some((pattern) => covers(pattern, namespace)) &&
        target.repositories.some((pattern) => includes(pattern, repository)) &&
        // Only GitLab has groups in groups.
        (target.provider === 'gitlab' || repository.split('/').length === 2),
    );
  }

  addressOf({ url }: StatusTarget): ForgeAddress | undefined {
    return this.addresses.find((address) => address.url === url);
  }
}

/** Why a commit is none; undefined if it can be used in a URL. */
export function commitProblem({ repository, sha }: Commit): string | undefined {
  if (!isRepositoryName(repository))
    return `the repository ${JSON.stringify(repository.slice(0, 100))} is not owner/name`;
  if (!isCommitHash(sha)) return `the sha ${JSON.stringify(sha.slice(0, 100))} is not the full hash of a commit`;
  return undefined;
}

/** Forges ignore the case of names. @param pattern `acme/shop`, or `acme/*` for all below */
function includes(pattern: string, repository: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), repository.toLowerCase()];
  return wanted.endsWith('/*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}

function addressOf(url: string, targets: readonly StatusTarget[]): ForgeAddress {
  const digest = createHash('sha256').update(url).digest('hex').slice(0, 12);
  const namespaces = [...new Set(targets.flatMap((target) => (target.url === url ? target.namespaces : [])))];
  return { url, queue: `status-${digest}`, name: `status:${new URL(url).host}`, namespaces };
}
