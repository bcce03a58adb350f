import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/text/json-value.ts';
import { controllerUnderTest, ownFolder, removeFolder } from '../support/controller-under-test.ts';
import { startGatewayOn, type GatewayWithWorker } from '../support/running-gateway.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';
const core = 'dev.vendor.plugin.core';

describe.skipIf(!process.env.JENKINS_URL)('segments on a real controller', () => {
  const folder = ownFolder();
  let running: GatewayWithWorker;
  let server: Server;
  beforeAll(async () => {
    server = createServer((incoming, outgoing) => running.gateway.app(incoming, outgoing));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // it listens on a port
    running = await startGatewayOn({ ...controllerUnderTest(), folder }, { publicUrl: `http://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await running.stop();
    server.close();
    await removeFolder(controllerUnderTest(), folder);
  });

  const logOf = async (id: string) =>
    (await request(running.gateway.app).get(`/executions/${id}/logs`).expect(200)).text;
  const post = (path: string, body: JsonObject = {}) =>
    request(running.gateway.app).post(path).set('x-oidc-sub', 'carol').send(body);

  async function start(id: string, body: string, inputs: JsonObject = {}): Promise<string> {
    await running.store(`id: ${id}\nnamespace: examples\ndescription: A flow of the tests.\n${body}`);
    return (await running.run({ inputs }, { flow: id })).body.id;
  }

  const waiting = (id: string) => running.until(id, ({ waitingFor }) => waitingFor !== undefined);

  const release = `inputs:
  - {id: token, type: SECRET}
tasks:
  - id: build
    ${shell}
    commands:
      - mkdir -p out; echo "version 7" > out/version.txt; echo "a b" > "out/a b.txt"
      - 'printf "{\\"version\\":\\"1.%s\\",\\"key\\":\\"<%s>\\"}\\n" 7 "$TOKEN"'
    outputSchema: {version: {type: STRING}, key: {type: STRING}}
    outputFiles: [out]
  - id: release
    type: ${core}.flow.Approval
    message: "Release {{ task_outputs.build.version }}?"
    inputs: [{id: note, type: STRING, min_length: 3}]
    timeout: 1h
  - id: show
    ${shell}
    commands:
      - cat out/version.txt "out/a b.txt"; printf %s "$TASK_BUILD_KEY" | wc -c
      - 'echo "$TASK_RELEASE_APPROVER: $TASK_RELEASE_NOTE"; echo more > out/more.txt'
    outputFiles: [out/more.txt]
errors:
  - {id: sorry, ${log}, message: "{{ failure.message }}"}
finally:
  - {id: bye, ${log}, message: "bye {{ execution.id }}"}
outputs:
  - {id: version, type: STRING, value: "{{ task_outputs.build.version }}"}
`;

  it('an approval ends a build, and another one goes on with the outputs and files', async () => {
    const id = await start('release', release, { token: 'correct-horse-battery' });
    const execution = await waiting(id);
    expect(execution).toMatchObject({ state: 'RUNNING', waitingFor: { kind: 'approval', message: 'Release 1.7?' } });
    const before = await logOf(id);
    expect(before).toContain('Flowgate: task release waits for a decision');
    expect(before).not.toContain('Finished:');
    await post(`/executions/${id}/decision`, { task: 'release', decision: 'APPROVE', inputs: { note: 'fine' } }).expect(
      202,
    );
    const ended = await running.until(id, 'SUCCESS');
    expect(ended.outputs).toEqual({ version: '1.7' });
    expect(ended.tasks.map(({ path, state }: JsonObject) => `${path} ${state}`)).toEqual([
      'build SUCCESS',
      'release SUCCESS',
      'show SUCCESS',
      'bye SUCCESS',
    ]);
    const text = await logOf(id);
    expect(text.startsWith(before)).toBe(true);
    expect(text).toMatch(/version 7\na b\n23\ncarol: fine\n/);
    expect(text).toContain(`bye ${id}\n`);
    expect(text.match(/^Finished: .*$/gm)).toEqual(['Finished: SUCCESS']);
    expect(text).not.toContain('correct-horse');
    const artifacts = await request(running.gateway.app).get(`/executions/${id}/artifacts`).expect(200);
    expect(artifacts.body.artifacts.map(({ path }: JsonObject) => path).toSorted()).toEqual([
      'out/a b.txt',
      'out/more.txt',
      'out/version.txt',
    ]);
    const file = await request(running.gateway.app).get(`/executions/${id}/artifacts/out/version.txt`).expect(200);
    expect((file.body as Buffer).toString()).toBe('version 7\n'); // supertest reads unknown types as bytes
  });

  it('a rejection fails the task, and a stop runs only final tasks', async () => {
    const rejected = await start('release', release, { token: 'correct-horse-battery' });
    await waiting(rejected);
    await post(`/executions/${rejected}/decision`, {
      task: 'release',
      decision: 'REJECT',
      inputs: { note: 'too early' },
    }).expect(202);
    const failed = await running.until(rejected, 'FAILED');
    expect(failed.reason).toBe('Task release failed: rejected by carol: too early');
    expect(failed.tasks.map(({ path }: JsonObject) => path)).toEqual(['build', 'release', 'sorry', 'bye']);
    const stopped = await start('release', release, { token: 'correct-horse-battery' });
    await waiting(stopped);
    await post(`/executions/${stopped}/stop`).expect(202);
    const killed = await running.until(stopped, 'KILLED');
    expect(killed.reason).toBe('Stopped by carol.');
    expect(killed.tasks.map(({ path, state }: JsonObject) => `${path} ${state}`)).toEqual([
      'build SUCCESS',
      'release KILLED',
      'bye SUCCESS',
    ]);
  });

  it('a signal passes typed values on', async () => {
    const id = await start(
      'signal',
      `tasks:
  - id: tested
    type: ${core}.flow.Wait
    signal: done
    timeout: 1h
    outputSchema: {passed: {type: BOOLEAN}, count: {type: INT}}
  - {id: show, ${log}, message: "{{ task_outputs.tested.count }}", run_if: "{{ task_outputs.tested.passed and task_outputs.tested.count > 6 }}"}
`,
    );
    await waiting(id);
    await post(`/executions/${id}/signals/done`, { passed: true, count: 7 }).expect(202);
    const { tasks } = await running.until(id, 'SUCCESS');
    expect(tasks.map(({ path, state }: JsonObject) => `${path} ${state}`)).toEqual(['tested SUCCESS', 'show SUCCESS']);
  });

  // What the failing item looks for.
  const flag = join(mkdtempSync(join(tmpdir(), 'flowgate-segments-')), 'again');
  afterAll(() => rmSync(dirname(flag), { recursive: true }));

  it('a restart keeps tasks, files and the items of a loop that succeeded', async () => {
    const id = await start(
      'restarted',
      `inputs:
  - {id: token, type: SECRET}
tasks:
  - id: prepare
    ${shell}
    commands: ['echo kept > kept.txt; echo "{\\"list\\": [\\"a\\", \\"b\\", \\"c\\"], \\"key\\": \\"$TOKEN\\"}"']
    outputSchema: {list: {type: JSON}, key: {type: STRING}}
    outputFiles: [kept.txt]
  - id: each
    type: ${core}.flow.ForEach
    values: "{{ task_outputs.prepare.list }}"
    tasks:
      - id: work
        ${shell}
        commands:
          - 'echo "item $ITEM_EACH"; cat kept.txt; [ "$ITEM_EACH" != b ] || [ -e "${flag}" ]'
          - 'echo "{\\"r\\": \\"<$ITEM_EACH>\\"}"'
        outputSchema: {r: {type: STRING}}
    outputs: [{id: r, type: STRING, value: "{{ task_outputs.work.r }}"}]
  - {id: show, ${log}, message: "{{ task_outputs.each.r }}"}
`,
      { token: 'correct-horse-battery' },
    );
    const failed = await running.until(id, 'FAILED');
    expect(failed.tasks.map(({ path, state }: JsonObject) => `${path} ${state}`)).toContain('each[b]/work FAILED');
    writeFileSync(flag, '');
    const answer = await post(`/executions/${id}/restart`, { inputs: { token: 'correct-horse-battery' } }).expect(202);
    const ended = await running.until(answer.body.id, 'SUCCESS');
    expect(ended.tasks.map(({ path, state }: JsonObject) => `${path} ${state}`)).toEqual([
      'prepare KEPT',
      'each SUCCESS',
      'each[b]/work SUCCESS',
      'show SUCCESS',
    ]);
    expect(await logOf(answer.body.id)).toContain('["<a>","<b>","<c>"]');
  });

  it('a stopped build leaves what a restart needs, and a short wait stays in its build', async () => {
    const id = await start(
      'paused',
      `tasks:
  - {id: first, ${shell}, commands: ['echo "{\\"a\\": \\"one\\"}"'], outputSchema: {a: {type: STRING}}}
  - {id: settle, type: ${core}.flow.Wait, for: 2s}
  - {id: last, ${shell}, commands: ['echo "$TASK_FIRST_A"; sleep 8']}
finally:
  - {id: bye, ${log}, message: bye}
`,
    );
    const isAt =
      (task: string) =>
      ({ tasks }: { readonly tasks: readonly JsonObject[] }) =>
        tasks.some(({ path }) => path === task);
    const { build } = await running.until(id, isAt('last') as never);
    expect(build.number).toBe(1);
    await post(`/executions/${id}/stop`).expect(202);
    const stopped = await running.until(id, 'KILLED');
    expect(stopped.tasks.map(({ path, state }: JsonObject) => `${String(path)} ${String(state)}`)).toEqual([
      'first SUCCESS',
      'settle SUCCESS',
      'last KILLED',
      'bye SUCCESS',
    ]);
    const answer = await post(`/executions/${id}/restart`).expect(202);
    const ended = await running.until(answer.body.id, 'SUCCESS');
    expect(ended.tasks.map(({ path, state }: JsonObject) => `${String(path)} ${String(state)}`)).toEqual([
      'first KEPT',
      'settle KEPT',
      'last SUCCESS',
      'bye SUCCESS',
    ]);
    expect(await logOf(answer.body.id)).toMatch(/^one$/m);
  });
});
