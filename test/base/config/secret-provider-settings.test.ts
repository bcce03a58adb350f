import { expect, it } from 'vitest';
import { loadConfiguration, loadSecretSettings } from '../../../src/base/config/load-configuration.ts';
import { problemsOf as settingProblems } from './support/setting-problems.ts';

const problemsOf = (environment: Readonly<Record<string, string>>) => settingProblems(environment, loadSecretSettings);

it('allows every file of the folder to every namespace, unless there is a policy or a list of prefixes', () => {
  const folder = { FLOWGATE_SECRETS_DIR: import.meta.dirname };
  expect(loadConfiguration(folder).secrets.prefixes).toEqual([{ namespaces: '*', prefix: 'file:' }]);
  expect(loadConfiguration({ ...folder, FLOWGATE_POLICY: import.meta.filename }).secrets.prefixes).toEqual([]);
  expect(loadConfiguration({ VAULT_ADDR: 'https://vault', VAULT_TOKEN: 's.x' }).secrets.prefixes).toEqual([]);
  expect(
    loadConfiguration({
      ...folder,
      VAULT_ADDR: 'https://vault',
      VAULT_TOKEN: 's.x',
      FLOWGATE_SECRET_PREFIXES: 'web=vault:web/, *=file:all-',
    }).secrets.prefixes,
  ).toEqual([
    { namespaces: 'web', prefix: 'vault:web/' },
    { namespaces: '*', prefix: 'file:all-' },
  ]);
});

it.each([
  'web=',
  'vault:web/',
  'web=credential:x',
  'Web=file:',
  'web=env:',
  'web=vaults:x',
  'web=vault:web/ ops=vault:ops/',
  '*.web=file:x',
])('rejects the prefix %s', (entry) => {
  expect(problemsOf({ FLOWGATE_SECRET_PREFIXES: entry })).toEqual([
    expect.stringContaining(`FLOWGATE_SECRET_PREFIXES is ${JSON.stringify(entry)}; allowed: <namespaces>=<prefix>`),
  ]);
});

it('names what a prefix needs', () => {
  expect(problemsOf({ FLOWGATE_SECRET_PREFIXES: 'web=vault:web/,web=file:web-' })).toEqual([
    'FLOWGATE_SECRETS_DIR is missing; FLOWGATE_SECRET_PREFIXES allows file:',
    'VAULT_ADDR is missing; FLOWGATE_SECRET_PREFIXES allows vault:',
  ]);
});

it('names what a way of signing in to Vault needs', () => {
  const vault = { VAULT_ADDR: 'https://vault' };
  expect(problemsOf(vault)).toEqual(['VAULT_TOKEN is missing; VAULT_ADDR requires it with VAULT_AUTH=token']);
  expect(problemsOf({ ...vault, VAULT_AUTH: 'approle' })).toEqual([
    'VAULT_ROLE is missing; VAULT_ADDR requires it with VAULT_AUTH=approle',
    'VAULT_SECRET_ID is missing; VAULT_ADDR requires it with VAULT_AUTH=approle',
  ]);
  expect(problemsOf({ ...vault, VAULT_AUTH: 'kubernetes', VAULT_ROLE: 'flowgate' })).toEqual([]);
  expect(problemsOf({ VAULT_AUTH: 'ldap' })).toEqual([
    'VAULT_AUTH is "ldap"; allowed: one of token, approle, kubernetes, jwt',
  ]);
  expect(problemsOf({ FLOWGATE_SECRETS_DIR: '/absent' })).toEqual([
    'FLOWGATE_SECRETS_DIR is "/absent"; allowed: the path of an existing folder',
  ]);
});
