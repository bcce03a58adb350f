import { expect, it } from 'vitest';
import { ownController } from '../../../src/engines/controllers/controller.ts';
import { readControllerFile } from '../../../src/engines/controllers/read-controller-file.ts';

const readSecret = (path: string): string => {
  if (path === '/run/secrets/eu') return 'eu-t0ken\n';
  throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
};

function problemsOf(text: string, others: ReturnType<typeof ownController> = []) {
  const { problems } = readControllerFile(text, readSecret, { folder: 'flows', others });
  return problems.map(({ code, message }) => `${code} ${message}`);
}

it('reads controllers, with the tokens of their files', () => {
  const text = `controllers:
  eu:  {url: "https://ci-eu.example", user: flowgate, token_file: /run/secrets/eu, namespaces: [web, "web.*"]}
  lab: {url: "https://ci-lab.example", user: bot, token: abc, worker_groups: [bench], max_builds: 40, fallback: eu, folder: lab/flows, credentials: [web/deploy], draining: true}
`;
  const { value: controllers, problems } = readControllerFile(text, readSecret, { folder: 'flows', others: [] });
  expect(problems).toEqual([]);
  expect(controllers).toEqual([
    {
      name: 'eu',
      url: 'https://ci-eu.example',
      user: 'flowgate',
      token: 'eu-t0ken',
      folder: 'flows',
      credentials: [],
      namespaces: ['web', 'web.*'],
      workerGroups: [],
    },
    {
      name: 'lab',
      url: 'https://ci-lab.example',
      user: 'bot',
      token: 'abc',
      folder: 'lab/flows',
      credentials: ['web/deploy'],
      namespaces: [],
      workerGroups: ['bench'],
      fallback: 'eu',
      isDraining: true,
      maxBuilds: 40,
    },
  ]);
});

it.each([
  ['{}', 'missing-property "controllers" is required.'],
  ['controllers: {}', 'empty-list "controllers" must have at least one controller.'],
  [
    'controllers: {EU: {url: "https://a.example", user: u, token: t}}',
    'invalid-id "EU" is not a valid name of a controller: it must begin with a lower-case letter or digit, and have up to 32 lower-case letters, digits and "-".',
  ],
  ['controllers: {eu: {user: u, token: t}}', 'missing-property "url" is required.'],
  [
    'controllers: {eu: {url: "https://u:secret@a.example", user: u, token: t}}',
    'invalid-value "url" must be a URL with http:// or https:// without user and fragment.',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token_file: /run/secrets/lab}}',
    'invalid-value "token_file" cannot be read: "/run/secrets/lab" does not exist.',
  ],
  ['', 'not-a-mapping The file of controllers must be a map with "controllers".'],
  [
    'controllers: {eu: {url: "https://a.example", user: "a:b", token: t}}',
    'invalid-value "user" must be the name of a user without ":"; found "a:b".',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token: "x\\r\\ny"}}',
    'invalid-value "token" must be one line without control characters.',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token: t, max_builds: 0}}',
    'invalid-value "max_builds" must be at least 1; found 0.',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token: t, namespaces: [Web]}}',
    'invalid-value "Web" in "namespaces" is not a namespace, "<namespace>.*" or "*".',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token: t, fallback: eu}}',
    'invalid-value "fallback" must be the name of another controller: there is none; found "eu".',
  ],
])('rejects %s', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

it('names all problems of an entry with an invalid name', () => {
  expect(problemsOf('controllers: {EU: {url: "https://a.example", user: u, token: t, max_builds: 0}}')).toEqual([
    expect.stringContaining('invalid-id "EU"'),
    'invalid-value "max_builds" must be at least 1; found 0.',
  ]);
});

let servers = 0;
const entry = (more: string) => `{url: "https://s${++servers}.example", user: u, token: t${more}}`;

it('rejects two controllers with the same URL', () => {
  const at = (url: string) => `{url: "${url}", user: u, token: t, namespaces: [n${++servers}]}`;
  expect(problemsOf(`controllers: {a: ${at('https://a.example/ci')}, b: ${at('https://A.example/ci/')}}`)).toEqual([
    'invalid-value "a" and "b" have the same "url".',
  ]);
});

it('allows 100 controllers', () => {
  const fileOf = (count: number) =>
    `controllers:\n${Array.from({ length: count }, (_, index) => `  c${index}: ${entry(`, namespaces: [n${index}]`)}\n`).join('')}`;
  expect(problemsOf(fileOf(100))).toEqual([]);
  expect(problemsOf(fileOf(101))).toEqual(['invalid-value There are 101 controllers; at most 100 are allowed.']);
});

it('rejects what makes the choice ambiguous', () => {
  const text = `controllers:
  a: ${entry(', namespaces: [web], fallback: b')}
  b: ${entry(', namespaces: [web], worker_groups: [gpu], fallback: c')}
  c: ${entry(', worker_groups: [gpu]')}
  d: ${entry('')}
`;
  const own = ownController({
    jenkins: { url: 'https://x.example', user: 'u', token: 't', folder: 'f', credentials: [] },
  });
  expect(problemsOf(text, own)).toEqual([
    'invalid-value "fallback" must name a controller without a "fallback"; "b" has one.',
    'invalid-value "web" is already one of the "namespaces" of "a".',
    'invalid-value "gpu" is already one of the "worker_groups" of "b".',
    'invalid-value "default" and "d" have no "namespaces" and no "worker_groups"; only one controller can run all other flows.',
  ]);
});

it('shows where the name of a fallback is wrong', () => {
  const text = `controllers:\n  a: ${entry(', namespaces: [web]')}\n  b: ${entry('')}\n  c:\n    url: https://c.example\n    user: u\n    token: t\n    namespaces: [ops]\n    fallback: zzz\n`;
  const { problems } = readControllerFile(text, () => '', { folder: 'flows', others: [] });
  expect(problems).toMatchObject([
    { line: 9, message: '"fallback" must be the name of another controller: a or b; found "zzz".' },
  ]);
});

it('rejects a second controller with the name of that of JENKINS_URL', () => {
  const own = ownController({
    jenkins: { url: 'https://x.example', user: 'u', token: 't', folder: 'f', credentials: [] },
  });
  expect(problemsOf(`controllers: {default: ${entry(', namespaces: [web]')}}`, own)).toEqual([
    'invalid-value "default" is the controller of JENKINS_URL. Remove one of them.',
  ]);
});
