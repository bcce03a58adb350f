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
  const { controllers, problems } = readControllerFile(text, readSecret, { folder: 'flows', others: [] });
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
    'invalid-id "EU" is not a name of a controller; allowed: up to 32 lower-case letters, digits and "-".',
  ],
  ['controllers: {eu: {user: u, token: t}}', 'missing-property "url" is required.'],
  [
    'controllers: {eu: {url: "https://u:secret@a.example", user: u, token: t}}',
    'invalid-value "url" must be a URL with http:// or https:// without user and fragment.',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token_file: /run/secrets/lab}}',
    'invalid-value Cannot read the file "/run/secrets/lab": ENOENT.',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token: t, max_builds: 0}}',
    'invalid-value "max_builds" must be at least 1; found 0.',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token: t, namespaces: [Web]}}',
    'invalid-value "Web" is not a namespace, "<namespace>.*" or "*".',
  ],
  [
    'controllers: {eu: {url: "https://a.example", user: u, token: t, fallback: eu}}',
    'invalid-value The "fallback" "eu" is not another controller.',
  ],
])('rejects %s', (text, problem) => {
  expect(problemsOf(text)).toEqual([problem]);
});

let servers = 0;
const entry = (more: string) => `{url: "https://s${++servers}.example", user: u, token: t${more}}`;

it('rejects two controllers with the same URL', () => {
  const at = (url: string) => `{url: "${url}", user: u, token: t, namespaces: [n${++servers}]}`;
  expect(problemsOf(`controllers: {a: ${at('https://a.example/ci')}, b: ${at('https://A.example/ci/')}}`)).toEqual([
    'invalid-value a and b have the same "url".',
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
    'invalid-value The "fallback" "b" has a "fallback" itself; a chain is not possible.',
    'invalid-value "web" is already one of "a".',
    'invalid-value "gpu" is already one of "b".',
    'invalid-value default and d have no "namespaces" and no "worker_groups"; only one controller can be the one for all other flows.',
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
