import { plainTypes } from '../../../language/input-types/input-types.ts';
import type { Span } from '../../groovy/syntax.ts';
import type { Directives, Repository } from '../../pipeline/pipeline.ts';
import { taskIdIn, type Scope } from '../context/job-mapping.ts';
import type { DraftTask } from '../drafts/draft-flow.ts';
import { onAgent, shellTask } from '../scripts/shell-task.ts';

/** The inputs of a flow that name the source of its job. */
const sourceInputs = { repository: 'REPOSITORY', revision: 'REVISION' } as const;

/** Checks out the source of the job: the flow gets inputs for the repository and the revision. */
export function checkoutOfJob(span: Span, scope: Scope): DraftTask {
  const { repository, revision } = sourceInputs;
  const { inputs } = scope.job.flow;
  const known = defaultsOf(scope.job.facts.repository);
  const add = (id: string, description: string, defaults: string | undefined): void => {
    if (inputs.has(id)) return;
    const properties = { type: plainTypes.string, ...(defaults !== undefined && { defaults }), description };
    inputs.set(id, { properties, comments: [] });
  };
  add(repository, 'The URL of the Git repository that the job builds.', known.url);
  add(revision, 'The branch, tag or commit to build.', known.revision);
  const script = cloneScript(`"{{ inputs.${repository} }}"`, `"{{ inputs.${revision} }}"`);
  return shellTask({ script }, span, taskIdIn(scope, 'checkout'), onAgent(scope));
}

/** What the inputs have as defaults: no password in a URL, and no pattern of branches, of which Jenkins chooses one. */
function defaultsOf(repository: Repository | undefined): { readonly url?: string; readonly revision?: string } {
  if (repository === undefined) return { revision: 'HEAD' };
  const { url, branch = 'HEAD' } = repository;
  const isSafe = !/[{}$\s]/.test(url) && !/^[a-z]+:\/\/[^/@]*:[^/@]*@/i.test(url);
  return { ...(isSafe && { url }), ...(/^[\w][\w./-]*$/.test(branch) && { revision: branch }) };
}

/** What differs in a checkout of the source of the job. */
export function checkoutDiffers(known: Repository | undefined): readonly string[] {
  const { repository, revision } = sourceInputs;
  const { url, revision: ofJob } = defaultsOf(known);
  const without = [...(url === undefined ? [repository] : []), ...(ofJob === undefined ? [revision] : [])];
  const unset = known === undefined || without.length === 0 ? '' : `, and ${without.join(' and ')} must be given`;
  return [`the inputs ${repository} and ${revision} say what is built${unset}`, gitDiffers];
}

/** The checkout that Jenkins does by itself when the flow starts, if the repository is known. */
export function checkoutOfFlow(scope: Scope): readonly DraftTask[] {
  const { defaultCheckout, repository } = scope.job.facts;
  if (defaultCheckout?.isOfFlow !== true || repository === undefined) return [];
  return [checkoutOfJob(defaultCheckout.firstAgent, scope)];
}

/** The same on the agent of a stage that has a workspace of its own. */
export function checkoutOfStage(
  { agent, options }: Pick<Directives, 'agent' | 'options'>,
  { outer, inside }: { readonly outer: Scope; readonly inside: Scope },
): readonly DraftTask[] {
  const { defaultCheckout, repository } = inside.job.facts;
  const isElsewhere = agent !== undefined && inside.workspace !== outer.workspace;
  const isSkipped = options.some(({ name }) => name === 'skipDefaultCheckout');
  if (defaultCheckout === undefined || repository === undefined || !isElsewhere || isSkipped) return [];
  return [checkoutOfJob(agent, inside)];
}

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
