import type { Expression } from '../../groovy/syntax.ts';
import { taskIdIn, type Scope } from '../context/job-mapping.ts';
import type { ByHand, DraftTask } from '../drafts/draft-flow.ts';
import { shellWordOf } from '../scripts/shell-of.ts';
import { enterFolder, pathArgument, shellTask } from '../scripts/shell-task.ts';
import { textOf } from '../values/texts.ts';
import { alwaysByHand, flag, inside, mapped, otherArguments, type StepHandler, type StepTable } from './step.ts';

type Folder = NonNullable<Scope['folder']>;

const dir: StepHandler = (step, scope) => {
  const path = step.named.get('path');
  if (path === undefined || step.body === undefined) return { byHand: 'it has no path' };
  const found = folderOf(path, scope);
  if ('byHand' in found) return found;
  const { folder, differs } = found;
  if (folder === undefined) return mapped(inside(step, scope), differs);
  const tasks = inside(step, { ...scope, folder });
  return mapped(
    tasks.map((task) => inOneSession(task, folder)),
    differs,
  );
};

/** The folder of `dir`, inside of that of the scope; undefined for the workspace itself. */
export function folderOf(
  expression: Expression,
  scope: Scope,
): { readonly folder?: Folder; readonly differs: readonly string[] } | ByHand {
  const relative = withoutWorkspace(expression);
  if (relative === undefined) return { differs: [] };
  const isAbsolute = relative !== expression;
  const text = textOf(relative, scope);
  if ('byHand' in text) return text;
  const word = shellWordOf(relative, scope);
  if ('byHand' in word) return word;
  const path = text.text.replace(/^(?:\.\/)+/, '').replace(/(?<!\/)\/+$/, '');
  const code = /^[\w./-]+$/.test(path) ? path : word.text;
  if (path === '' || path === '.')
    return { ...(scope.folder !== undefined && !isAbsolute && { folder: scope.folder }), differs: [] };
  if (path.startsWith('-')) return { byHand: 'a shell would read the name of its folder as an option' };
  const { differs } = word;
  if (scope.folder === undefined || isAbsolute || path.startsWith('/'))
    return { folder: { word: code, path }, differs };
  return { folder: { word: `${scope.folder.word}/${code}`, path: `${scope.folder.path}/${path}` }, differs };
}

/** `"${WORKSPACE}/x"` as `x`; undefined for the workspace itself. */
function withoutWorkspace(expression: Expression): Expression | undefined {
  if (isWorkspace(expression)) return undefined;
  if (expression.kind !== 'template') return expression;
  const [first, second, ...others] = expression.parts;
  if (first === undefined || typeof first === 'string' || !isWorkspace(first)) return expression;
  if (typeof second !== 'string' || !second.startsWith('/')) return expression;
  const parts = [second.slice(1), ...others];
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'string')
    return { kind: 'literal', value: only, start: expression.start, end: expression.end };
  return { ...expression, parts };
}

function isWorkspace(expression: Expression): boolean {
  if (expression.kind === 'name') return expression.name === 'WORKSPACE';
  if (expression.kind === 'template') {
    const [only, ...others] = expression.parts;
    return only !== undefined && typeof only !== 'string' && others.length === 0 && isWorkspace(only);
  }
  return (
    expression.kind === 'property' &&
    expression.name === 'WORKSPACE' &&
    expression.of.kind === 'name' &&
    expression.of.name === 'env'
  );
}

/** A task whose commands all run in the folder, as one script there. */
function inOneSession(task: DraftTask, { word }: Folder): DraftTask {
  const { shape } = task;
  if (shape.kind !== 'shell' && shape.kind !== 'container') return task;
  const { commands, ...rest } = shape;
  const [enter, change] = enterFolder(word);
  const move = `(${change} && `;
  if (commands === undefined || commands.length < 3) return task;
  const others = commands.filter((command) => command !== enter);
  if (commands.length !== 2 * others.length || !others.every((command) => command.startsWith(move))) return task;
  const lines = others.map((command) => command.slice(move.length, -1));
  return { ...task, shape: { ...rest, script: [enter, change, ...lines].join('\n') } };
}

const deleteDir: StepHandler = (step, scope) => {
  const other = otherArguments(step, step.name === 'cleanWs' ? ofCleanWs : '');
  if (other !== undefined) return step.named.has('patterns') ? { byHand: 'it deletes only some files' } : other;
  const conditions = [...step.named.keys()].filter((name) => name.startsWith('cleanWhen'));
  const differs = conditions.some((name) => flag(step, name, scope, true) !== true)
    ? ['it does not depend on the result']
    : [];
  const { folder } = scope;
  const isOutside = folder?.path.startsWith('/') === true;
  if (scope.list === 'finally' && scope.job.flow.properties.get('keep_workspace') !== true && !isOutside)
    return mapped([], differs, 'the workspace is emptied after each run');
  const script = folder === undefined ? emptyWorkspace : `rm -rf ${pathArgument(folder.word)}`;
  const atRoot = { ...scope, container: undefined, folder: undefined };
  return mapped([shellTask({ script }, step.call, taskIdIn(scope, 'clean'), atRoot)], differs);
};

const ofCleanWs =
  'cleanWhenAborted cleanWhenFailure cleanWhenNotBuilt cleanWhenSuccess cleanWhenUnstable cleanupMatrixParent deleteDirs ' +
  'disableDeferredWipeout notFailBuild skipWhenFailed';

// Flowgate keeps the files of inputs in .flowgate.
const emptyWorkspace = 'find . -mindepth 1 -maxdepth 1 ! -name .flowgate -exec rm -rf {} +';

export const folderSteps: StepTable = {
  dir: { main: 'path', arguments: 'path', map: dir },
  deleteDir: { map: deleteDir },
  cleanWs: { map: deleteDir },
  ws: { main: 'dir', ...alwaysByHand('a flow cannot choose the folder of its workspace') },
};
