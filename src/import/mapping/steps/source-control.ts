import type { Expression } from '../../groovy/syntax.ts';
import { constantOf } from '../constant-of.ts';
import type { ByHand } from '../draft-task.ts';
import type { Mapping, Step, StepHandler } from '../mapping.ts';
import type { Mapped, Scope } from '../scope.ts';
import { shellWordOf } from '../shell-of.ts';
import { cloneScript, gitDiffers, gitProblem } from './clone-script.ts';
import { folderOf } from './folders.ts';
import { checkoutDiffers, checkoutOfJob } from './job-checkout.ts';
import { isByHand, itemsOf, mapped, stepId } from './reading.ts';
import { shellTask, withoutContainer } from './shell-task.ts';
import { entriesOf, otherArguments, toStep } from './to-step.ts';

const checkout: StepHandler = (step, scope, mapping) => {
  const other = otherArguments(step, ['scm', 'changelog', 'poll']);
  if (other !== undefined) return other;
  const source = step.named.get('scm');
  if (source === undefined) return { byHand: 'it specifies no source' };
  if (source.kind === 'name' && source.name === 'scm') {
    return mapped([checkoutOfJob(step.call, scope, mapping)], checkoutDiffers(mapping.repository));
  }
  const entries = entriesOf(source) ?? (source.kind === 'call' ? toStep(source).named : undefined);
  const kind =
    source.kind === 'call' ? source.name : entries === undefined ? undefined : constantIn(entries, '$class', scope);
  if (entries === undefined || (kind !== 'scmGit' && kind !== 'GitSCM'))
    return { byHand: 'it does not check out a Git repository' };
  return checkoutGit(entries, step, scope, mapping);
};

function checkoutGit(
  entries: ReadonlyMap<string, Expression>,
  step: Step,
  scope: Scope,
  mapping: Mapping,
): Mapped | ByHand {
  const remotes = itemsOf(entries.get('userRemoteConfigs'));
  const branches = itemsOf(entries.get('branches'));
  const remote = settingsOf(remotes?.[0]);
  const url = remote?.get('url');
  if (url === undefined || remotes?.length !== 1 || (branches !== undefined && branches.length !== 1))
    return { byHand: 'it has several repositories or branches, or computed ones' };
  const branch = branches === undefined ? undefined : settingsOf(branches[0])?.get('name');
  if (branches !== undefined && branch === undefined) return { byHand: 'its branch is computed' };
  const name = branch === undefined ? undefined : branchName(branch, scope);
  if (name !== undefined && isByHand(name)) return name;
  const address = shellWordOf(url, scope);
  if (isByHand(address)) return address;
  const extensions = extensionsOf(entries.get('extensions'), scope);
  if (isByHand(extensions)) return extensions;
  const folder = extensions.folder === undefined ? undefined : folderOf(extensions.folder, scope);
  if (folder !== undefined && isByHand(folder)) return folder;
  const inside = folder?.folder === undefined ? scope : { ...scope, folder: folder.folder };
  const problem = gitProblem(address.text) ?? gitProblem(name?.text ?? 'HEAD');
  if (problem !== undefined) return { byHand: problem };
  const script = cloneScript(address.text, name?.text ?? 'HEAD');
  const task = shellTask({ script }, step.call, stepId(mapping, scope, 'checkout'), withoutContainer(inside));
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
    const kind =
      item.kind === 'call' ? item.name : settings === undefined ? undefined : constantIn(settings, '$class', scope);
    if (typeof kind !== 'string') return { byHand: 'its extensions are computed' };
    const target = settings?.get('relativeTargetDir');
    if (target !== undefined) folder = target;
    else unused.push(kind);
  }
  return { unused, ...(folder !== undefined && { folder }) };
}

/** `[url: 'x']`, or the same with a name: `localBranch('x')`, `cloneOption(shallow: true)`. */
function settingsOf(expression: Expression | undefined): ReadonlyMap<string, Expression> | undefined {
  return expression?.kind === 'call' ? toStep(expression).named : entriesOf(expression);
}

function constantIn(entries: ReadonlyMap<string, Expression>, name: string, scope: Scope) {
  const expression = entries.get(name);
  return expression === undefined ? undefined : constantOf(expression, scope);
}

const git: StepHandler = (step, scope, mapping) => {
  const other = otherArguments(step, ['url', 'branch', 'credentialsId', 'changelog', 'poll']);
  if (other !== undefined) return other;
  const url = step.named.get('url');
  if (url === undefined) return { byHand: 'it has no URL' };
  const address = shellWordOf(url, scope);
  if (isByHand(address)) return address;
  const branch = step.named.get('branch');
  const name = branch === undefined ? { text: 'master', differs: [] } : branchName(branch, scope);
  if (isByHand(name)) return name;
  const problem = gitProblem(address.text) ?? gitProblem(name.text);
  if (problem !== undefined) return { byHand: problem };
  const script = cloneScript(address.text, name.text, name.text);
  const task = shellTask({ script }, step.call, stepId(mapping, scope, 'checkout'), withoutContainer(scope));
  return mapped([task], [...address.differs, ...name.differs, gitDiffers]);
};

export const sourceControlHandlers: Readonly<Record<string, StepHandler>> = {
  checkout,
  git,
  svn: () => ({ byHand: 'it does not check out a Git repository' }),
};
