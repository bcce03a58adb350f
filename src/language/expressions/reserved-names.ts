/**
 * Reserved names of environment variables and their owners (docs/reference/flows.md). An input with such a name gets
 * another one in the environment; a variable cannot have it. The list has only names that affect a task: those that
 * Jenkins sets, those that locate and start programs, and those that dash or bash sets itself, where a task would read
 * the shell's value. `ENV` is free, because only interactive shells read it; so is `SECONDS`, because bash counts on
 * from the value that it finds.
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
  ['LD_', 'the dynamic linker'],
  ['BASH_', 'the shell'],
  ['JENKINS_', 'Jenkins'],
  ['HUDSON_', 'Jenkins'],
  ['FLOWGATE_', 'Flowgate'],
];

const ownerOf = new Map(
  Object.entries(owners).flatMap(([owner, names]) => names.map((name) => [name, owner] as const)),
);

/** The syntax of the name of an environment variable. */
export const environmentNameSyntax = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The owner of a reserved name, ignoring case as Jenkins does; undefined if the name is free. */
export function reservedBy(name: string): string | undefined {
  const upper = name.toUpperCase();
  return ownerOf.get(upper) ?? ownersOfPrefixes.find(([prefix]) => upper.startsWith(prefix))?.[1];
}
