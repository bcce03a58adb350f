import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { StandInJenkins } from '../../../support/stand-in-jenkins/stand-in-jenkins.ts';
import { CommandLine } from '../command-line.ts';
import { declarative, folderXml, pipelineXml, withLoad } from './jenkins-home.ts';

let jenkins: StandInJenkins;
let line: CommandLine;

beforeAll(async () => {
  jenkins = await StandInJenkins.start();
  await create('', 'team', folderXml);
  const stages = [
    { name: 'Build', status: 'SUCCESS', durationMillis: 4_200 },
    { name: 'Publish', status: 'FAILED', durationMillis: 61_000 },
  ];
  await create(
    '/job/team',
    'app',
    pipelineXml(`// stand-in: ${JSON.stringify({ tasks: [], stages })}\n${declarative}`),
  );
  await create('/job/team', 'bare', pipelineXml(`// stand-in: {"tasks": []}\n${declarative}`));
  await create('', 'release', pipelineXml(withLoad));
});
beforeEach(() => {
  line = new CommandLine();
  line.environment = { JENKINS_URL: jenkins.url, JENKINS_USER: jenkins.user, JENKINS_TOKEN: jenkins.token };
});
afterEach(() => line.remove());
afterAll(() => jenkins.stop());

async function post(path: string, body = ''): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${jenkins.user}:${jenkins.token}`).toString('base64')}`;
  const headers = { authorization, 'content-type': 'application/xml; charset=utf-8' };
  const { ok, status } = await fetch(`${jenkins.url}${path}`, { method: 'POST', body, headers, redirect: 'manual' });
  expect(ok || status < 400).toBe(true);
}

function create(folder: string, name: string, config: string): Promise<void> {
  return post(`${folder}/createItem?name=${name}`, config);
}

test('imports a job by its full name', async () => {
  const { status, stdout, stderr } = await line.run(['import', 'team/app']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^namespace: team$/m);
  expect(stderr).toMatch(/^team\/app: 100% /m);
});

test('imports all jobs in a folder', async () => {
  const { status, stderr } = await line.run(['import', 'team', '--out', 'flows']);
  expect(status).toBe(0);
  expect(stderr).toContain('wrote flows/team/app.yaml');
  expect(stderr).toContain('wrote flows/team/bare.yaml');
});

test('audits a controller by its URL', async () => {
  const { status, stdout } = await line.run(['import', '--audit', jenkins.url]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^100% team\/app \| pipeline /m);
  expect(stdout).toMatch(/^3 jobs: .*1 folder/m);
});

test('says that a job was not found, and what is missing for a controller', async () => {
  expect(await line.run(['import', 'team/none'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('team/none: it was not found') as string,
  });
  line.environment = { JENKINS_URL: jenkins.url, JENKINS_USER: 'ada' };
  expect((await line.run(['import', 'team/app'])).stderr).toContain('JENKINS_TOKEN');
  line.environment = { JENKINS_URL: jenkins.url, JENKINS_USER: 'ada', JENKINS_TOKEN: 'x' };
  expect(await line.run(['import', 'team/app'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('401') as string,
  });
});

test('prints the stages of the last build beside the tasks of the flow', async () => {
  expect((await line.run(['import', '--compare', 'team/app'])).stderr).toContain('no build that has ended');
  await build('team/app');
  const { status, stdout } = await line.run(['import', '--compare', 'team/app']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^team\/app #1: SUCCESS, \d+s$/m);
  expect(stdout).toMatch(/^Build +SUCCESS +4s +build +Shell$/m);
  expect(stdout).toMatch(/^Publish +FAILED +1m1s +-$/m);
});

test('reads the log for stages if Jenkins has no other answer', async () => {
  await build('team/bare');
  const { status, stdout } = await line.run(['import', '--compare', 'team/bare']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^STAGE +RESULT +TIME +TASK +TYPE$/m);
});

/** Runs a job to its end. */
async function build(name: string): Promise<void> {
  const path = `/job/${name.replaceAll('/', '/job/')}`;
  await post(`${path}/build?delay=0sec`);
  await expect.poll(() => jenkins.builds().some(({ job, isLogComplete }) => job === path && isLogComplete)).toBe(true);
}
