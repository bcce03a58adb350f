/**
 * Names of the environment that belong to the system, and their owners (docs/reference/flows.md): an input of such a
 * name reaches its tasks under another one, a variable cannot have it. Listed are only names that something in a task
 * acts on: what Jenkins sets, what programs are found and started by, and what dash or bash sets itself, so that a task
 * would read the shell's value. `ENV` is free, because only interactive shells read it, and so is `SECONDS`, which bash
 * counts on from the value that it finds.
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

const ownersOfPrefixes: readonly (readonly [prefix: string, owner: string])[] = [
  ['LD_', 'the loader of programs'],
  ['BASH_', 'the shell'],
  ['JENKINS_', 'Jenkins'],
  ['HUDSON_', 'Jenkins'],
  ['FLOWGATE_', 'Flowgate'],
];

const ownerOf = new Map(
  Object.entries(owners).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)),
);

/** The syntax of a name of an environment variable. */
export const environmentNameSyntax = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Who uses the name of an environment variable, in any case (Jenkins folds it); undefined when it is free. */
export function reservedBy(name: string): string | undefined {
  const upper = name.toUpperCase();
  return ownerOf.get(upper) ?? ownersOfPrefixes.find(([prefix]) => upper.startsWith(prefix))?.[1];
}
