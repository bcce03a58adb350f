import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readProjectFile } from '../docs/pages.ts';
import { listen, urlOf } from '../support/listening-server.ts';
import { startFlowServer, type FlowServer } from './flow-server.ts';
import { StepRunner } from './step-runner.ts';

vi.setConfig({ testTimeout: 120_000 });

interface StepRun {
  readonly status: number | null;
  /** The steps that it calls, in order, without the waits. */
  readonly steps: readonly string[];
  readonly sleeps: readonly { readonly time: number; readonly unit: string }[];
  readonly returned: Readonly<Record<string, unknown>> | undefined;
}

let server: FlowServer;
const runner = new StepRunner('flowgateRun');
beforeAll(async () => {
  server = await startFlowServer();
});
afterAll(async () => {
  runner.close();
  await server.stop();
});

async function runStep(options: object, build: object = {}): Promise<StepRun> {
  const env = { BUILD_TAG: 'jenkins-web-7', FLOWGATE_SERVER: `${server.url}/`, ...build };
  const run = await runner.run({ options, env, secret: server.token });
  expect(run.stderr).toBe('');
  expect(run.stdout).not.toContain(server.token);
  const lines = run.stdout.trimEnd().split('\n');
  const of = (name: string) => lines.filter((line) => line.startsWith(`${name} `));
  const valueOf = (line: string) => JSON.parse(line.slice(line.indexOf(' ') + 1)) as never;
  return {
    status: run.status,
    steps: lines.filter((line) => !/^(?:sleep|returned) /.test(line)),
    sleeps: of('sleep').map(valueOf),
    returned: of('returned').map(valueOf)[0],
  };
}

/** The wait before the first request, during which Jenkins saves the build with the idempotency key. */
const saving = { time: 1, unit: 'MILLISECONDS' };
const idIn = (steps: readonly string[]) => /executions\/(\w+)/.exec(steps.join('\n'))?.[1] ?? '';

describe('flowgateRun', () => {
  test('runs a flow, prints its URL, and returns its outputs', async () => {
    const inputs = { version: 'v1 é', count: 3 };
    const { steps, status, returned } = await runStep({ flow: 'web/deploy', inputs, labels: { change: 7 } });
    const id = idIn(steps);
    const url = `${server.url}/ui/executions/${id}`;
    expect(steps.slice(0, 2)).toEqual([
      'withCredentials [{"credentialsId":"flowgate-token","variable":"FLOWGATE_TOKEN"}]',
      `echo ${JSON.stringify(`Flowgate runs web/deploy: ${url}`)}`,
    ]);
    expect(steps.at(-1)).toBe('echo "web/deploy SUCCESS"');
    expect(returned).toEqual({
      id,
      url,
      state: 'SUCCESS',
      reason: null,
      outputs: { address: 'https://web.example/v1 é', 'release-notes': 'one\ntwo', rows: 0 },
    });
    expect(status).toBe(0);
    expect(await server.running.read(id)).toMatchObject({ actor: 'token:ci', inputs, labels: { change: '7' } });
  });

  test.each([
    ['fail', {}, 'error', 1],
    ['warn', {}, 'unstable', 0],
    ['fail', { propagate: false }, 'echo', 0],
  ])('of %s with %o ends with %s', async (flow, options, last, expected) => {
    const { steps, status, returned } = await runStep({ flow: `web/${flow}`, ...options });
    expect(steps.at(-1)).toMatch(new RegExp(`^${last} "web/${flow} (?:FAILED|WARNING): Task break failed`));
    expect(status).toBe(expected);
    const state = flow === 'fail' ? 'FAILED' : 'WARNING';
    expect(returned ?? { state }).toMatchObject({ state });
  });

  test('fails with the reasons for which Flowgate rejects values', async () => {
    const { steps, status } = await runStep({ flow: 'web/deploy', inputs: { version: '1', colour: 'red' } });
    expect(steps.at(-1)).toMatch(/^error "web\/deploy: .*version: .*; colour: /);
    expect(status).toBe(1);
  });

  test('stops the execution of an aborted build, and does not wait if it is not to', async () => {
    const aborted = await runStep({ flow: 'web/wait' }, { ABORT_AT: 3 });
    expect(aborted.steps.at(-1)).toBe(`echo "Stopped ${server.url}/ui/executions/${idIn(aborted.steps)}"`);
    expect(aborted.status).toBe(143);
    await server.running.until(idIn(aborted.steps), 'KILLED');

    const left = await runStep({ flow: 'web/wait', wait: false });
    expect(left).toMatchObject({ status: 0, sleeps: [saving], returned: { state: 'CREATED', outputs: {} } });
    const kept = await runStep({ flow: 'web/wait', stopOnAbort: false }, { ABORT_AT: 2 });
    expect(kept.steps.at(-1)).toMatch(/^echo "Flowgate runs/);
    expect(kept.status).toBe(143);
    expect((await server.running.read(idIn(kept.steps))).stop).toBeUndefined();
  });

  test('lets Jenkins save the build before it starts the execution', async () => {
    const { steps, sleeps, status } = await runStep({ flow: 'web/deploy' }, { ABORT_AT: 1 });
    expect(steps).toEqual([expect.stringMatching(/^withCredentials/)]);
    expect(sleeps).toEqual([saving]);
    expect(status).toBe(143);
  });

  test('stops the execution of an aborted build, even if Flowgate is restarting', async () => {
    const id = '01JD8Z3K5V6W7X8Y9Z0A1B2C3D';
    const record = JSON.stringify({ id, state: 'RUNNING' });
    const ended = JSON.stringify({ type: 'urn:flowgate:problem:execution-ended', detail: 'It has already ended.' });
    let stop: [number, string][] = [];
    const flaky = await listen((request, response) => {
      const [status, body] = (request.url?.endsWith('/stop') ? stop.shift() : undefined) ?? [202, record];
      response.writeHead(status).end(body);
    });
    onTestFinished(() => void flaky.close());
    const abort = async (...answers: [number, string][]) => {
      stop = answers;
      const { steps, sleeps } = await runStep({ flow: 'web/wait', server: urlOf(flaky) }, { ABORT_AT: 2 });
      return { said: steps.at(-1), pauses: sleeps.slice(2).map(({ time }) => time) };
    };
    const url = `${urlOf(flaky)}/ui/executions/${id}`;
    expect(await abort([502, ''], [503, ''])).toEqual({ said: `echo "Stopped ${url}"`, pauses: [1, 2] });
    expect(await abort([409, ended])).toEqual({ said: 'echo "It has already ended."', pauses: [] });
    const down = await abort(...Array.from({ length: 5 }, (): [number, string] => [502, '']));
    expect(down).toEqual({
      said: `echo "Could not stop ${url}: ${urlOf(flaky)}/executions/${id}/stop responded with 502."`,
      pauses: [1, 2, 4, 8],
    });
  });

  test('starts one execution, even if the answer is lost, and waits as long as it is told', async () => {
    const keys: unknown[] = [];
    const record = (state: string) => JSON.stringify({ id: '01JD8Z3K5V6W7X8Y9Z0A1B2C3D', state });
    const busy = '{"type":"urn:flowgate:problem:too-busy","detail":"Too busy."}';
    const answers: ((response: ServerResponse) => void)[] = [
      // The JVM itself sends a request once more after a lost connection.
      (response) => response.destroy(),
      (response) => response.destroy(),
      (response) => response.writeHead(502).end('<html>'),
      (response) => response.writeHead(503, { 'retry-after': '8' }).end(busy),
      (response) => response.writeHead(202).end(record('CREATED')),
      (response) => response.end(record('SUCCESS')),
    ];
    const flaky = await listen((request, response) => {
      if (request.method === 'POST') keys.push(request.headers['idempotency-key']);
      answers.shift()?.(response);
    });
    onTestFinished(() => void flaky.close());
    const { steps, sleeps, status } = await runStep({ flow: 'web/deploy', server: urlOf(flaky) });
    expect(steps.slice(1)).toEqual([
      expect.stringContaining('cannot be reached'),
      expect.stringContaining('502. Retrying.'),
      'echo "Too busy. Retrying."',
      expect.stringContaining('Flowgate runs web/deploy'),
      'echo "web/deploy SUCCESS"',
    ]);
    expect(sleeps.slice(1).map(({ time }) => time)).toEqual([2, 4, 8, 1]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^jenkins-web-7-[0-9a-f-]{36}$/);
    expect(status).toBe(0);
  });

  test('has the options of its page', async () => {
    const { steps } = await runStep({ flow: 'web/deploy', unknown: 1 });
    const [, rows = ''] =
      /\n\| option .*\n\|[-|]*\n((?:\|.*\n)*)/.exec(readProjectFile('integrations/jenkins/README.md')) ?? [];
    const documented = [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    const [, options = ''] = /its options are (.*)"$/.exec(steps.at(-1) ?? '') ?? [];
    expect(options.split(', ')).toEqual(expect.arrayContaining(documented));
    expect(documented).toHaveLength(options.split(', ').length);
  });

  test.each([
    [{ flow: 'deploy' }, "needs flow: a flow as 'namespace/id'"],
    [{ flow: 'web/deploy', server: 'flowgate.example' }, 'needs server'],
    [{ flow: 'web/deploy', input: {} }, 'has no option input'],
    [{ flow: 'web/nobody' }, 'web/nobody: The flow web/nobody was not found'],
  ])('rejects %o', async (options, message) => {
    const { steps, status } = await runStep(options);
    expect(steps.at(-1)).toMatch(/^error /);
    expect(steps.at(-1)).toContain(message);
    expect(status).toBe(1);
  });
});
