import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { runProgram, startFlowServer, type FlowServer, type ProgramRun } from './flow-server.ts';
import { Repository } from './repository.ts';

vi.setConfig({ testTimeout: 120_000 });

const file = join(import.meta.dirname, '../../integrations/gitlab/flowgate-run.gitlab-ci.yml');
const documents = parseAllDocuments(readFileSync(file, 'utf8'));
const [header, jobs] = documents.map((document) => document.toJS() as unknown);
const { inputs: declared } = (header as { spec: { inputs: Record<string, { default?: string }> } }).spec;

interface Job {
  readonly script: readonly string[];
  readonly after_script: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly artifacts: { readonly when: string; readonly reports: Readonly<Record<string, string>> };
}

/** The only job, with the values of the inputs. */
function jobOf(given: Readonly<Record<string, string>>): Job {
  const filled = JSON.stringify(jobs).replaceAll(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
    const value = given[name] ?? declared[name]?.default;
    if (value === undefined) throw new Error(`no value of ${name}`);
    return JSON.stringify(value).slice(1, -1);
  });
  expect(filled).not.toContain('$[[');
  return (JSON.parse(filled) as Readonly<Record<string, Job>>)[given['job'] ?? 'flowgate-run']!;
}

let server: FlowServer;
let jobId = 0;
beforeAll(async () => {
  server = await startFlowServer();
});
afterAll(() => server.stop());

interface JobRun extends ProgramRun {
  readonly variables: Readonly<Record<string, string>>;
  readonly repository: Repository;
}

/** Runs the job, by default with `sh` as in the default image. */
async function runJob(
  inputs: Readonly<Record<string, string>>,
  { shell = 'sh', part = 'script' as 'script' | 'after_script', repository = new Repository({}), env = {} } = {},
): Promise<JobRun> {
  const job = jobOf({ release: './flowgate.tgz', server: server.url, ...inputs });
  jobId += 1;
  const run = await runProgram([shell, '-e', '-c', job[part].join('\n')], {
    env: repository.environment({ FLOWGATE_TOKEN: server.token, ...job.variables, CI_JOB_ID: String(jobId), ...env }),
    cwd: repository.folder,
  });
  const lines = repository
    .read(job.artifacts.reports['dotenv'] ?? '')
    .trimEnd()
    .split('\n');
  const variables = Object.fromEntries(lines.map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]));
  return { ...run, variables, repository };
}

describe('the GitLab job that runs a flow', () => {
  test('is valid YAML, and installs nothing from a registry', () => {
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(declared['release']).toEqual({ description: expect.any(String) });
    expect(declared['server']?.default).toBe('$FLOWGATE_SERVER');
    expect(jobOf({ flow: 'a/b', release: 'c', job: 'deploy' }).artifacts.when).toBe('always');
  });

  test.each(['sh', 'bash'])('passes values in %s, and has the outputs of the flow as variables', async (shell) => {
    const inputs = 'version=v1 $(id) `id` "x"\n\ncount=2\n';
    const { status, variables, repository, stderr, stdout } = await runJob(
      {
        flow: 'web/deploy',
        inputs: inputs.replace(' "x"', ''),
        'inputs-from-env': 'token=SECRET',
        options: '--label change=7',
      },
      { shell, env: { SECRET: 's3cret' } },
    );
    expect({ status, stderr: stderr.includes('SUCCESS') }).toEqual({ status: 0, stderr: true });
    const execution = await server.running.read(variables['FLOWGATE_EXECUTION'] ?? '');
    expect(execution).toMatchObject({ inputs: { version: 'v1 $(id) `id`', count: 2 }, labels: { change: '7' } });
    expect(variables).toEqual({
      FLOWGATE_EXECUTION: execution.id,
      FLOWGATE_URL: `${server.url}/ui/executions/${execution.id}`,
      FLOWGATE_STATE: 'SUCCESS',
      FLOWGATE_REASON: '',
      FLOWGATE_OUTPUT_ADDRESS: 'https://web.example/v1 $(id) `id`',
      FLOWGATE_OUTPUT_ROWS: '0',
    });
    expect(stdout).toContain('a token of 6');
    expect(JSON.parse(repository.read('flowgate-execution.json'))).toMatchObject({ state: 'SUCCESS' });
    expect(repository.calls[0]).not.toContain('s3cret');
    expect(repository.calls[0]).toContain(`--idempotency-key gitlab-${jobId} `);
  });

  test('fails with the reason, and passes it on', async () => {
    const { status, variables, stderr } = await runJob({ flow: 'web/fail' });
    expect(status).toBe(1);
    expect(stderr).toContain('Task break failed');
    expect(variables).toMatchObject({
      FLOWGATE_STATE: 'FAILED',
      FLOWGATE_REASON: expect.stringMatching(/^Task break/),
    });
    expect((await runJob({ flow: 'web/warn', options: '--strict' })).status).toBe(1);
  });

  test('stops the execution of a cancelled job, and only of one', async () => {
    const { body } = await server.running.run({}, { namespace: 'web', flow: 'wait' });
    const repository = new Repository({ 'flowgate.env': `FLOWGATE_EXECUTION=${body.id}\nFLOWGATE_STATE=CREATED\n` });
    const after = (status: string) =>
      runJob({ flow: 'web/wait' }, { part: 'after_script', repository, env: { CI_JOB_STATUS: status } });
    await after('success');
    expect((await server.running.read(body.id)).stop).toBeUndefined();
    await after('canceled');
    await server.running.until(body.id, 'KILLED');
  });
});
