/**
 * Names that a flow may not take, and who uses them (DESIGN 3). Beyond the names listed there: those that dash or bash
 * sets itself, so that a task would find the shell's value in the place of the flow's. SECONDS is not among them, for dash
 * leaves it alone, and bash begins to count at the value that it finds.
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
    'ENV',
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

const ownersOfPrefixes: Readonly<Record<string, string>> = {
  LD_: 'the loader of programs',
  BASH_: 'the shell',
  JENKINS_: 'Jenkins',
  HUDSON_: 'Jenkins',
  FLOWGATE_: 'Flowgate',
};

const ownerOf = new Map(Object.entries(owners).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)));

/** The syntax of a name of an environment variable. */
export const environmentNameSyntax = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Who uses the name of an environment variable, in any case (Jenkins folds it); undefined when it is free. */
export function reservedBy(name: string): string | undefined {
  const upper = name.toUpperCase();
  const prefix = Object.keys(ownersOfPrefixes).find((candidate) => upper.startsWith(candidate));
  return ownerOf.get(upper) ?? (prefix === undefined ? undefined : ownersOfPrefixes[prefix]);
}
