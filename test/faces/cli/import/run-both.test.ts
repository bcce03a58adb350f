import { expect, test } from 'vitest';
import { startRunningGateway } from '../../../support/running-gateway.ts';
import { useGatewayLine } from '../gateway-line.ts';
import { declarative, pipelineXml } from './jenkins-home.ts';

const cli = useGatewayLine(startRunningGateway);

const version = `<hudson.model.ParametersDefinitionProperty><parameterDefinitions>
<hudson.model.StringParameterDefinition><name>VERSION</name><defaultValue>1</defaultValue></hudson.model.StringParameterDefinition>
</parameterDefinitions></hudson.model.ParametersDefinitionProperty>`;

/** Creates a job whose builds follow a plan of the stand-in. */
async function create(name: string, plan: object, script = declarative, properties = version): Promise<void> {
  const { jenkins } = cli.started;
  const authorization = `Basic ${Buffer.from(`${jenkins.user}:${jenkins.token}`).toString('base64')}`;
  const response = await fetch(`${jenkins.url}/createItem?name=${name}`, {
    method: 'POST',
    body: pipelineXml(`// stand-in: ${JSON.stringify(plan)}\n${script}`, properties),
    headers: { authorization, 'content-type': 'application/xml; charset=utf-8' },
  });
  expect(response.status).toBe(200);
}

function runBoth(...words: readonly string[]) {
  const { url, user, token } = cli.started.jenkins;
  const access = { JENKINS_URL: url, JENKINS_USER: user, JENKINS_TOKEN: token };
  cli.line.environment = { ...cli.line.environment, ...access };
  return cli.line.run(['import', '--run-both', ...words]);
}

test('a job and its flow get the same values, and nothing differs', async () => {
  await create('same', { tasks: [] });
  const { status, stdout, stderr } = await runBoth('same', '--input', 'VERSION=1.2');
  expect(stdout).toMatch(/^same #1: SUCCESS; \w{26}: SUCCESS\nno difference\n$/);
  expect(status).toBe(0);
  expect(stderr).toContain('Running same and imported/same');
  const builds = cli.started.jenkins.builds();
  expect(builds.map(({ job, parameters }) => [job, parameters['VERSION']])).toEqual([
    ['/job/same', '1.2'],
    ['/job/flows/job/imported/job/same', '1.2'],
  ]);
});

test('differences are named, and make the status 1', async () => {
  await create('other', {
    tasks: [{ path: 'build', log: 'made it', outcome: 'FAILED' }],
    artifacts: { 'app.txt': 'x' },
  });
  const { status, stdout } = await runBoth('other');
  expect(status).toBe(1);
  expect(stdout).toContain('result: FAILED of the job, SUCCESS of the flow');
  expect(stdout).toMatch(/^artifact app\.txt: 1 bytes, SHA-256 2d711642b726 of the job, none of the flow$/m);
  expect(stdout).toMatch(/^Lines only in the log of the job:\n(?: {2}.*\n)* {2}made it$/m);
});

test('another flow on the server is replaced only by force', async () => {
  await create('taken', { tasks: [] });
  await cli.started.store(
    'id: taken\nnamespace: imported\ntasks: [{id: a, type: dev.vendor.plugin.core.log.Log, message: x}]\n',
  );
  expect(await runBoth('taken')).toMatchObject({ status: 2, stderr: expect.stringContaining('--force') as string });
  expect(await runBoth('taken', '--force')).toMatchObject({ status: 0 });
});

test('a job that does not declare a parameter yet is not run without it', async () => {
  const declaring = declarative.replace('  stages', "  parameters { string(name: 'VERSION') }\n  stages");
  await create('new', { tasks: [] }, declaring, '');
  const { status, stderr } = await runBoth('new', '--input', 'VERSION=1.2');
  expect(status).toBe(2);
  expect(stderr).toContain('new has no parameter VERSION');
  expect(cli.started.jenkins.builds().filter(({ job }) => job.endsWith('/new'))).toEqual([]);
});

test('does not wait longer than its timeout', async () => {
  await create('stuck', { tasks: [], executor: false });
  expect(await runBoth('stuck', '--timeout', '1s')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(
      'stuck #1 did not end within 1s; stop it in Jenkins. --timeout changes the limit.',
    ) as string,
  });
  expect(await runBoth('stuck', '--timeout', 'soon')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--timeout must be a duration, such as 90s, 30m or 2h.') as string,
  });
});
