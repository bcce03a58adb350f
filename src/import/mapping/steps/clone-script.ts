/** What differs in every checkout. */
export const gitDiffers =
  'git on the agent needs its own access; there is no changelog, and no variables such as GIT_COMMIT';

/** Fetches a revision into the current folder. The same again if the task is retried. */
export function cloneScript(url: string, revision: string, branch?: string): string {
  return [
    'git init -q',
    `git fetch -q --force --tags ${url} ${revision}`,
    branch === undefined
      ? 'git checkout -q --force --detach FETCH_HEAD'
      : `git checkout -q --force -B ${branch} FETCH_HEAD`,
  ].join('\n');
}
