/**
 * Names of environment variables that the system uses, and their owners (docs/reference/flows.md). A variable keeps
 * such a name, unless it belongs to Flowgate; `inputNames` decides for inputs. The list has only names that affect a
 * task: those that Jenkins sets, those that locate and start programs, and those that dash or bash sets itself. `ENV` is
 * free, because only interactive shells read it; so is `SECONDS`, because bash counts on from the value that it finds.
 */
const owners: Readonly<Record<string, readonly string[]>> = {
  Jenkins: [
    'BUILD_NUMBER',
    'BUILD_ID',
    'BUILD_URL',
    'BUILD_TAG',
    'BUILD_DISPLAY_NAME',
    'JOB_NAME',
    'JOB_BASE_NAME',
    'JOB_URL',
    'NODE_NAME',
    'NODE_LABELS',
    'EXECUTOR_NUMBER',
    'STAGE_NAME',
    'WORKSPACE',
    'WORKSPACE_TMP',
  ],
  'the shell': [
    'PATH',
    'HOME',
    'SHELL',
    'PWD',
    'OLDPWD',
    'IFS',
    'PPID',
    'OPTIND',
    'OPTERR',
    'LINENO',
    'RANDOM',
    'SRANDOM',
    'SHLVL',
    'SHELLOPTS',
    'HISTCMD',
    'EPOCHSECONDS',
    'EPOCHREALTIME',
    'BASH',
    'BASHOPTS',
    'BASHPID',
  ],
  Python: ['PYTHONPATH', 'PYTHONHOME', 'PYTHONSTARTUP'],
};

/** The owners of all names with the same first word. */
const ownerOfWord = new Map([
  ['LD', 'the dynamic linker'],
  ['BASH', 'the shell'],
  ['JENKINS', 'Jenkins'],
  ['HUDSON', 'Jenkins'],
  ['FLOWGATE', 'Flowgate'],
]);

const ownerOf = new Map(
  Object.entries(owners).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)),
);

/** The syntax of the name of an environment variable. */
export const environmentNameSyntax = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The owner of a reserved name, ignoring case as Jenkins does; undefined if the name is free. */
export function reservedBy(name: string): string | undefined {
  const upper = name.toUpperCase();
  return ownerOf.get(upper) ?? ownerOfWord.get(upper.slice(0, Math.max(0, upper.indexOf('_'))));
}

/**
 * The names of an input in the environment of a task (docs/reference/flows.md).
 *
 * - A name by which shells and programs live belongs to them: the input has only `INPUT_<NAME>`.
 * - A shell overwrites some names. The input has such a name too, but references use `INPUT_<NAME>`.
 * - Any other name is the input's own. Where it was `INPUT_<NAME>` until 0.2, both are set; 0.4 removes the former one.
 * @param name UPPER_SNAKE of the id
 */
export function inputNames(name: string): InputNames {
  const renamed = `INPUT_${name}`;
  if (/^\d/.test(name) || isVital(name)) return { name: renamed, parameter: renamed };
  if (reservedBy(name) === undefined) return { name, parameter: name };
  return isSetByShell(name)
    ? { name: renamed, also: name, parameter: renamed }
    : { name, also: renamed, parameter: renamed };
}

export interface InputNames {
  /** The name that references use. */
  readonly name: string;
  /** Another variable with the same value. */
  readonly also?: string;
  /**
   * The name of the parameter of a build in Jenkins, which puts its parameters into the environment of its own steps.
   */
  readonly parameter: string;
}

/** Whether a task whose input took the name could not start its programs. */
function isVital(name: string): boolean {
  return vitalNames.has(name) || /^(?:LD|FLOWGATE)_/.test(name);
}

const vitalNames: ReadonlySet<string> = new Set(
  'PATH HOME SHELL PWD IFS BASH_ENV PYTHONPATH PYTHONHOME PYTHONSTARTUP'.split(' '),
);

/** Whether Flowgate itself uses the name, which nothing in a flow can have. */
export function isFlowgateName(name: string): boolean {
  return reservedBy(name) === 'Flowgate';
}

/**
 * Names that dash or bash sets itself: a script may read the shell's value instead of the one it was given. bash does
 * not pass some of them on, and evaluates what is assigned to others as arithmetic, which can run commands.
 */
const namesOfShells: ReadonlySet<string> = new Set(
  `IFS PWD OLDPWD PPID UID EUID GROUPS OPTIND OPTERR LINENO RANDOM SRANDOM SHLVL SHELLOPTS HISTCMD EPOCHSECONDS
  EPOCHREALTIME FUNCNAME DIRSTACK PIPESTATUS COMP_WORDBREAKS PS1 PS2 PS4 _ BASH BASHOPTS BASHPID BASH_ALIASES BASH_ARGC
  BASH_ARGV BASH_ARGV0 BASH_CMDS BASH_COMMAND BASH_EXECUTION_STRING BASH_LINENO BASH_MONOSECONDS BASH_REMATCH
  BASH_SOURCE BASH_SUBSHELL BASH_TRAPSIG BASH_VERSINFO BASH_VERSION`.split(/\s+/),
);

/** Whether a shell sets the variable itself; see `namesOfShells`. */
export function isSetByShell(name: string): boolean {
  return namesOfShells.has(name);
}

/** Free names that would change the programs around a task: how they compare text, and how Python and Perl start. */
const changesSteps = /^(?:LC_ALL|POSIXLY_CORRECT|PYTHON[A-Z]+|PERL[A-Z0-9_]+)$/;

/**
 * What becomes of a variable whose name the system uses, so that only the task's own process has it:
 *
 * - `jenkins`: it is set like any other, but never for Jenkins' own steps.
 * - `deferred`: it would change how programs start, so it is set last. Before, its value has the name `stepName`.
 * - `shell`: the same, but a shell that sets it itself keeps its own value.
 * - `unset`: its value only has the name `stepName`, because dash exits if OPTIND is not a number.
 */
export type SystemNameUse = 'jenkins' | 'deferred' | 'shell' | 'unset';

/** Undefined for a name that the system does not use. */
export function systemNameUse(name: string): SystemNameUse | undefined {
  if (name === 'OPTIND') return 'unset';
  if (isSetByShell(name)) return 'shell';
  if (changesSteps.test(name)) return 'deferred';
  const owner = reservedBy(name);
  if (owner === undefined || owner === 'Flowgate') return undefined;
  return owner === 'Jenkins' ? 'jenkins' : 'deferred';
}

/** Whether a variable is set last, if at all. */
export function isDeferred(name: string): boolean {
  const use = systemNameUse(name);
  return use !== undefined && use !== 'jenkins';
}

/** The name of a variable for the programs of Flowgate around a task. */
export function stepName(name: string): string {
  return isDeferred(name) ? `FLOWGATE_DEFERRED_${name}` : name;
}
