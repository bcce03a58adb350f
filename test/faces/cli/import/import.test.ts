import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CommandLine } from '../command-line.ts';
import { declarative, freestyleXml, multibranchXml, pipelineXml, withLoad } from './jenkins-home.ts';

let line: CommandLine;
beforeEach(() => void (line = new CommandLine()));
afterEach(() => line.remove());

test('the flow goes to standard output, and the report to standard error', async () => {
  line.write('app/Jenkinsfile', declarative);
  const { status, stdout, stderr } = await line.run(['import', 'app/Jenkinsfile']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^id: app$/m);
  expect(stdout).toMatch(/^namespace: imported$/m);
  expect(stdout).toMatch(/^ {2}- id: build\n {4}type: \S+\n {4}commands:\n {6}- make$/m);
  expect(stderr.split('\n')).toEqual([
    'app/Jenkinsfile:2:3 agent any | approximated | a flow checks out nothing by itself: add a checkout if the job takes its Jenkinsfile from a repository',
    'app/Jenkinsfile:4:5 stage | mapped | -> build',
    'app/Jenkinsfile:6:9 sh | mapped | -> build',
    'app/Jenkinsfile: 100% of 3 statements, 100% of 6 lines; 2 mapped, 1 approximated, 0 by hand',
    '',
  ]);
});

test('a statement by hand is reported with its place, and makes the status 1', async () => {
  const { status, stderr } = await line.run(['import', '-', '--id', 'release'], withLoad);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^<stdin>:3:3 load \| by hand \| it loads Groovy code from a file, /m);
  expect(stderr).toMatch(/^<stdin>: 50% of 4 statements, /m);
});

test('--repository gives the flow the checkout that Jenkins does', async () => {
  line.write('app/Jenkinsfile', declarative);
  const repository = ['--repository', 'https://git.example/app.git', '--revision', 'main'];
  const { status, stdout } = await line.run(['import', 'app/Jenkinsfile', ...repository]);
  expect(status).toBe(0);
  expect(stdout).toContain('defaults: https://git.example/app.git');
  expect(stdout).toContain('defaults: main');
  expect(stdout.indexOf('- id: checkout')).toBeLessThan(stdout.indexOf('- id: build'));
});

test('--out writes flows and tests, prints the report, and keeps what was changed', async () => {
  line.write('app/Jenkinsfile', declarative);
  const first = await line.run(['import', '--out', 'flows', 'app/Jenkinsfile']);
  expect(first).toMatchObject({
    status: 0,
    stderr: 'wrote flows/imported/app.yaml\nwrote flows/imported/app.test.yaml\n',
  });
  expect(first.stdout).toMatch(/^app\/Jenkinsfile: 100% /m);
  line.write('flows/imported/app.yaml', 'id: mine\n');
  const second = await line.run(['import', '--out', 'flows', 'app/Jenkinsfile']);
  expect(second).toMatchObject({ status: 1 });
  expect(second.stderr).toContain('kept flows/imported/app.yaml');
  expect(line.read('flows/imported/app.yaml')).toBe('id: mine\n');
  expect(await line.run(['import', '--out', 'flows', '--force', 'app/Jenkinsfile'])).toMatchObject({ status: 0 });
  expect(line.read('flows/imported/app.yaml')).toContain('id: app');
});

test('the imported flow is valid, and its test passes', async () => {
  line.write('app/Jenkinsfile', declarative);
  await line.run(['import', '--out', 'flows', 'app/Jenkinsfile']);
  expect(await line.run(['validate', 'flows'])).toMatchObject({ status: 0 });
  expect(await line.run(['test', 'flows'])).toMatchObject({ status: 0 });
});

test('reports are printed in a format, and written to files', async () => {
  line.write('Jenkinsfile', withLoad);
  const files = ['--report', 'html=report.html', '--report', 'sarif=report.sarif'];
  const { stderr } = await line.run(['import', 'Jenkinsfile', '--report', 'json', ...files]);
  expect(JSON.parse(stderr)).toMatchObject({ version: 1, jobs: [{ name: 'Jenkinsfile', kind: 'scripted' }] });
  expect(line.read('report.html')).toContain('<h2>Jenkinsfile</h2>');
  expect(line.read('report.sarif')).toContain('"import-by-hand"');
});

test('a config.xml of a home is a job, whose folders become the namespace', async () => {
  line.write('home/jobs/Team/jobs/app/config.xml', pipelineXml(declarative));
  const { status, stdout, stderr } = await line.run(['import', 'home/jobs/Team/jobs/app/config.xml']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^namespace: team$/m);
  expect(stderr).toMatch(/^Team\/app: 100% of 3 statements, 100% of 6 lines; 3 mapped, /m);
});

test('what a job declares outside of its script is imported too', async () => {
  const parameter = (name: string) =>
    `<hudson.model.StringParameterDefinition><name>${name}</name><defaultValue>1</defaultValue></hudson.model.StringParameterDefinition>`;
  const properties = `<hudson.model.ParametersDefinitionProperty><parameterDefinitions>${parameter('version')}</parameterDefinitions></hudson.model.ParametersDefinitionProperty>`;
  line.write('config.xml', pipelineXml(declarative, properties));
  const { stdout, stderr } = await line.run(['import', 'config.xml']);
  expect(stdout).toContain('version');
  expect(stderr).toMatch(/^config\.xml:1\d:\d+ .*parameter/m);
});

test('a freestyle job is imported', async () => {
  line.write('config.xml', freestyleXml);
  const { stdout } = await line.run(['import', 'config.xml']);
  expect(stdout).toContain('make all');
});

test('a job without a script says where it is', async () => {
  line.write('config.xml', multibranchXml);
  expect(await line.run(['import', 'config.xml'])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('ci/Jenkinsfile; import it from https://git.example.com/web.git') as string,
  });
});

test('a mapping file that is wrong is rejected, with the line of each problem', async () => {
  line.write('Jenkinsfile', declarative);
  line.write('mapping.yaml', 'deploy: {subflow: company/deploy, inputs: {to: -1}}\nbuild: {flow: x}\n');
  const { status, stderr } = await line.run(['import', 'Jenkinsfile', '--mapping', 'mapping.yaml']);
  expect(status).toBe(2);
  expect(stderr.split('\n')).toEqual([
    'flowgate: mapping.yaml:1: deploy.inputs.to must be the name of an argument, or its position from 0.',
    'mapping.yaml:2: build has the unknown property "flow"; allowed: subflow, inputs.',
    'mapping.yaml:2: build.subflow must be a flow, as NAMESPACE/ID.',
    '',
  ]);
});

test('escapes of terminals in a source do not reach the terminal', async () => {
  line.isTerminal = true;
  line.environment = { NO_COLOR: '1' };
  const { stdout, stderr } = await line.run(
    ['import', '-'],
    "node { echo '\u001b[2J\u202e' ; load '\u001b]0;x\u0007' }\n",
  );
  expect(stdout + stderr).not.toMatch(/[\u0007\u001b\u202e]/); // oxlint-disable-line no-control-regex -- escapes
});

describe('wrong words', () => {
  test.each([
    [['import'], 'specify either jobs or --audit.'],
    [['import', 'Jenkinsfile', '--audit', '.'], 'specify either jobs or --audit.'],
    [['import', 'nowhere'], 'a job needs --controller or JENKINS_URL'],
    [['import', 'Jenkinsfile', '--namespace', 'A B'], '--namespace must consist of'],
    [['import', 'Jenkinsfile', '--report', 'xml'], 'allowed: text, json, sarif, html'],
    [['import', 'Jenkinsfile', 'other/Jenkinsfile'], 'use --out'],
    [['import', 'a.yaml', 'Jenkinsfile'], 'flowgate apply'],
    [['import', 'Jenkinsfile', '--revision', 'main'], '--revision needs --repository.'],
    [['import', 'Jenkinsfile', '--dry-run'], 'is for a YAML stream of flows'],
    [['import', 'flows.yaml', '--out', 'x'], 'are for Jenkins jobs'],
    [['import', 'Jenkinsfile', '--compare'], 'no controller specified'],
  ])('%j', async (words, message) => {
    line.write('Jenkinsfile', declarative);
    line.write('other/Jenkinsfile', declarative);
    line.write('flows.yaml', 'id: x\n');
    expect(await line.run(words)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) as string });
  });
});
