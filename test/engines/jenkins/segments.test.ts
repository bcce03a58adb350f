import { execFileSync } from 'node:child_process';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptFilesToken } from '../../../src/abilities/files/kept-files.ts';
import type { JsonObject } from '../../../src/base/text/json-value.ts';
import type { CarriedFile } from '../../../src/language/execution-plan/segment.ts';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { startRunningGateway, type RunningGateway } from '../../support/running-gateway.ts';
import type { BuildPlan } from '../../support/stand-in-jenkins/build-plan.ts';

const core = 'dev.vendor.plugin.core';
const left = {
  outputs: { build: { version: '1.7' } },
  files: { build: ['out'] },
  task: 'release',
  texts: { message: 'Release 1.7?' },
  elapsed: 1234,
};
const plan: BuildPlan = {
  tasks: [{ path: 'build', log: 'building' }, { path: 'release' }, { path: 'show', log: 'showing' }],
  finally: [{ path: 'bye' }],
  waits: [{ task: 'release', leaves: left }],
  artifacts: { 'out/a.txt': 'from the second build', 'other.txt': 'b' },
};

let running: RunningGateway;
beforeAll(async () => {
  running = await startRunningGateway({ publicUrl: 'http://flowgate.example', timing: { task: 20 } });
});
afterAll(() => running.stop());

const post = (path: string, body: JsonObject = {}) =>
  request(running.gateway.app).post(path).set('x-oidc-sub', 'carol').send(body);
const get = (path: string) => request(running.gateway.app).get(path).set('x-oidc-sub', 'ada');
const decide = (id: string, decision: string, inputs: JsonObject = {}) =>
  post(`/executions/${id}/decision`, { task: 'release', decision, inputs });
const tasksOf = ({ tasks }: { readonly tasks: readonly JsonObject[] }) =>
  tasks.map(({ path, state }) => `${String(path)} ${String(state)}`);

async function waiting(id: string, changes: Partial<BuildPlan> = {}, form = '[]'): Promise<string> {
  const description = JSON.stringify(`stand-in: ${JSON.stringify({ ...plan, ...changes })}`);
  await running.store(`id: ${id}
namespace: examples
description: ${description}
tasks:
  - {id: build, type: ${core}.shell.Shell, script: make, outputSchema: {version: {type: STRING}}, outputFiles: [out]}
  - {id: release, type: ${core}.flow.Approval, message: "Release {{ task_outputs.build.version }}?", timeout: 1h, inputs: ${form}}
  - {id: show, type: ${core}.log.Log, message: "{{ task_outputs.build.version }}"}
finally:
  - {id: bye, type: ${core}.log.Log, message: bye}
`);
  return (await running.run({}, { flow: id })).body.id;
}

const isWaiting = ({ waitingFor }: JsonObject) => waitingFor !== undefined;
describe('an execution that waits', () => {
  it('goes on in another build, with what the first one left', async () => {
    const id = await waiting('approved');
    const { tasks, waitingFor } = await running.until(id, isWaiting);
    expect(waitingFor.message).toBe('Release 1.7?');
    expect(tasks.map(({ path, state }: JsonObject) => `${String(path)} ${String(state)}`)).toEqual([
      'build SUCCESS',
      'release RUNNING',
    ]);
    const before = (await get(`/executions/${id}/logs`)).text;
    expect(before).toContain('waits for a decision');
    expect(before).not.toContain('Finished');
    await decide(id, 'APPROVE').expect(202);
    const ended = await running.until(id, 'SUCCESS');
    expect(tasksOf(ended)).toEqual(['build SUCCESS', 'release SUCCESS', 'show SUCCESS', 'bye SUCCESS']);
    const log = (await get(`/executions/${id}/logs`)).text;
    expect(log.startsWith(before)).toBe(true);
    expect(log.match(/Finished/g)).toHaveLength(1);
    const ofShow = (await get(`/executions/${id}/logs?task=show`)).text;
    expect(ofShow).toContain('showing');
    expect(ofShow).not.toContain('building');
  });

  it('fails after a rejection, and fails if its first build left nothing', async () => {
    const rejected = await waiting('rejected');
    await running.until(rejected, isWaiting);
    await decide(rejected, 'REJECT').expect(202);
    const failed = await running.until(rejected, 'FAILED');
    expect(failed.reason).toBe('Task release failed: rejected by carol');
    const lost = await waiting('lost', { waits: [{ task: 'release' }] });
    const { reason } = await running.until(lost, 'FAILED');
    expect(reason).toContain('segment.json is missing or damaged');
  });

  it('gets the secrets of the form as credentials of its next build', async () => {
    const shows = { path: 'show', log: 'uses ${secret.TASK_RELEASE_TOKEN}' };
    const tasks = [...plan.tasks!.slice(0, 2), shows];
    const id = await waiting(
      'secretive',
      { tasks },
      '[{id: token, type: SECRET}, {id: old, type: SECRET, required: false}]',
    );
    await running.until(id, isWaiting);
    await decide(id, 'APPROVE').expect(422);
    const { body: unknown } = await decide(id, 'APPROVE', { token: 'credential:other' }).expect(422);
    expect(unknown.detail).toContain('names a credential that the namespace examples may not use');
    await decide(id, 'APPROVE', { token: 'correct-horse' }).expect(202);
    const ended = await running.until(id, 'SUCCESS');
    const log = (await get(`/executions/${id}/logs`)).text;
    expect(log).toContain('uses ****');
    const [first, second] = running.jenkins.builds().filter(({ job }) => job.endsWith('secretive'));
    expect(first?.parameters.FLOWGATE_SECRET_TASK_RELEASE_TOKEN).toBe('');
    expect(second?.parameters.FLOWGATE_SECRET_TASK_RELEASE_TOKEN).toMatch(/^flowgate-/);
    expect([...running.jenkins.secrets('/job/flows/job/examples').keys()]).toEqual([]);
    expect(JSON.stringify([ended, log, running.jenkins.requests, running.gateway.log])).not.toContain('correct-horse');
  });

  it('gets the files of the form with its next build', async () => {
    const tasks = [...plan.tasks!.slice(0, 2), { path: 'show', log: 'shows ${params.TASK_RELEASE_NOTES}' }];
    const id = await waiting('filed', { tasks }, '[{id: notes, type: FILE}]');
    await running.until(id, isWaiting);
    const { body } = await request(running.gateway.app)
      .post('/flows/examples/filed/files?task=release')
      .set('x-oidc-sub', 'carol')
      .attach('notes', Buffer.from('new'), 'n.txt');
    await decide(id, 'APPROVE', { notes: body.files[0].reference }).expect(202);
    expect((await running.gateway.ports.store.read(id))?.formFiles).toMatchObject({
      'task.release.notes': { size: 3 },
    });
    const token = (await running.gateway.ports.vault!.open(id))!.get('file:task.release.notes');
    const file = await get(`/files/${id}/task.release.notes/${token}`).responseType('blob').expect(200);
    expect(String(file.body)).toBe('new');
    await get(`/files/${id}/task.release.notes/wrong`).expect(404);
    await running.until(id, 'SUCCESS');
    expect((await get(`/executions/${id}/logs`)).text).toContain('shows n.txt');
    const [first, second] = running.jenkins.builds().filter(({ job }) => job.endsWith('filed'));
    expect(first?.parameters.FLOWGATE_FILE_TASK_RELEASE_NOTES).toBe('');
    expect(second?.parameters.FLOWGATE_FILE_TASK_RELEASE_NOTES).toMatch(/^flowgate-/);
    expect(JSON.parse(second!.parameters.FLOWGATE_INPUTS!)).toMatchObject({ 'task.release.notes': { name: 'n.txt' } });
    await get(`/files/${id}/task.release.notes/${token}`).expect(404);
  });

  it('runs its final tasks if it is stopped as it goes on', async () => {
    const id = await waiting('stopped', {
      tasks: [{ path: 'build' }, { path: 'release' }, { path: 'show', milliseconds: 60_000 }],
    });
    await running.until(id, isWaiting);
    await decide(id, 'APPROVE').expect(202);
    await post(`/executions/${id}/stop`).expect(202);
    expect(tasksOf(await running.until(id, 'KILLED'))).toContain('bye SUCCESS');
  });

  it('hands the kept files to its builds only', async () => {
    const id = await waiting('files', {
      waits: [{ task: 'release', leaves: left, artifacts: { 'out/a b.txt': 'kept' } }],
    });
    await running.until(id, isWaiting);
    const { redis, ports } = running.gateway;
    const { store, vault } = ports;
    const file = { path: 'out/a b.txt', task: 'build', execution: id, build: 1 };
    const carry = (files: readonly CarriedFile[]) =>
      redis.redis.hset(redisKey.execution(id), 'carried', JSON.stringify({ outputs: {}, files }));
    expect((await store.carried(id))?.files).toEqual([file]);
    const token = keptFilesToken(id, vault!);
    await get(`/kept-files/${id}/wrong`).expect(404);
    const { body } = await get(`/kept-files/${id}/${token}`).responseType('blob').expect(200);
    const input = body as Buffer; // the type of a blob
    expect(execFileSync('tar', ['-xOf', '-'], { input }).toString()).toBe('kept');
    expect(execFileSync('tar', ['-tf', '-'], { input }).toString()).toBe('out/a b.txt\n');
    await carry([file, { ...file, path: 'gone.txt' }]);
    expect((await get(`/kept-files/${id}/${token}`).expect(404)).body).toMatchObject({
      detail: 'The file "gone.txt" of the task "build" is no longer in Jenkins.',
    });
    await carry([{ ...file, path: '../outside' }]);
    await get(`/kept-files/${id}/${token}`).expect(404);
    await carry([]);
    await post(`/executions/${id}/stop`).expect(202);
    await running.until(id, 'KILLED');
    await get(`/kept-files/${id}/${token}`).expect(404);
  });
});
