import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DeclaredReceivers } from '../../../src/abilities/notify/declared-receivers.ts';
import { readReceiverFile } from '../../../src/abilities/notify/read-receiver-file.ts';
import { loadOperatorFile } from '../../../src/access/operator-file.ts';

const secrets: Readonly<Record<string, string>> = {
  '/run/secrets/slack-web': 'https://hooks.slack.example/services/T0/B0/SLACKT0KEN\n',
  '/run/secrets/mail': 'mail-password\n',
  '/run/secrets/github': 'ghp_T0KEN',
  '/run/secrets/empty': '\n',
};
const readSecret = (path: string): string => {
  const secret = secrets[path];
  if (secret === undefined) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
  return secret;
};

const whole = `
receivers:
  slack:web: {namespaces: [web, web.*], url_file: /run/secrets/slack-web}
  teams:ops: {namespaces: ["*"], url: "https://teams.example/workflows/1"}
  mail:oncall: {namespaces: [web], to: [oncall@example.org]}
  url:audit: {namespaces: [web], url: "https://audit.example/in", secret: whsec_${'A'.repeat(43)}=}
mail: {host: smtp.example, user: u, password_file: /run/secrets/mail, from: flowgate@example}
defaults: [{namespaces: [web.*], notify: [{on: [FAILED], to: "slack:web"}]}]
commit_status: [{namespaces: [web], provider: github, url: https://github.example/, token_file: /run/secrets/github, repositories: [acme/*]}]
`;

it('reads receivers, the mail server, defaults and forges, with the secrets of their files', () => {
  const { value: file, problems } = readReceiverFile(whole, readSecret);
  expect(problems).toEqual([]);
  expect(file?.receivers).toEqual([
    {
      name: 'slack:web',
      kind: 'slack',
      namespaces: ['web', 'web.*'],
      url: 'https://hooks.slack.example/services/T0/B0/SLACKT0KEN',
    },
    { name: 'teams:ops', kind: 'teams', namespaces: ['*'], url: 'https://teams.example/workflows/1' },
    { name: 'mail:oncall', kind: 'mail', namespaces: ['web'], to: ['oncall@example.org'] },
    {
      name: 'url:audit',
      kind: 'url',
      namespaces: ['web'],
      url: 'https://audit.example/in',
      secrets: [`whsec_${'A'.repeat(43)}=`],
    },
  ]);
  expect(file?.mail).toEqual({
    host: 'smtp.example',
    port: 587,
    user: 'u',
    password: 'mail-password',
    from: 'flowgate@example',
    tls: 'starttls',
  });
  expect(file?.commitStatus).toEqual([
    {
      namespaces: ['web'],
      provider: 'github',
      url: 'https://github.example',
      token: 'ghp_T0KEN',
      repositories: ['acme/*'],
    },
  ]);
  const receivers = new DeclaredReceivers([], file);
  expect(receivers.rulesOf('web.shop', undefined)).toMatchObject([
    { on: ['FAILED'], receivers: [{ name: 'slack:web' }] },
  ]);
  expect(receivers.rulesOf('web', undefined)).toEqual([]);
  expect(receivers.rulesOf('data', [{ on: ['FAILED'], to: ['slack:web', 'teams:ops'] }])).toMatchObject([
    { receivers: [{ name: 'teams:ops' }], unknown: ['slack:web'] },
  ]);
});

it.each([
  ['- a list', ['not-a-mapping A file of receivers']],
  ['receivers: {chat:web: {namespaces: [web]}}', ['invalid-id "chat:web" is not a name']],
  ['receivers: {slack:web: {}}', ['"namespaces" is required', '"url" or "url_file" is required']],
  ['receivers: {slack:web: {namespaces: [Web], url: "https://a.example"}}', ['"Web" is not a namespace']],
  [
    'receivers: {slack:web: {namespaces: [web], url: "https://a.example", url_file: /run/secrets/slack-web}}',
    ['conflicting-properties'],
  ],
  [
    'receivers: {slack:web: {namespaces: [web], url_file: /none}}',
    ['"url_file" cannot be read: "/none" does not exist'],
  ],
  ['receivers: {slack:web: {namespaces: [web], url_file: /run/secrets/empty}}', ['is empty']],
  ['receivers: {slack:web: {namespaces: [web], url: "https://user:T0KEN@a.example/"}}', ['must be a URL']],
  ['receivers: {slack:web: {namespaces: [web], url: "ftp://T0KEN"}}', ['must be a URL']],
  ['receivers: {slack:web: {namespaces: [web], url: "https://a.example", to: [a@b.c]}}', ['unknown-property']],
  ['receivers: {url:x: {namespaces: [web], url: "https://a.example", secret: T0KEN}}', ['must be whsec_']],
  ['receivers: {mail:x: {namespaces: [web], to: [a@b.c]}}', ['"mail:x" needs "mail"']],
  [
    'receivers: {mail:x: {namespaces: [web], to: ["a@b.c\\nBcc: d@e.f", nobody]}}\nmail: {host: a, from: a@b.c}',
    ['is not an address', '"nobody" is not an address'],
  ],
  [
    'mail: {host: a, from: "Flowgate <a@b.c>", tls: ssl, port: 99999}',
    ['"tls" must be one of', 'not an address', 'at most 65535'],
  ],
  ['mail: {host: a, from: a@b.c, user: u}', ['"user" and "password" belong together']],
  ['defaults: [{namespaces: [web], notify: [{on: [FAILED], to: "slack:none"}]}]', ['is not one of the "receivers"']],
  [
    'receivers: {slack:web: {namespaces: [web], url: "https://a.example"}}\ndefaults: [{namespaces: [web.*], notify: [{on: [FAILED], to: "slack:web"}]}]',
    ['do not include "web.*"'],
  ],
  [
    'receivers: {slack:web: {namespaces: [web], url_file: /none}}\ndefaults: [{namespaces: [web], notify: [{on: [FAILED], to: "slack:web"}]}]',
    ['"url_file" cannot be read: "/none" does not exist'],
  ],
  [
    'mail: {host: a, from: a@b.c, user: u, password_file: /none}',
    ['"password_file" cannot be read: "/none" does not exist'],
  ],
  [
    'commit_status: [{namespaces: [web], provider: github, url: "https://a.example", token: "", repositories: [acme/*]}]',
    ['"token" must not be empty'],
  ],
  ['defaults: [{namespaces: [web]}]', ['"notify" is required']],
  [
    'commit_status: [{namespaces: [web], provider: bitbucket, url: "https://a.example", token: "a b", repositories: [acme]}]',
    ['"provider" must be one of', 'is not a repository', 'must not contain spaces'],
  ],
  ['recievers: {}', ['Did you mean "receivers"?']],
])('rejects %s', (text, expected) => {
  const { value: file, problems } = readReceiverFile(text, readSecret);
  expect(file).toBeUndefined();
  const messages = problems.map(({ code, message }) => `${code} ${message}`);
  for (const each of expected) expect(messages.join('\n')).toContain(each.replace('A file', 'The file'));
  expect(messages).toHaveLength(expected.length);
  expect(messages.join()).not.toContain('T0KEN');
});

it('allows 100 receivers', () => {
  const fileOf = (count: number) =>
    `receivers:\n${Array.from({ length: count }, (_, index) => `  teams:t${index}: {namespaces: ["*"], url: "https://teams.example/"}\n`).join('')}`;
  expect(readReceiverFile(fileOf(100), readSecret).problems).toEqual([]);
  expect(readReceiverFile(fileOf(101), readSecret).problems.map(({ message }) => message)).toEqual([
    'There are 101 receivers; at most 100 are allowed.',
  ]);
});

it('names the file and the places in the error of a start', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'flowgate-receivers-')), 'receivers.yaml');
  writeFileSync(path, 'receivers:\n  slack:web: {namespaces: [web], url_file: /none}\n');
  await expect(
    loadOperatorFile(path, 'file of receivers', (text) => readReceiverFile(text, readSecret)),
  ).rejects.toThrow(
    `Invalid file of receivers, 1 problem:\n  ${path}:2:44 invalid-value "url_file" cannot be read: "/none" does not exist.`,
  );
  await expect(
    loadOperatorFile('/none', 'file of receivers', (text) => readReceiverFile(text, readSecret)),
  ).rejects.toThrow(/^Cannot read the file of receivers: ENOENT/);
});
