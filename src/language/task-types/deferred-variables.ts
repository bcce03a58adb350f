import { inputVariables } from '../expressions/reference.ts';
import { isDeferred, isSetByShell, stepName } from '../expressions/reserved-names.ts';
import { shellWord } from '../expressions/shell-text.ts';
import type { TaskContext } from '../flow/task-types.ts';
import { text, type Piece } from './piece.ts';
import { shellExports } from './shared-properties.ts';

/** Whether a task has variables that are set last, those of its flow or its own; see `systemNameUse`. */
export function hasDeferred(context: TaskContext, own: Readonly<Record<string, string>> = {}): boolean {
  return flowHasDeferred(context) || Object.keys(own).some(isDeferred);
}

/** By the context, which all tasks of a flow share. */
const ofFlows = new WeakMap<TaskContext, boolean>();

function flowHasDeferred(context: TaskContext): boolean {
  const { inputs, variables } = context;
  const known = ofFlows.get(context);
  const has =
    known ??
    (inputs.some(({ id }) => inputVariables(id).some(isDeferred)) || variables.some(({ name }) => isDeferred(name)));
  ofFlows.set(context, has);
  return has;
}

/**
 * The piece `setsDeferred` of a view: present if the task has deferred variables, which its script then sets itself for
 * what it starts, so that its own steps run without them.
 */
export function setsDeferred(context: TaskContext, own?: Readonly<Record<string, string>>): Piece | undefined {
  return hasDeferred(context, own) ? text('yes') : undefined;
}

/** Like `shellExports`, for a script that sets deferred variables itself. */
export function exportsForSteps(environment: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!isDeferred(name)) return shellExports({ [name]: value });
    const line = `export ${stepName(name)}=${shellWord(value)}`;
    if (name === 'OPTIND') return [line];
    const list = isSetByShell(name) ? 'FLOWGATE_DEFERRED_OF_SHELLS' : 'FLOWGATE_DEFERRED';
    return [line, `export ${list}="\${${list}-} ${name}"`];
  });
}
