import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startFlowServer, type FlowServer } from '../../../integrations/flow-server.ts';
import { CommandLine } from '../command-line.ts';

let server: FlowServer;
const line = new CommandLine();

beforeAll(async () => {
  server = await startFlowServer();
  line.environment = { FLOWGATE_SERVER: server.url, FLOWGATE_TOKEN: server.token };
});
afterAll(async () => {
  line.remove();
  await server.stop();
});
beforeEach(() => line.write('outputs', 'earlier=1\n'));

test('reports are written when an execution starts and when it ends', async () => {
  const reports = ['json=run.json', 'dotenv=run.env', 'github=outputs'].flatMap((report) => ['--report', report]);
  const started = await line.run(['run', 'web/deploy', '--input', 'version=v1', ...reports]);
  const id = started.stdout.slice(0, 26);
  const { state } = JSON.parse(line.read('run.json')) as { state: string };
  expect(line.read('run.env')).toContain(`FLOWGATE_EXECUTION=${id}\n`);
  expect(line.read('outputs')).toMatch(new RegExp(`^earlier=1\nid<<.*\n${id}\n[^]*\nstate<<.*\n${state}\n`));

  expect((await line.run(['run', 'web/deploy', '--input', 'version=v1', '--follow', ...reports])).status).toBe(0);
  expect(line.read('run.env')).toMatch(
    /FLOWGATE_STATE=SUCCESS\n[^]*FLOWGATE_OUTPUT_ADDRESS=https:\/\/web\.example\/v1\n/,
  );
  expect(JSON.parse(line.read('run.json'))).toMatchObject({
    state: 'SUCCESS',
    outputs: { 'release-notes': 'one\ntwo' },
  });
  expect(line.read('outputs')).toMatch(/\nrelease-notes<<.*\none\ntwo\n/);
});

test.each([
  ['xml=run.xml', 'allowed: json, dotenv, github'],
  ['dotenv', 'must be FORMAT=FILE, with one of the formats json, dotenv, github.'],
])('nothing starts with the report %s', async (report, message) => {
  const before = await line.run(['executions', 'web/wait']);
  const { status, stderr } = await line.run(['run', 'web/wait', '--report', report]);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
  expect(await line.run(['executions', 'web/wait'])).toEqual(before);
});

test('an interruption stops the execution, and its end is still followed and reported', async () => {
  const options = ['--follow', '--stop-on-interrupt', '--report', 'json=run.json'];
  const run = line.run(['run', 'web/wait', ...options]);
  await expect.poll(() => line.printed.stdout, { timeout: 20_000 }).toContain('resting');
  line.stop();
  line.stop(); // npm forwards what the terminal has sent
  const { status, stderr } = await run;
  const { id } = JSON.parse(readFileSync(`${line.folder}/run.json`, 'utf8')) as { id: string };
  expect(stderr).toContain(`Stopping ${id}; its final tasks run.\n`);
  expect(JSON.parse(line.read('run.json'))).toMatchObject({ state: 'KILLED' });
  expect(status).toBe(3);
});

test('a flow in a file accepts neither', async () => {
  line.write('flow.yaml', 'id: a\nnamespace: b\n');
  const { status, stderr } = await line.run(['run', 'flow.yaml', '--report', 'json=a', '--stop-on-interrupt']);
  expect(stderr).toContain('--stop-on-interrupt, --report need a server');
  expect(status).toBe(2);
});
