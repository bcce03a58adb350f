import {
  isDeferred,
  stepName,
  systemNameUse,
  type SystemNameUse,
} from '../../../language/expressions/reserved-names.ts';
import { shellLiteral } from '../../../language/expressions/shell-text.ts';
import { agentPrograms, type AgentPrograms } from '../../jenkins/jenkinsfile/agent-programs.ts';
import type { FileSource, Script, ScriptEnvironment } from '../interpreter/run-ports.ts';
import { markVariable } from './execution-mark.ts';

export interface AgentScript extends Pick<Script, 'action' | 'environment' | 'limit' | 'returnsOutputs'> {
  /** The private folder of the attempt, relative to the workspace. */
  readonly folder: string;
}

/**
 * The input of one `sh` for a script: the environment of the task, and the program around its script, whose exit status
 * is in `templates/agent/run-task.sh`. `prepareScript` of `templates/runtime/script.groovy` prints the same, and
 * the files of the task.
 * @param program the file, with the features in use
 */
export function taskText(script: AgentScript, program = localPrograms().runTask): string {
  const { action, environment, folder, limit, returnsOutputs } = script;
  return `\
flowgate_folder=$PWD/${folder}
flowgate_shell=${action.shell}
flowgate_limit=${limit ?? ''}
flowgate_capture=${returnsOutputs ? action.returns : ''}
flowgate_sets_deferred=${action.setsDeferred ? 'yes' : ''}
flowgate_environment() {
${environmentText(environment)}
}
${program}`;
}

/** The files in the private folder of an attempt, by name. */
export function taskFiles({ script, stop, files }: Script['action']): ReadonlyMap<string, string> {
  return new Map([['script', script], ...(stop === undefined ? [] : [['stop', stop] as const]), ...files]);
}

/** Every value under its name, or under a temporary one until the task starts. Hides the values of other flows. */
function environmentText({ hidden, values, settings }: ScriptEnvironment): string {
  const exported = [...values, ...Object.entries(settings)].map(
    ([name, value]) => `export ${stepName(name)}=${shellLiteral(value)}`,
  );
  const names = [...values.keys()];
  const namesFor = (use: SystemNameUse) => names.filter((name) => systemNameUse(name) === use).join(' ');
  // The programs around the task need the system's values.
  const hideable = hidden.filter((name) => systemNameUse(name) === undefined);
  return [
    `unset ${['FLOWGATE_INPUTS', markVariable, ...hideable].join(' ')}`,
    ...exported,
    `export FLOWGATE_NAMES='${names.filter((name) => !isDeferred(name)).join(' ')}'`,
    ...(names.some(isDeferred)
      ? [`export FLOWGATE_DEFERRED='${namesFor('deferred')}' FLOWGATE_DEFERRED_OF_SHELLS='${namesFor('shell')}'`]
      : []),
  ].join('\n');
}

/**
 * The input of one `sh` to download a file; exits with 200 on success.
 * @param path relative to the workspace
 * @param limit in whole seconds
 */
export function fetchText(
  path: string,
  source: Extract<FileSource, { readonly kind: 'url' }>,
  limit: number | undefined,
): string {
  const settings = {
    FLOWGATE_FILE: path,
    FLOWGATE_LIMIT: `${limit ?? ''}`,
    FLOWGATE_FILE_URL: source.url,
    FLOWGATE_FILE_MAX: `${source.maxSize ?? ''}`,
    FLOWGATE_FILE_EXTENSIONS: source.extensions?.join(' ') ?? '',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${shellLiteral(value)}`);
  return `${lines.join('\n')}\n${localPrograms().fetchFile}`;
}

let programs: AgentPrograms | undefined;

/** The programs of the local engine. */
export function localPrograms(): AgentPrograms {
  return (programs ??= agentPrograms('local'));
}
