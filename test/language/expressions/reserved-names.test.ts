import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import {
  inputNames,
  isSetByShell,
  reservedBy,
  stepName,
  systemNameUse,
} from '../../../src/language/expressions/reserved-names.ts';

// SECONDS reaches a task: see reserved-names.ts. PS4 is withheld only from the superuser, the last one comes from
// completions.
const exceptions = ['SECONDS', 'PS4', 'COMP_WORDBREAKS'];

const bare = { PATH: '/usr/bin:/bin' };
const namesOfBash = spawnSync('bash', ['--norc', '-c', 'compgen -v'], { encoding: 'utf8', env: bare })
  .stdout.trim()
  .split('\n');

function seenIn(shell: string, name: string): string {
  return spawnSync(shell, ['-c', `printf %s "\${${name}}"`], { encoding: 'utf8', env: { ...bare, [name]: 'a text' } })
    .stdout;
}

it.each(['dash', 'bash'])('reserves every name that %s sets itself', (shell) => {
  const candidates = namesOfBash.filter((name) => name !== 'PATH' && name !== '_');
  expect(candidates.length).toBeGreaterThan(20);
  const overwritten = candidates.filter((name) => !exceptions.includes(name) && seenIn(shell, name) !== 'a text');
  expect(overwritten).toContain('PPID');
  expect(overwritten.filter((name) => reservedBy(name) === undefined)).toEqual([]);
  expect(overwritten.filter((name) => !isSetByShell(name))).toEqual([]);
});

it('knows every name whose value bash evaluates, or does not let a script set', () => {
  const isSafe = (name: string) =>
    spawnSync('bash', ['--posix', '-c', `export ${name}="$VALUE" && [ -z "$EVALUATED" ]`], {
      env: { ...bare, VALUE: 'a[EVALUATED=1]' },
      // A socket, as Node.js passes it, makes bash read the files of a login.
      stdio: 'ignore',
    }).status === 0;
  const unsafe = [...namesOfBash, 'EUID', 'OPTIND', 'SRANDOM', 'HISTCMD'].filter((name) => !isSafe(name));
  expect(unsafe).toEqual(expect.arrayContaining(['UID', 'RANDOM', 'OPTIND', 'SHELLOPTS']));
  expect(unsafe.filter((name) => !isSetByShell(name))).toEqual([]);
});

it('leaves inputs their names, apart from those that shells and programs live by', () => {
  const vital = ['PATH', 'HOME', 'SHELL', 'PWD', 'IFS', 'BASH_ENV', 'PYTHONPATH', 'PYTHONHOME', 'PYTHONSTARTUP'];
  for (const name of [...vital, 'LD_PRELOAD', 'LD_X', 'FLOWGATE_X', '3D'])
    expect(inputNames(name)).toEqual({ name: `INPUT_${name}`, parameter: `INPUT_${name}` });
  for (const name of ['WORKSPACE', 'BUILD_ID', 'STAGE_NAME', 'JENKINS_URL', 'HUDSON_X', 'BASH_COMPAT'])
    expect(inputNames(name)).toEqual({ name, also: `INPUT_${name}`, parameter: `INPUT_${name}` });
  for (const name of ['RANDOM', 'LINENO', 'OPTIND', 'BASH_VERSION'])
    expect(inputNames(name)).toEqual({ name: `INPUT_${name}`, also: name, parameter: `INPUT_${name}` });
  for (const name of ['ENV', 'USER', 'LDX', 'PYTHON_VERSION', 'UID'])
    expect(inputNames(name)).toEqual({ name, parameter: name });
});

it('defers only what would change programs around a task', () => {
  const names = [
    'PATH',
    'LD_PRELOAD',
    'PYTHONHOME',
    'path',
    'RANDOM',
    'UID',
    'OPTIND',
    'WORKSPACE',
    'FLOWGATE_X',
    'USER',
  ];
  expect(names.map((name) => [stepName(name), systemNameUse(name)])).toEqual([
    ['FLOWGATE_DEFERRED_PATH', 'deferred'],
    ['FLOWGATE_DEFERRED_LD_PRELOAD', 'deferred'],
    ['FLOWGATE_DEFERRED_PYTHONHOME', 'deferred'],
    ['FLOWGATE_DEFERRED_path', 'deferred'],
    ['FLOWGATE_DEFERRED_RANDOM', 'shell'],
    ['FLOWGATE_DEFERRED_UID', 'shell'],
    ['FLOWGATE_DEFERRED_OPTIND', 'unset'],
    ['WORKSPACE', 'jenkins'],
    ['FLOWGATE_X', undefined],
    ['USER', undefined],
  ]);
});

it.each(['build_type', 'NODE_IMAGE', 'python_version', 'task_name', 'USER', 'seconds', 'bashful', 'led', 'env'])(
  'allows %s in flows',
  (name) => {
    expect(reservedBy(name)).toBeUndefined();
  },
);

it.each(['build_number', 'Path', 'ld_preload', 'Jenkins_Url', 'hudson_home', 'flowgate_key', 'random', 'bash_version'])(
  'reserves %s in any case',
  (name) => {
    expect(reservedBy(name)).toBeDefined();
  },
);
