import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importJenkinsfile } from '../../src/import/import-job.ts';
import { checkFlow } from '../../src/language/flow/check-flow.ts';
import { language } from '../faces/offline-flows/flow-folder.ts';
import { LocalRuns, passing } from '../support/local-run.ts';

/** The programs that imported flows call, with values of hostile callers. */
const runs = new LocalRuns();
let top = '';
let repository = '';

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'flowgate-git-'));
  repository = join(top, 'source');
  mkdirSync(repository);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: repository });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(repository, 'hello.txt'), 'hello');
  git('add', '.');
  git('commit', '-q', '-m', 'one');
});

afterAll(() => {
  runs.close();
  rmSync(top, { recursive: true, force: true });
});

const ofJob = 'node { checkout scm }';
const ofParameters = `properties([parameters([string(name: 'REPOSITORY'), string(name: 'REVISION')])])
node { git url: params.REPOSITORY, branch: params.REVISION }`;
const ofScm = `properties([parameters([string(name: 'REPOSITORY'), string(name: 'REVISION')])])
node { checkout scmGit(branches: [[name: params.REVISION]], userRemoteConfigs: [[url: params.REPOSITORY]]) }`;

const sources = { ofJob, ofParameters, ofScm };

test.each(Object.entries(sources))('a checkout %s fetches what it is given', async (_, source) => {
  const { end, folder } = await run(source, { REPOSITORY: repository, REVISION: 'main' });
  expect(end.state).toBe('SUCCESS');
  expect(existsSync(join(folder, 'workspace', 'hello.txt'))).toBe(true);
});

test.each(Object.entries(sources))('a checkout %s runs no command of a value', async (_, source) => {
  const marker = join(top, 'pwned');
  const touch = `touch ${marker}`;
  const values = [
    { REPOSITORY: `--upload-pack=${touch};`, REVISION: repository },
    { REPOSITORY: repository, REVISION: `--upload-pack=${touch};` },
    { REPOSITORY: `-u${touch};`, REVISION: repository },
    { REPOSITORY: repository, REVISION: `-c` },
    { REPOSITORY: `ext::sh -c ${touch.replaceAll(' ', '% ')}`, REVISION: 'main' },
    { REPOSITORY: `${repository}\n--upload-pack=${touch}`, REVISION: 'main' },
    { REPOSITORY: repository, REVISION: 'main\u0001' },
  ];
  for (const given of values) {
    const { end, log } = await run(source, given);
    expect(end.state).toBe('FAILED');
    expect(log()).toContain('A URL or revision must not start with "-" or "ext::", or contain control characters.');
    expect(existsSync(marker)).toBe(false);
  }
});

test.each(['fd::17', 'foo::x', `ssh://-oProxyCommand=touch%20pwned/x`])(
  'a checkout uses no other transport: %s',
  async (url) => {
    // Whoever runs the agent cannot allow it by mistake.
    const { end } = await run(ofJob, { REPOSITORY: url, REVISION: 'main' });
    expect(end.state).toBe('FAILED');
  },
);

test.each([
  `node { git url: '--upload-pack=touch pwned' }`,
  `node { git url: 'ext::sh -c id' }`,
  `node { git url: 'https://example.org/a.git', branch: '-x' }`,
])('a constant that is an option or a command is by hand: %s', (source) => {
  const { findings } = imported(source);
  expect(findings.at(-1)).toMatchObject({
    outcome: 'by hand',
    message: 'git would read its URL or branch as an option or a command; the run stops here',
  });
});

test.each([
  `dir(params.X) { sh 'echo here > made.txt' }`,
  `dir(params.X) { sh 'a=1\\necho here > made.txt' }`,
  `writeFile file: "\${params.X}/made.txt", text: 'here'`,
])('the name of a folder is no option: %s', async (step) => {
  for (const value of ['--mode=000', '-p', '@x']) {
    const source = `properties([parameters([string(name: 'X')])])\nnode { ${step} }`;
    const { end, folder } = await run(source, { X: value });
    expect(end.state).toBe('SUCCESS');
    expect(readdirSync(join(folder, 'workspace', value))).toEqual(['made.txt']);
  }
});

test('what is deleted is no option', async () => {
  const source = `properties([parameters([string(name: 'X')])])\nnode { dir(params.X) { deleteDir() } }`;
  const { end } = await run(source, { X: '--help' });
  expect(end.state).toBe('SUCCESS');
  expect(imported(source).flow).toContain('rm -rf -- "{{ inputs.X }}"');
});

function imported(text: string) {
  const result = importJenkinsfile(text, {
    id: 'job',
    namespace: 'tests',
    name: 'Jenkinsfile',
    rules: {},
    taskTypes: language.taskTypes,
    check: (flow) => checkFlow({ text: flow, format: 'yaml' }, language).problems,
  });
  expect(result.warnings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return result;
}

async function run(source: string, values: Readonly<Record<string, string>>) {
  const { flow } = imported(source);
  return runs.run(flow, { passed: passing(values) });
}
