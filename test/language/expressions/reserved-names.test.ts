import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { reservedBy } from '../../../src/language/expressions/reserved-names.ts';

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
