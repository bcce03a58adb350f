/** Names that the system, the shells or programs use, with values that break programs that trust them. */

const hostile = 'it\'s "q" $(touch pwned) `touch pwned` a[$(touch pwned)]\n--flag\\ 日本 ';

/** Names whose value every task sees exactly. */
const exactNames =
  `PATH HOME SHELL WORKSPACE BUILD_TAG BUILD_NUMBER NODE_NAME JENKINS_URL HUDSON_HOME LD_LIBRARY_PATH LD_RUN_PATH
  LD_PRELOAD PYTHONPATH PYTHONSTARTUP PYTHONUNBUFFERED BASH_ENV BASH_LOADABLES_PATH ENV GCONV_PATH NODE_OPTIONS PERL5OPT
  http_proxy HTTPS_PROXY GIT_SSH_COMMAND AWKPATH USER LC_ALL TMPDIR CDPATH GLOBIGNORE PROMPT_COMMAND INPUTRC CURL_HOME
  GREP_OPTIONS POSIXLY_CORRECT PERL5LIB PERL5DB`.split(/\s+/);

/** Names that a shell sets itself, so that a task may see another value. */
const namesOfShells =
  `IFS PWD OLDPWD PPID UID EUID GROUPS OPTIND OPTERR LINENO RANDOM SRANDOM SHLVL SHELLOPTS HISTCMD EPOCHSECONDS
  EPOCHREALTIME FUNCNAME DIRSTACK PIPESTATUS COMP_WORDBREAKS PS1 PS2 PS4 _ BASH BASHOPTS BASHPID BASH_ARGV0 BASH_CMDS
  BASH_COMMAND BASH_LINENO BASH_REMATCH BASH_SUBSHELL BASH_VERSINFO BASH_VERSION`.split(/\s+/);

// Every program would report another one on its standard error.
const valueOf = (name: string): string => (name === 'LD_PRELOAD' ? '' : `${hostile}${name}`);

/** A value for each name, and MARK, by which `printSeen` knows the values. */
export const systemValues: Readonly<Record<string, string>> = {
  MARK: hostile,
  ...Object.fromEntries([...exactNames, ...namesOfShells].map((name) => [name, valueOf(name)])),
};

/** Python that sets `seen` to what it finds: the exact values that are wrong, and the names of shells that are right. */
export const lookAround = [
  'import json, os',
  'right = lambda name: os.environ.get(name) == ("" if name == "LD_PRELOAD" else os.environ["MARK"] + name)',
  `seen = {"wrong": {name: os.environ.get(name) for name in ${JSON.stringify(exactNames)} if not right(name)}, "own": [name for name in ${JSON.stringify(namesOfShells)} if right(name)]}`,
].join('\n');

export const namesSetByShells: readonly string[] = namesOfShells;
