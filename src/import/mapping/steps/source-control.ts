import type { Expression } from '../../groovy/syntax.ts';
import { checkoutDiffers, checkoutOfJob, cloneScript, gitDiffers, gitProblem } from '../agents/checkouts.ts';
import { taskIdIn, type Mapped, type Scope } from '../context/job-mapping.ts';
import type { ByHand } from '../drafts/draft-flow.ts';
import { shellWordOf } from '../scripts/shell-of.ts';
import { onAgent, shellTask } from '../scripts/shell-task.ts';
import { constantOf, type Constant } from '../values/values.ts';
import { folderOf } from './folders.ts';
import {
  alwaysByHand,
  constant,
  itemsOf,
  mapped,
  settingsOf,
  type Step,
  type StepHandler,
  type StepTable,
} from './step.ts';

const checkout: StepHandler = (step, scope) => {
  const source = step.named.get('scm');
  if (source === undefined) return { byHand: 'it specifies no source' };
  if (source.kind === 'name' && source.name === 'scm') {
    return mapped([checkoutOfJob(step.call, scope)], checkoutDiffers(scope.job.facts.repository));
  }
  const entries = settingsOf(source);
  const kind = kindOf(source, entries, scope);
  if (entries === undefined || (kind !== 'scmGit' && kind !== 'GitSCM'))
    return { byHand: 'it does not check out a Git repository' };
  return checkoutGit(entries, step, scope);
};

function checkoutGit(entries: ReadonlyMap<string, Expression>, step: Step, scope: Scope): Mapped | ByHand {
  const remotes = itemsOf(entries.get('userRemoteConfigs'));
  const branches = itemsOf(entries.get('branches'));
  const remote = settingsOf(remotes?.[0]);
  const url = remote?.get('url');
  if (url === undefined || remotes?.length !== 1 || (branches !== undefined && branches.length !== 1))
    return { byHand: 'it has several repositories or branches, or computed ones' };
  const branch = branches === undefined ? undefined : settingsOf(branches[0])?.get('name');
  if (branches !== undefined && branch === undefined) return { byHand: 'its branch is computed' };
  const name = branch === undefined ? undefined : branchName(branch, scope);
  if (name !== undefined && 'byHand' in name) return name;
  const address = shellWordOf(url, scope);
  if ('byHand' in address) return address;
  const extensions = extensionsOf(entries.get('extensions'), scope);
  if ('byHand' in extensions) return extensions;
  const folder = extensions.folder === undefined ? undefined : folderOf(extensions.folder, scope);
  if (folder !== undefined && 'byHand' in folder) return folder;
  const target = folder?.folder === undefined ? scope : { ...scope, folder: folder.folder };
  const problem = gitProblem(address.text) ?? gitProblem(name?.text ?? 'HEAD');
  if (problem !== undefined) return { byHand: problem };
  const script = cloneScript(address.text, name?.text ?? 'HEAD');
  const task = shellTask({ script }, step.call, taskIdIn(scope, 'checkout'), onAgent(target));
  const unused = extensions.unused.length === 0 ? [] : [`it ignores ${extensions.unused.join(', ')}`];
  return mapped([task], [...address.differs, ...(name?.differs ?? []), gitDiffers, ...unused]);
}

/** A branch without the patterns of Jenkins: of `*\/main`, `main`. */
function branchName(branch: Expression, scope: Scope): { text: string; differs: readonly string[] } | ByHand {
  const value = constantOf(branch, scope);
  const literal =
    typeof value === 'string'
      ? value.replace(/^(?:\*\*?\/|refs\/heads\/|(?:refs\/remotes\/)?origin\/)/, '')
      : undefined;
  if (literal === undefined && branch.kind === 'template') {
    const [first, ...others] = branch.parts;
    if (typeof first !== 'string') return shellWordOf(branch, scope);
    const rest = first.replace(/^(?:\*\*?\/|refs\/heads\/|(?:refs\/remotes\/)?origin\/)/, '');
    if (rest.includes('*')) return { byHand: 'its branch is a pattern' };
    return shellWordOf({ ...branch, parts: rest === '' ? others : [rest, ...others] }, scope);
  }
  if (literal === undefined) return shellWordOf(branch, scope);
  if (literal === '' || /[*?:^~\s]/.test(literal)) return { byHand: 'its branch is a pattern' };
  return shellWordOf({ kind: 'literal', value: literal, start: branch.start, end: branch.end }, scope);
}

/** The target folder, and what else the extensions do. */
function extensionsOf(
  expression: Expression | undefined,
  scope: Scope,
): { readonly folder?: Expression; readonly unused: readonly string[] } | ByHand {
  if (expression === undefined) return { unused: [] };
  const unused: string[] = [];
  let folder: Expression | undefined;
  const items = itemsOf(expression);
  if (items === undefined) return { byHand: 'its extensions are computed' };
  for (const item of items) {
    const settings = settingsOf(item);
    const kind = kindOf(item, settings, scope);
    if (typeof kind !== 'string') return { byHand: 'its extensions are computed' };
    const target = settings?.get('relativeTargetDir');
    if (target !== undefined) folder = target;
    else unused.push(kind);
  }
  return { unused, ...(folder !== undefined && { folder }) };
}

function kindOf(item: Expression, named: ReadonlyMap<string, Expression> = new Map(), scope: Scope): Constant {
  return item.kind === 'call' ? item.name : constant({ named }, '$class', scope);
}

const git: StepHandler = (step, scope) => {
  const url = step.named.get('url');
  if (url === undefined) return { byHand: 'it has no URL' };
  const address = shellWordOf(url, scope);
  if ('byHand' in address) return address;
  const branch = step.named.get('branch');
  const name = branch === undefined ? { text: 'master', differs: [] } : branchName(branch, scope);
  if ('byHand' in name) return name;
  const problem = gitProblem(address.text) ?? gitProblem(name.text);
  if (problem !== undefined) return { byHand: problem };
  const script = cloneScript(address.text, name.text, name.text);
  const task = shellTask({ script }, step.call, taskIdIn(scope, 'checkout'), onAgent(scope));
  return mapped([task], [...address.differs, ...name.differs, gitDiffers]);
};

export const sourceControlSteps: StepTable = {
  checkout: { main: 'scm', arguments: 'scm changelog poll', map: checkout },
  git: { main: 'url', arguments: 'url branch credentialsId changelog poll', map: git },
  svn: alwaysByHand('it does not check out a Git repository'),
};
