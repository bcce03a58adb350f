import type { Environment } from '../../../base/config/environment.ts';
import type { GatewayConnection } from '../gateway/gateway-connection.ts';
import { UsageError } from '../terminal.ts';

/** A repository that owns the namespaces it applies, at a commit. */
export interface RepositoryOwner {
  readonly repository: string;
  readonly commit: string;
  /** The page of the repository. */
  readonly url?: string;
  readonly commitUrl?: string;
}

/** How to link to commits: GitHub, Gitea and Forgejo have one form, GitLab another. */
type Forge = 'github' | 'gitlab';

const commitPaths: Readonly<Record<Forge, string>> = { github: '/commit/', gitlab: '/-/commit/' };

/** Variables of CI systems; Gitea and Forgejo have those of GitHub. */
export const ownerVariables = {
  GITHUB_SERVER_URL: 'with GITHUB_REPOSITORY, the default of --owner-url',
  GITHUB_REPOSITORY: 'with GITHUB_SERVER_URL, the default of --owner-url',
  CI_PROJECT_URL: 'the default of --owner-url on GitLab',
  GIT_URL: 'the default of --owner-url on Jenkins',
} as const;

/** @throws {UsageError} unless the word is `NAME@COMMIT` */
export function ownerOf(word: string): Pick<RepositoryOwner, 'repository' | 'commit'> {
  const [, repository, commit] = /^([a-z0-9][a-z0-9._/-]{0,99})@([0-9a-f]{4,64})$/i.exec(word) ?? [];
  if (repository !== undefined && commit !== undefined) return { repository, commit: commit.toLowerCase() };
  throw new UsageError(
    `--owner is ${JSON.stringify(word)}; it must be the name of a repository and the hash of a commit, such as web@3f2a1c.`,
  );
}

/** The links of an owner. @param given `--owner-url` @throws {UsageError} if that is no HTTP or HTTPS URL */
export function ownerLinks(
  commit: string,
  given: string | undefined,
  environment: Environment,
): Pick<RepositoryOwner, 'url' | 'commitUrl'> {
  const job = repositoryIn(environment);
  const text = given ?? job?.text;
  const url = text === undefined ? undefined : webPage(text);
  if (given !== undefined && url === undefined)
    throw new UsageError('--owner-url must be a URL that starts with http:// or https://.');
  if (url === undefined) return {};
  // The job says which forge its own host is; for other hosts, the name has to.
  const isHostOfJob = job !== undefined && webPage(job.text)?.host === url.host;
  const forge = (isHostOfJob ? job.forge : undefined) ?? forgeOf(url);
  return { url: url.href, ...(forge && { commitUrl: `${url.href}${commitPaths[forge]}${commit}` }) };
}

function repositoryIn({
  GITHUB_SERVER_URL: server = '',
  GITHUB_REPOSITORY: name = '',
  CI_PROJECT_URL: project = '',
  GIT_URL: clone = '',
}: Environment): { readonly text: string; readonly forge?: Forge } | undefined {
  if (server !== '' && name !== '') return { text: `${server}/${name}`, forge: 'github' };
  if (project !== '') return { text: project, forge: 'gitlab' };
  return clone === '' ? undefined : { text: clone };
}

/** The page of a repository, from its URL or that of a clone, without a user. Undefined if it has no page. */
function webPage(text: string): { readonly href: string; readonly host: string } | undefined {
  const [, host, path] = /^(?:ssh:\/\/)?git@([^:/]+)(?::\d+\/|[:/])(.+)$/.exec(text) ?? [];
  const address = host === undefined ? text : `https://${host}/${path}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return undefined;
  const page = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  return { href: `${url.origin}${page}`, host: url.hostname };
}

function forgeOf({ host }: { readonly host: string }): Forge | undefined {
  if (host.includes('gitlab')) return 'gitlab';
  return /github|gitea|forgejo|codeberg/.test(host) ? 'github' : undefined;
}

/** The repository that owns each namespace, for those that have an owner. */
export async function readOwners({ client, body }: GatewayConnection): Promise<ReadonlyMap<string, string>> {
  const { namespaces } = await body(client.GET('/namespaces'), ['namespaces']);
  return new Map(namespaces.flatMap(({ namespace, owner }) => (owner ? [[namespace, owner.repository]] : [])));
}
