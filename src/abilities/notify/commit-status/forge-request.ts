import type { JsonObject } from '../../../base/text/json-value.ts';
import type { Forge, StatusTarget } from '../receiver-file.ts';
import type { CommitState, ShownStatus } from './commit-state.ts';

/** The commit that shows a status. */
export interface Commit {
  /** `owner/name` */
  readonly repository: string;
  readonly sha: string;
}

interface ForgeRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

interface ForgeApi {
  /** The word of the forge for a state. */
  readonly words: Readonly<Record<CommitState, string>>;
  readonly request: (target: StatusTarget, commit: Commit, status: ShownStatus) => ForgeRequest;
  /** Whether an error means that the commit shows the status already. */
  readonly isRepeated?: (status: number, body: string) => boolean;
}

const commonWords = {
  pending: 'pending',
  running: 'pending',
  success: 'success',
  failure: 'failure',
  error: 'error',
} as const;

/** https://docs.gitea.com/api and https://codeberg.org/api/swagger: `repoCreateStatus` */
const gitea: ForgeApi = {
  words: commonWords,
  request: ({ url, token }, { repository, sha }, { state, context, description, url: target }) => ({
    url: `${url}/api/v1/repos/${repository}/statuses/${sha}`,
    headers: { authorization: `token ${token}` },
    body: { state: commonWords[state], context, description, ...(target !== undefined && { target_url: target }) },
  }),
};

const gitlabWords = {
  pending: 'pending',
  running: 'running',
  success: 'success',
  failure: 'failed',
  error: 'canceled',
} as const;

const apis: Readonly<Record<Forge, ForgeApi>> = {
  /** https://docs.github.com/en/rest/commits/statuses#create-a-commit-status */
  github: {
    words: commonWords,
    request: ({ url, token }, { repository, sha }, { state, context, description, url: target }) => ({
      url: `${githubApi(url)}/repos/${repository}/statuses/${sha}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/vnd.github+json',
        'x-github-api-version': '2022-11-28',
      },
      body: { state: commonWords[state], context, description, ...(target !== undefined && { target_url: target }) },
    }),
  },
  /** https://docs.gitlab.com/api/commits/#set-commit-pipeline-status */
  gitlab: {
    words: gitlabWords,
    request: ({ url, token }, { repository, sha }, { state, context, description, url: target }) => ({
      url: `${url}/api/v4/projects/${encodeURIComponent(repository)}/statuses/${sha}`,
      headers: { 'private-token': token },
      body: {
        state: gitlabWords[state],
        name: context,
        description,
        ...(target !== undefined && { target_url: target }),
      },
    }),
    isRepeated: (status, body) => status === 400 && body.includes('Cannot transition status via'),
  },
  gitea,
  forgejo: gitea,
};

export function forgeApi(forge: Forge): ForgeApi {
  return apis[forge];
}

/** GitHub's own site has its API at another host. */
function githubApi(url: string): string {
  return new URL(url).hostname === 'github.com' ? 'https://api.github.com' : `${url}/api/v3`;
}
