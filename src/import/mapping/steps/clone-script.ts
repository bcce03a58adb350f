/** What differs in every checkout. */
export const gitDiffers =
  'git on the agent needs its own access; there is no changelog, and no variables such as GIT_COMMIT';

/**
 * Fetches a revision into the current folder. The same again if the task is retried. A value that a caller chooses must not
 * become an option of git, or name a transport that runs a command (docs/explanation/security-model.md).
 * @param url a quoted word of a shell, as the others
 */
export function cloneScript(url: string, revision: string, branch?: string): string {
  const values = [...new Set([url, revision, ...(branch === undefined ? [] : [branch])])].filter(isValue);
  return [
    ...(values.length === 0 ? [] : refusing(values)),
    'git init -q',
    `git fetch -q --force --tags -- ${url} ${revision}`,
    branch === undefined
      ? 'git checkout -q --force --detach FETCH_HEAD'
      : `git checkout -q --force -B ${branch} FETCH_HEAD`,
  ].join('\n');
}

/** Why a constant URL or branch of a job cannot be an argument of git; undefined if it can. */
export function gitProblem(word: string): string | undefined {
  const text = word.replace(/^"/, '');
  // oxlint-disable-next-line no-control-regex -- exactly these are meant
  return !isValue(word) && /^-|^\w+::|[\u0000-\u001F\u007F]/.test(text)
    ? 'git would read its URL or branch as an option or a command'
    : undefined;
}

/** Whether only the run knows what a word is. */
const isValue = (word: string): boolean => /\{\{|\$/.test(word);

function refusing(values: readonly string[]): readonly string[] {
  return [
    'export GIT_ALLOW_PROTOCOL=https:ssh:http:git:file',
    `for value in ${values.join(' ')}; do`,
    '  case $value in -* | ext::* | *[[:cntrl:]]*)',
    `    echo 'A URL or revision must not start with "-" or "ext::", or contain control characters.' >&2`,
    '    exit 1 ;;',
    '  esac',
    'done',
  ];
}
