import { execFile } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
// @ts-expect-error the scripts that set a machine up run before anything is compiled, and have no types
import { ensureBuild } from '../../scripts/setup/build.mjs';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { temporaryFolder } from '../support/redis.ts';
import { fencedBlocks, readProjectFile } from './pages.ts';
import { comparable, runPage, stepsOf } from './run-page.ts';

const page = readProjectFile('docs/how-to/keep-flows-in-a-repository.md');
const repository = 'test/fixtures/flow-repository';
const projectFolder = join(import.meta.dirname, '..', '..');
const program = join(projectFolder, 'scripts', 'flowgate.mjs');
const commit = '3f2a1c3f2a1c3f2a1c3f2a1c3f2a1c3f2a1c3f2a';

let gateway: TestGateway;
let server: Server;
let folder: string;
beforeAll(async () => {
  // It reports on standard error that it builds.
  await ensureBuild();
  gateway = await startTestGateway({ engineName: 'local' });
  server = await listen(gateway.app);
});
beforeEach(async () => {
  await gateway.redis.redis.flushall();
  folder = temporaryFolder();
  cpSync(join(projectFolder, repository), join(folder, repository), { recursive: true });
});
afterAll(async () => {
  server.close();
  await gateway.stop();
});

test('the page shows each file of the repository', () => {
  const entries = readdirSync(join(projectFolder, repository), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const shown = [...fencedBlocks(page, 'yaml'), ...fencedBlocks(page, 'text')];
  expect(files).toHaveLength(7);
  for (const file of files) expect(shown).toContain(readProjectFile(file.slice(projectFolder.length + 1)));
});

test('the commands of the page print what it says', { timeout: 120_000 }, async () => {
  // As on a terminal, which shows errors too.
  const printed = await runPage(`\`\`\`sh\n${gitIdentity}\nexec 2>&1\n\`\`\`\n${page}`, { folder, url: urlOf(server) });
  const expected = ['', ...stepsOf(page).map(({ output = '' }) => output)];
  expect(printed.map(shortened)).toEqual(expected.map(shortened));
  rmSync(folder, { recursive: true, force: true });
});

const gitIdentity = ['AUTHOR', 'COMMITTER']
  .map((role) => `export GIT_${role}_NAME=Ada GIT_${role}_EMAIL=ada@git.example`)
  .join('\n');

function shortened(text: string): string {
  return comparable(text)
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'COMMIT')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME');
}

interface GitHubWorkflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}
type GitLabJobs = Readonly<Record<string, { readonly script?: readonly string[] }>>;

const read = (file: string): unknown => parse(readProjectFile(`${repository}/${file}`));
const onGitHub = (read('.github/workflows/flows.yml') as GitHubWorkflow).jobs.apply?.steps.find(({ run }) => run)?.run;
const onGitLab = (read('.gitlab-ci.yml') as GitLabJobs)['flowgate-apply']?.script?.[0];
const url = 'https://git.example/acme/web-flows';

test.each([
  [
    'GitHub, Gitea and Forgejo',
    onGitHub,
    { GITHUB_SHA: commit, GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'acme/web-flows' },
    `${url}/commit/${commit}`,
  ],
  ['GitLab', onGitLab, { CI_COMMIT_SHA: commit, CI_PROJECT_URL: url }, `${url}/-/commit/${commit}`],
])('the job of %s applies the flows, and links to the commit', async (_, command = '', variables, commitUrl) => {
  const here = command.replace('npx --yes --package="$RELEASE" -- flowgate', `node ${program}`);
  const environment = { FLOWGATE_SERVER: urlOf(server), FLOWGATE_USER: 'ada', PATH: process.env.PATH, ...variables };
  const cwd = join(folder, repository);
  const { stdout } = await promisify(execFile)('bash', ['-c', here], { cwd, env: environment });
  expect(stdout).toContain('created web/deploy, revision 1');
  expect(await gateway.services.flows.stored({ namespace: 'web', id: 'deploy' })).toMatchObject({
    owner: { repository: 'web-flows', commit, url, commitUrl },
    entry: { repository: 'web-flows', commit, commitUrl },
  });
  rmSync(folder, { recursive: true, force: true });
});
