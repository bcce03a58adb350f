import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Schema } from '../../../../src/faces/api-client/operation-types.ts';
import { isFinal } from '../../../../src/lifecycle/execution-state.ts';
import { spawnFlowgate, type FlowgateProcess } from '../../../support/flowgate-process.ts';
import { isNightly } from '../../../support/nightly.ts';
import { processesWith } from '../../../support/processes.ts';

type Execution = Schema<'Execution'>;

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const token = 'a-very-secret-token-4711';
// Unlike the command line of any other process.
const naps = { task: '4711.25', daemon: '4712.25' };

const sleeper = `id: sleeper
namespace: examples
concurrency: {limit: 1, behavior: QUEUE}
inputs:
  - {id: token, type: SECRET, required: false}
tasks:
  - id: nap
    ${shell}
    commands:
      - echo "with {{ inputs.token }}"
      - (setsid sleep ${naps.daemon} > /dev/null 2>&1 &)
      - sleep ${naps.task}
finally:
  - {id: tidy, ${shell}, commands: [echo tidied]}
`;
const quick = `id: quick\nnamespace: examples\ntasks:\n  - {id: greet, ${shell}, commands: [echo hello]}\n`;

let data: string;
let gateway: FlowgateProcess;
let url: string;

async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  gateway = spawnFlowgate({ FLOWGATE_DATA: data, ...environment });
  url = await gateway.url;
}

async function call(path: string, body?: object | string) {
  const type = typeof body === 'string' ? 'application/x-yaml' : 'application/json';
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': type, 'x-oidc-sub': 'ada' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Execution; // flows are not read
}

async function until(id: string, isReached: (execution: Execution) => boolean) {
  for (;;) {
    const execution = await call(`/executions/${id}`);
    if (isReached(execution)) return execution;
    await sleep(50);
  }
}

const logOf = async (id: string) => (await fetch(`${url}/executions/${id}/logs`)).text();

const hasEnded = ({ state }: Execution) => isFinal(state);

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'flowgate-killed-'));
});
afterEach(async () => {
  if (gateway.child.exitCode === null && gateway.child.signalCode === null) {
    gateway.child.kill('SIGTERM');
    await gateway.end;
  }
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

it('after kill -9, a running execution ends FAILED and leaves nothing, and a waiting one runs once', async () => {
  await start({ FLOWGATE_LOCAL_EXECUTORS: '1' });
  await call('/flows', sleeper);
  await call('/flows', quick);
  const running = await call('/flows/examples/sleeper/executions', { inputs: { token } });
  await until(running.id, ({ tasks = [] }) => tasks.length === 1);
  while (processesWith(`sleep ${naps.daemon}`).length === 0) await sleep(20);
  // What a killed gateway has not read yet is in no log.
  await expect.poll(() => logOf(running.id), { timeout: 10_000 }).toContain('with ****');
  const waiting = await call('/flows/examples/quick/executions', {});
  expect((await until(waiting.id, ({ state }) => state === 'QUEUED')).engine).toBeUndefined();

  gateway.child.kill('SIGKILL');
  await once(gateway.child, 'exit');
  const killedAt = Date.now();
  await start();

  const interrupted = await until(running.id, hasEnded);
  // The time until the restart is no part of its duration.
  expect(Date.parse(interrupted.endedAt ?? '')).toBeLessThanOrEqual(killedAt);
  expect(Date.parse(interrupted.tasks?.[0]?.endedAt ?? '')).toBeLessThanOrEqual(killedAt);
  expect(interrupted).toMatchObject({
    state: 'FAILED',
    reason: 'Flowgate stopped while the execution was running.',
    engine: 'local',
    tasks: [{ path: 'nap', state: 'KILLED' }],
  });
  expect(await until(waiting.id, hasEnded)).toMatchObject({ state: 'SUCCESS', attempts: 1 });
  for (const nap of Object.values(naps)) expect(processesWith(`sleep ${nap}`)).toEqual([]);
  await expect.poll(runningFolders, { timeout: 10_000 }).toEqual([]);
  expect(filesWith(join(data, 'executions'), token)).toEqual([]);
  const log = await logOf(running.id);
  expect(log).toContain('with ****');
  expect(log).toMatch(/Flowgate stopped while the execution was running\.\nFinished: FAILED\n$/);
});

it('after kill -9, an execution whose files cannot be removed ends all the same', async () => {
  await start();
  await call('/flows', sleeper.replace('id: sleeper', 'id: locked'));
  const { id } = await call('/flows/examples/locked/executions', {});
  await until(id, ({ tasks = [] }) => tasks.length === 1);
  gateway.child.kill('SIGKILL');
  await once(gateway.child, 'exit');
  const unlock = lockFile(join(data, 'executions', 'running', id, 'workspace', 'of-a-container', 'file'));
  try {
    await start();
    expect(await until(id, hasEnded)).toMatchObject({
      state: 'FAILED',
      reason: 'Flowgate stopped while the execution was running.',
    });
  } finally {
    unlock();
  }
});

it('at its end, Flowgate stops what runs, records why and leaves no process', async () => {
  await start();
  const { id } = await call('/flows/examples/sleeper/executions', { inputs: { token } });
  await until(id, ({ tasks = [] }) => tasks.length === 1);
  while (processesWith(`sleep ${naps.daemon}`).length === 0) await sleep(20);
  gateway.child.kill('SIGTERM');
  expect((await gateway.end).status).toBe(0);
  for (const nap of Object.values(naps)) expect(processesWith(`sleep ${nap}`)).toEqual([]);
  await start();
  expect(await call(`/executions/${id}`)).toMatchObject({
    state: 'FAILED',
    reason: 'Flowgate was stopped while the execution was running.',
    tasks: [
      { path: 'nap', state: 'KILLED' },
      { path: 'tidy', state: 'SUCCESS' },
    ],
  });
});

it('many executions that are queued at once all run', async () => {
  await start({ FLOWGATE_LOCAL_EXECUTORS: '4' });
  const ids = await Promise.all(
    Array.from({ length: isNightly ? 100 : 40 }, async () => (await call('/flows/examples/quick/executions', {})).id),
  );
  for (const id of ids) expect(await until(id, hasEnded)).toMatchObject({ state: 'SUCCESS', attempts: 1 });
  await expect.poll(runningFolders, { timeout: 10_000 }).toEqual([]);
}, 90_000);

it('scripts see neither the settings nor the secrets of Flowgate', async () => {
  await start({ FLOWGATE_ENGINE: 'local', FLOWGATE_KEY: 'the key of this installation', AWS_SECRET: 'of the shell' });
  await call('/flows', quick.replace('id: quick', 'id: probe').replace('echo hello', 'env'));
  const { id } = await call('/flows/examples/probe/executions', {});
  await until(id, hasEnded);
  const log = await logOf(id);
  const names = log.split('\n').flatMap((line) => /^([A-Za-z_][A-Za-z0-9_]*)=/.exec(line)?.[1] ?? []);
  const ofSystem = ['HOME', 'PATH', 'PWD', 'OLDPWD', 'SHLVL', '_', 'USER', 'LOGNAME', 'SHELL', 'TMPDIR', 'TZ', 'LANG'];
  const ofRun = ['WORKSPACE', 'FLOWGATE_NAMES', 'FLOWGATE_TASK_RUN', 'FLOWGATE_TASK_DIR'];
  expect(names.filter((name) => ![...ofSystem, ...ofRun].includes(name) && !name.startsWith('LC_'))).toEqual([]);
  expect(log).not.toContain('the key of this installation');
});

it('a data folder that had a Jenkins never runs flows by default', async () => {
  await start({ JENKINS_URL: 'http://127.0.0.1:9', JENKINS_USER: 'nobody', JENKINS_TOKEN: 'none' });
  gateway.child.kill('SIGTERM');
  await gateway.end;
  await start();
  await expect(call('/flows/examples/quick/executions', {})).rejects.toThrow(/^409 /);
});

/** Creates a file that nobody can remove until the returned function is called: not even root, where that is possible. */
function lockFile(path: string): () => void {
  const folder = dirname(path);
  mkdirSync(folder);
  writeFileSync(path, '');
  // The engine makes folders writable, so that only an attribute keeps a file.
  const isLocked = spawnSync('chattr', ['+i', path]).status === 0;
  return () => {
    if (isLocked) spawnSync('chattr', ['-i', path]);
  };
}

/** The folders of executions; each is removed just after the end of its execution. */
function runningFolders(): string[] {
  const folder = join(data, 'executions', 'running');
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** The files below a folder that contain a string. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}
