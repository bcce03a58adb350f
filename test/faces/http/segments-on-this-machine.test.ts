import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const log = 'type: dev.vendor.plugin.core.log.Log';
const release = (id: string, more = '') => `id: ${id}
namespace: examples
description: Builds a version, asks, and releases it.
inputs:
  - {id: fails, type: BOOLEAN, defaults: false}
tasks:
  - id: build
    ${shell}
    script: 'echo built; echo "{\\"version\\": \\"1.2\\"}"; mkdir out; echo 1.2 > out/app.txt'
    outputSchema: {version: {type: STRING}}
    outputFiles: [out/app.txt]
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release {{ task_outputs.build.version }}?
    inputs:
      - {id: note, type: STRING, min_length: 5}
      - {id: share, type: INT, defaults: 10}
  - id: deploy
    ${shell}
    script: 'cat out/app.txt; test {{ inputs.fails }} = false && echo "deploys {{ task_outputs.build.version }} to {{ task_outputs.release.share }}: {{ task_outputs.release.note }}"'
  - {id: soak, type: dev.vendor.plugin.core.flow.Wait, for: "{{ task_outputs.release.share }}s"}
outputs:
  - {id: version, type: STRING, value: "{{ task_outputs.build.version }}"}
${more}`;

let running: GatewayWithWorker;
const post = (path: string, body: object = {}) =>
  request(running.gateway.app).post(path).set('x-oidc-sub', 'ada').send(body);
const decide = (id: string, decision: string, inputs: object = {}) =>
  post(`/executions/${id}/decision`, { task: 'release', decision, inputs });
const logOf = async (id: string) => (await request(running.gateway.app).get(`/executions/${id}/logs`).expect(200)).text;
const waits = (execution: { waitingFor?: object }) => execution.waitingFor !== undefined;
const statesOf = ({ tasks }: { tasks: readonly { path: string; state: string }[] }) =>
  Object.fromEntries(tasks.map(({ path, state }) => [path, state]));

async function start(flow: string, inputs: object = {}): Promise<string> {
  const { body } = await post(`/flows/examples/${flow}/executions`, { inputs }).expect(202);
  await running.until(body.id, waits);
  return body.id;
}

beforeAll(async () => {
  running = await startLocalGateway({ hasOwnRedis: true });
  await running.store(release('ship'));
  await running.store(
    release(
      'reports',
      `errors: [{id: report, ${log}, message: "{{ failure.message }}"}]\nfinally: [{id: clean, ${log}, message: Clean}]\n`,
    ),
  );
});
afterAll(() => running.stop());

describe('an execution that waits for people and a time', () => {
  it('goes on with its outputs and files', { timeout: 60_000 }, async () => {
    const id = await start('ship');
    const waiting = await running.read(id);
    expect(waiting.waitingFor).toMatchObject({ message: 'Release 1.2?', inputs: [{ id: 'note' }, { id: 'share' }] });
    expect(statesOf(waiting)).toEqual({ build: 'SUCCESS', release: 'RUNNING' });
    await decide(id, 'APPROVE', { note: 'Looks good', share: 1 }).expect(202);
    const ended = await running.until(id, 'SUCCESS');
    expect(ended.outputs).toEqual({ version: '1.2' });
    expect(statesOf(ended)).toEqual({ build: 'SUCCESS', release: 'SUCCESS', deploy: 'SUCCESS', soak: 'SUCCESS' });
    expect(ended.waits).toMatchObject([{ kind: 'approval' }, { kind: 'time' }]);
    const text = await logOf(id);
    expect(text.match(/^built$/gm)).toHaveLength(1);
    expect(text).toContain('deploys 1.2 to 1: Looks good');
  });

  it('runs its last tasks after a rejection and after a stop', { timeout: 60_000 }, async () => {
    const rejected = await start('reports');
    await decide(rejected, 'REJECT', { note: 'Too early' }).expect(202);
    const failed = await running.read(rejected).then(() => running.until(rejected, 'FAILED'));
    expect(failed.reason).toContain('Task release failed: rejected by ada: Too early');
    expect(statesOf(failed)).toEqual({ build: 'SUCCESS', release: 'FAILED', report: 'SUCCESS', clean: 'SUCCESS' });
    const stopped = await start('reports');
    await post(`/executions/${stopped}/stop`).expect(202);
    const killed = await running.until(stopped, 'KILLED');
    expect(statesOf(killed)).toEqual({ build: 'SUCCESS', release: 'KILLED', clean: 'SUCCESS' });
  });
});

describe('a restart', () => {
  it('begins at the task that failed, with the outputs and files before it', { timeout: 60_000 }, async () => {
    const id = await start('ship', { fails: true });
    await decide(id, 'APPROVE', { note: 'Looks good', share: 1 }).expect(202);
    await running.until(id, 'FAILED');
    const { body } = await post(`/executions/${id}/restart`).expect(202);
    expect(body).toMatchObject({ restartOf: id, restartFrom: 'deploy' });
    expect(statesOf(body)).toEqual({ build: 'KEPT', release: 'KEPT' });
    const again = await running.until(body.id, 'FAILED');
    expect(statesOf(again)).toEqual({ build: 'KEPT', release: 'KEPT', deploy: 'FAILED' });
    expect(await logOf(body.id)).toMatch(/^1\.2$/m);
    const { body: asks } = await post(`/executions/${body.id}/restart`, { from: 'release' }).expect(202);
    const waiting = await running.until(asks.id, waits);
    expect(waiting.waitingFor.message).toBe('Release 1.2?');
    expect(statesOf(waiting)).toEqual({ build: 'KEPT', release: 'RUNNING' });
    await decide(asks.id, 'REJECT').expect(202);
    const { body: whole } = await post(`/executions/${asks.id}/restart`, { from: 'build' }).expect(202);
    expect(await running.until(whole.id, waits)).toMatchObject({ tasks: [{ path: 'build', state: 'SUCCESS' }, {}] });
  });
});

describe('a secret in the form of an approval', () => {
  const token = 'correct-horse-battery';
  const asks = `id: asks
namespace: examples
description: Asks for a secret.
tasks:
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release?
    inputs:
      - {id: token, type: SECRET}
      - {id: old, type: SECRET, required: false}
  - id: deploy
    ${shell}
    script: 'echo "uses $TASK_RELEASE_TOKEN"; printf %s "$TASK_RELEASE_TOKEN" | wc -c; echo "{\\"key\\": \\"<$TASK_RELEASE_TOKEN>\\"}"'
    outputSchema: {key: {type: STRING}}
  - {id: known, ${log}, message: known, run_if: "{{ task_outputs.release.token matches '^correct-.orse' }}"}
  - {id: old, ${log}, message: old, run_if: "{{ task_outputs.release.old is not empty }}"}
  - id: again
    type: dev.vendor.plugin.core.flow.Approval
    message: Again {{ task_outputs.deploy.key }}?
  - {id: fails, ${shell}, script: 'printf %s "$TASK_DEPLOY_KEY" | wc -c; exit 3'}
`;

  it('is a secret of the execution from then on', { timeout: 60_000 }, async () => {
    await running.store(asks);
    const id = await start('asks');
    const { body: rejected } = await decide(id, 'APPROVE', { token: [token] }).expect(422);
    const { body: decided } = await decide(id, 'APPROVE', { token }).expect(202);
    expect(decided.waits[0].values).toEqual({ token: '****' });
    const waiting = await running.until(id, ({ waitingFor }) => waitingFor?.task === 'again');
    expect(statesOf(waiting)).toMatchObject({ deploy: 'SUCCESS', known: 'SUCCESS', old: 'SKIPPED' });
    expect(waiting.waitingFor.message).toBe('Again <****>?');
    expect((await running.gateway.ports.store.carried(id))?.outputs.release).toMatchObject({
      token: [{ secret: 'task.release.token', part: 0 }],
    });
    await post(`/executions/${id}/decision`, { task: 'again', decision: 'APPROVE' }).expect(202);
    const failed = await running.until(id, 'FAILED');
    const text = await logOf(id);
    expect(text).toContain('uses ****\n');
    expect(text).toMatch(/^\s*21$/m);
    expect(text).toMatch(/^\s*23$/m);
    expect(await running.gateway.ports.store.secrets(id)).toEqual({});

    const { body: missing } = await post(`/executions/${id}/restart`, {}).expect(422);
    expect(missing.errors).toMatchObject([{ input_id: 'task.release.token' }]);
    await post(`/executions/${id}/restart`, { inputs: { 'task.release.token': 7 } }).expect(422);
    await post(`/executions/${id}/restart`, { inputs: { 'task.release.old': 'x' } }).expect(422);
    const other = { 'task.release.token': 'another-horse' };
    const { body: differs } = await post(`/executions/${id}/restart`, { inputs: other }).expect(409);
    expect(differs.detail).toContain('"release" was given with another value of the secret "task.release.token"');
    const same = { 'task.release.token': token };
    const { body: restarted } = await post(`/executions/${id}/restart`, { inputs: same }).expect(202);
    await running.until(restarted.id, 'FAILED');
    expect(await logOf(restarted.id)).toMatch(/^\s*23$/m);
    expect(restarted.inputs).toEqual({});

    const { redis } = running.gateway.redis;
    const [, folder = ''] = (await redis.config('GET', 'dir')) as [string, string]; // alternating names and values
    const stored = readdirSync(join(folder, 'appendonlydir'))
      .filter((name) => name.endsWith('.aof'))
      .map((name) => readFileSync(join(folder, 'appendonlydir', name), 'utf8'));
    const { text: audit } = await request(running.gateway.app).get('/audit').set('x-oidc-sub', 'ada');
    const places = [
      JSON.stringify([rejected, decided, waiting, failed, missing, differs, restarted]),
      text,
      audit,
      ...stored,
    ];
    for (const place of [...places, running.gateway.log.join('\n')])
      expect(place).not.toMatch(/correct-horse|another-horse/);
  });
});

describe('a file in the form of an approval', () => {
  const asks = `id: files
namespace: examples
description: Asks for a file.
tasks:
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release?
    inputs:
      - {id: notes, type: FILE, allowed_extensions: [txt]}
      - {id: more, type: FILE, required: false}
  - {id: show, ${shell}, script: 'cat "{{ task_outputs.release.notes }}"; echo "[{{ task_outputs.release.more }}]"'}
  - {id: known, ${log}, message: known, run_if: "{{ task_outputs.release.notes == 'notes.txt' }}"}
  - {id: again, type: dev.vendor.plugin.core.flow.Wait, until: "2020-01-01T00:00:00Z"}
  - {id: last, ${shell}, script: 'cat "$TASK_RELEASE_NOTES" && exit 3'}
`;
  const upload = (content: string, name = 'notes.txt', query = '?task=release') =>
    request(running.gateway.app)
      .post(`/flows/examples/files/files${query}`)
      .set('x-oidc-sub', 'ada')
      .attach('notes', Buffer.from(content), name);

  it('is a file of the execution from then on', { timeout: 60_000 }, async () => {
    await running.store(asks);
    const id = await start('files');
    await upload('no', 'notes.pdf').expect(422);
    await upload('no', 'notes.txt', '').expect(422);
    await upload('no', 'notes.txt', '?task=show').expect(422);
    const { body } = await upload('What is new\n').expect(201);
    const [{ reference }] = body.files;
    await decide(id, 'APPROVE').expect(422);
    await decide(id, 'APPROVE', { notes: 'file:unknown' }).expect(422);
    const { body: decided } = await decide(id, 'APPROVE', { notes: reference }).expect(202);
    expect(decided.waits[0].values).toMatchObject({ notes: { filename: 'notes.txt', size: 12 } });
    const failed = await running.until(id, 'FAILED');
    expect(statesOf(failed)).toMatchObject({ show: 'SUCCESS', known: 'SUCCESS', again: 'SUCCESS', last: 'FAILED' });
    expect((await logOf(id)).match(/^What is new$/gm)).toHaveLength(2);
    expect(await logOf(id)).toContain('[]\n');

    const { body: restarted } = await post(`/executions/${id}/restart`, {}).expect(202);
    await running.until(restarted.id, 'FAILED');
    expect((await logOf(restarted.id)).match(/^What is new$/gm)).toHaveLength(1);
    const { body: whole } = await post(`/executions/${id}/restart`, { from: 'release' }).expect(202);
    await running.until(whole.id, waits);
    expect((await running.gateway.ports.store.read(whole.id))?.formFiles).toBeUndefined();
  });
});
