import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { fencedBlocks, readProjectFile } from '../docs/pages.ts';
import { runProgram, startFlowServer, type FlowServer } from './flow-server.ts';
import { Repository } from './repository.ts';

vi.setConfig({ testTimeout: 120_000 });

const actionFolder = join(import.meta.dirname, '../../integrations/github/run');
const action = parse(readFileSync(join(actionFolder, 'action.yml'), 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  readonly runs: { readonly main: string };
};

let server: FlowServer;
beforeAll(async () => {
  server = await startFlowServer();
});
afterAll(() => server.stop());

interface ActionRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** The call of npx. */
  readonly call: string;
}

/** Runs the action as GitHub does. */
async function runAction(
  inputs: Readonly<Record<string, string>>,
  { env = {}, cancelledAt }: { readonly env?: Readonly<Record<string, string>>; readonly cancelledAt?: string } = {},
): Promise<ActionRun> {
  const repository = new Repository({ 'table.csv': 'a\nb\n' });
  const given = { server: server.url, token: server.token, release: './flowgate.tgz', ...inputs };
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
  const variables = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [
    `INPUT_${name.toUpperCase()}`,
    (given as Readonly<Record<string, string>>)[name] ?? value,
  ]);
  const run = await runProgram([process.execPath, join(actionFolder, action.runs.main)], {
    env: repository.environment({
      ...Object.fromEntries(variables),
      GITHUB_OUTPUT: join(repository.folder, 'output'),
      GITHUB_STEP_SUMMARY: join(repository.folder, 'summary'),
      GITHUB_RUN_ID: '7',
      GITHUB_RUN_ATTEMPT: '2',
      GITHUB_ACTION: 'deploy',
      RUNNER_TRACKING_ID: `github_${randomUUID()}`,
      RUNNER_TEMP: repository.folder,
      ...env,
    }),
    cwd: repository.folder,
    ...(cancelledAt !== undefined && { interrupt: { at: cancelledAt, signal: 'SIGINT' as const } }),
  });
  const values = repository.read('output').matchAll(/^(.+)<<(.+)\n([^]*?)\n\2\n/gm);
  return {
    ...run,
    outputs: Object.fromEntries([...values].map(([, name, , value]) => [name, value])),
    summary: repository.read('summary'),
    call: repository.calls[0] ?? '',
  };
}

describe('the action that runs a flow', () => {
  test('passes values, and has the outputs of the flow as outputs', async () => {
    const inputs = 'version=v1 $(id)=2\n\n  count=2';
    const { status, outputs, summary, stdout, call } = await runAction(
      { flow: 'web/deploy', inputs, 'inputs-from-env': 'token=SECRET', files: 'table=table.csv', labels: 'change=7' },
      { env: { SECRET: 's3cret' } },
    );
    const execution = await server.running.read(outputs['id'] ?? '');
    expect(execution).toMatchObject({ inputs: { version: 'v1 $(id)=2', count: 2 }, labels: { change: '7' } });
    const url = `${server.url}/ui/executions/${execution.id}`;
    expect(outputs).toEqual({
      id: execution.id,
      url,
      state: 'SUCCESS',
      reason: '',
      address: 'https://web.example/v1 $(id)=2',
      'release-notes': 'one\ntwo',
      rows: '2',
      outputs: JSON.stringify(execution.outputs),
    });
    expect(Object.keys(outputs)).toEqual(expect.arrayContaining(Object.keys(action.outputs)));
    expect(summary).toContain(`### web/deploy: SUCCESS\n\n[Execution ${execution.id}](${url})\n`);
    expect(summary).toContain(
      '| address | https://web.example/v1 &#36;&#40;id&#41;&#61;2 |\n| release-notes | one&#10;two |',
    );
    expect(stdout).toMatch(/^::stop-commands::([0-9a-f-]{36})\n[^]*deploying v1[^]*\n::\1::\n$/);
    expect(call).toMatch(/--idempotency-key=github-7-2-github_[0-9a-f-]{36}-deploy /);
    for (const hidden of ['s3cret', server.token, 'v1 $']) expect(call).not.toContain(hidden);
    expect(status).toBe(0);
  });

  test.each([
    ['web/fail', {}, 1, '::error title=web/fail FAILED::Task break failed'],
    ['web/warn', {}, 0, '::warning title=web/warn WARNING::Task break failed'],
    ['web/warn', { 'fail-on-warning': 'true' }, 1, '::warning title=web/warn WARNING::Task break failed'],
  ])('of %s with %o ends with %i and the reason', async (flow, inputs, expected, annotation) => {
    const { status, stdout, outputs, summary } = await runAction({ flow, ...inputs });
    expect(stdout).toContain(`\n${annotation}`);
    expect(outputs['reason']).toMatch(/^Task break failed/);
    expect(summary).toContain('Task break failed');
    expect(status).toBe(expected);
  });

  test('stops the execution of a cancelled job', async () => {
    const { status, stdout, outputs } = await runAction({ flow: 'web/wait' }, { cancelledAt: 'resting' });
    expect(outputs['state']).toBe('KILLED');
    expect(stdout).toContain('::error title=web/wait KILLED::');
    expect(status).toBe(3);
    expect((await server.running.read(outputs['id'] ?? '')).state).toBe('KILLED');
  });

  test('reports what prevents the start', async () => {
    const rejected = await runAction({ flow: 'web/deploy', inputs: 'version=1' });
    expect(rejected.stderr).toContain('version: ');
    expect(rejected.stdout).toContain('::error title=web/deploy::The flow was not started');
    expect(rejected.status).toBe(1);
    const wrong = await runAction({ flow: 'web/deploy', inputs: 'version' });
    expect(wrong.stdout).toBe('::error title=web/deploy::The input inputs has a line that is not name=value.\n');
    expect(wrong.status).toBe(1);
  });

  test('installs the release of its tag, and nothing from a registry', async () => {
    const source = {
      GITHUB_ACTION_REPOSITORY: 'acme/flowgate',
      GITHUB_ACTION_REF: 'v0.2.0',
      GITHUB_SERVER_URL: 'https://github.example',
    };
    const { call } = await runAction({ flow: 'web/warn', release: '' }, { env: source });
    expect(call).toContain(
      '--package=https://github.example/acme/flowgate/releases/download/v0.2.0/flowgate-flowgate-0.2.0.tgz ',
    );
    const { stdout, status } = await runAction({ flow: 'web/warn', release: '' });
    expect(stdout).toContain('Set the input release');
    expect(status).toBe(1);
  });
});

test('the guide uses only its inputs, and lists them', () => {
  const page = readProjectFile('docs/how-to/use-from-ci.md');
  const steps = fencedBlocks(page, 'yaml')
    .filter((block) => block.includes('/integrations/github/run@'))
    .flatMap((block) =>
      Object.values((parse(block) as { jobs: Record<string, { steps: { uses?: string; with?: object }[] }> }).jobs),
    )
    .flatMap(({ steps: all }) => all.filter(({ uses }) => uses?.includes('/integrations/github/run@')));
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps)
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
  for (const name of Object.keys(action.inputs)) expect(page).toContain(`\`${name}\``);
});
