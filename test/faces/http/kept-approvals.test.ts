import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const secret = 'correct-horse-battery';

let running: GatewayWithWorker;
let folder: string;

/** Deploys when `go` exists, and succeeds if `ok` does. */
const flow = (id: string, gate: string, more = '') => `id: ${id}
namespace: shop
description: Asks, and deploys.
inputs:
  - {id: key, type: SECRET}
tasks:
  - ${gate}
  - id: deploy
    ${shell}
    env: {KEY: "{{ inputs.key }}"}
    script: |
      echo deployed >> '${folder}/deployments'
      while [ ! -e '${folder}/go' ]; do sleep 0.05; done
      test -e '${folder}/ok'
${more}`;
const approval = '{id: release, type: dev.vendor.plugin.core.flow.Approval, message: Release?}';

const post = (path: string, body: object = {}, as = 'ada') =>
  request(running.gateway.app).post(path).set('x-oidc-sub', as).send(body);
const restart = (id: string, body: object = {}) =>
  post(`/executions/${id}/restart`, { from: 'deploy', inputs: { key: secret }, ...body });
const detail = async (id: string, body: object = {}) => (await restart(id, body).expect(409)).body.detail as string;
const set = (name: string) => writeFileSync(join(folder, name), '');
const waits = (execution: { waitingFor?: object }) => execution.waitingFor !== undefined;

/** An execution whose approval was given, and whose deployment has failed. */
async function failed(id = 'ship'): Promise<string> {
  const { body } = await post(`/flows/shop/${id}/executions`, { inputs: { key: secret } }).expect(202);
  await running.until(body.id, waits);
  await post(`/executions/${body.id}/decision`, { task: 'release', decision: 'APPROVE' }, 'carol').expect(202);
  await running.until(body.id, 'FAILED');
  return body.id;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-approvals-'));
  running = await startLocalGateway();
  await running.store(flow('ship', approval));
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  set('go');
});

describe('an approval that restarts keep', { timeout: 60_000 }, () => {
  it('counts until an execution has succeeded with it, whatever is restarted', async () => {
    const original = await failed();
    const first = (await restart(original).expect(202)).body.id;
    await running.until(first, 'FAILED');
    const second = (await restart(first).expect(202)).body.id;
    await running.until(second, 'FAILED');
    set('ok');
    const third = (await restart(original).expect(202)).body.id;
    await running.until(third, 'SUCCESS');
    for (const id of [original, first, second])
      expect(await detail(id)).toContain(
        `the approval "release" counts until an execution succeeds with it, and ${third} has succeeded; begin there at the latest, so that it asks again`,
      );
    expect(await detail(third)).toContain(`was given for the execution ${third}, which has succeeded`);
    const asks = (await restart(original, { from: 'release' }).expect(202)).body.id;
    await running.until(asks, waits);
  });

  it('counts for one execution at a time', async () => {
    const original = await failed();
    rmSync(join(folder, 'go'));
    const answers = await Promise.all(Array.from({ length: 8 }, () => restart(original)));
    const started = answers.filter(({ status }) => status === 202).map(({ body }) => body.id);
    expect(started).toHaveLength(1);
    const others = answers.filter(({ status }) => status !== 202);
    expect(others.map(({ body }) => body.detail)).toEqual(
      Array.from({ length: 7 }, () =>
        expect.stringContaining(
          `the approval "release" counts for one execution at a time, and ${started[0]} uses it; wait until that one has ended`,
        ),
      ),
    );
    await post(`/executions/${started[0]}/stop`).expect(202);
    await running.until(started[0], 'KILLED');
    const next = (await restart(original).expect(202)).body.id;
    await post(`/executions/${next}/stop`).expect(202);
    await running.until(next, 'KILLED');
  });

  it('counts for one run of each task, however the execution ends', async () => {
    await running.store(flow('smoke', approval, `  - {id: smoke, ${shell}, script: sleep 600}`));
    const original = await failed('smoke');
    set('ok');
    const again = await stoppedInSmoke((await restart(original).expect(202)).body.id);
    expect(await detail(again)).toContain(
      'the approval "release" was given for one run of the task "deploy", which has succeeded; begin there at the latest',
    );
    const last = (await restart(again, { from: 'smoke' }).expect(202)).body.id;
    await stoppedInSmoke(last);
    expect(await detail(original)).toContain(
      `the approval "release" has gone to the restart ${last}; restart that one, or begin at "release" at the latest`,
    );
    await restart(last).expect(409);
    expect(readFileSync(join(folder, 'deployments'), 'utf8')).toBe('deployed\n'.repeat(2)); // the one that failed, too
    const asks = (await restart(last, { from: 'release' }).expect(202)).body.id;
    await running.until(asks, waits);
  });

  it('goes on with a restart that was stopped before it began', async () => {
    await running.store(flow('narrow', approval).replace('inputs:', 'concurrency: {limit: 1}\ninputs:'));
    const original = await failed('narrow');
    const { body } = await post('/flows/shop/narrow/executions', { inputs: { key: secret } }).expect(202);
    await running.until(body.id, waits);
    const queued = (await restart(original).expect(202)).body.id;
    await post(`/executions/${queued}/stop`).expect(202);
    await running.until(queued, 'KILLED');
    await post(`/executions/${body.id}/stop`).expect(202);
    set('ok');
    const next = (await restart(queued).expect(202)).body.id;
    await running.until(next, 'SUCCESS');
  });

  it('counts only with the secrets that people approved', async () => {
    const original = await failed();
    expect(await detail(original, { inputs: { key: 'another-horse' } })).toContain(
      'the approval "release" was given with another value of the secret "key"; begin there at the latest',
    );
    const again = (await restart(original).expect(202)).body.id;
    await running.until(again, 'FAILED');
    expect(await detail(again, { inputs: { key: 'another-horse' } })).toContain('another value of the secret "key"');
    const asks = await restart(original, { from: 'release', inputs: { key: 'another-horse' } }).expect(202);
    await running.until(asks.body.id, waits);
  });

  it('counts in the same way if a called execution asked for it', async () => {
    await running.store(`id: gate\nnamespace: shop\ndescription: Asks.\ntasks:\n  - ${approval}\n`);
    const call = 'type: dev.vendor.plugin.core.flow.Subflow, namespace: shop, flowId';
    await running.store(
      `id: gates\nnamespace: shop\ndescription: Asks.\ntasks:\n  - {id: inner, ${call}: gate, separate: true}\n`,
    );
    for (const called of ['gate', 'gates']) {
      await running.store(flow(`by-${called}`, `{id: ask, ${call}: ${called}, separate: true}`));
      const body = { inputs: { key: secret } };
      const original = (await post(`/flows/shop/by-${called}/executions`, body).expect(202)).body.id;
      const asking = await askingOne();
      await post(`/executions/${asking}/decision`, { task: 'release', decision: 'APPROVE' }, 'carol').expect(202);
      await running.until(original, 'FAILED');
      set('ok');
      const again = (await restart(original).expect(202)).body.id;
      await running.until(again, 'SUCCESS');
      expect(await detail(original)).toContain(`the approval "ask" counts until an execution succeeds with it`);
      rmSync(join(folder, 'ok'));
    }
  });
});

async function stoppedInSmoke(id: string): Promise<string> {
  await running.until(id, ({ tasks }: { tasks: { path: string; state: string }[] }) =>
    tasks.some(({ path, state }) => path === 'smoke' && state === 'RUNNING'),
  );
  await post(`/executions/${id}/stop`).expect(202);
  await running.until(id, 'KILLED');
  return id;
}

async function askingOne(): Promise<string> {
  for (;;) {
    const { body } = await request(running.gateway.app)
      .get('/executions?waiting_for=approval')
      .set('x-oidc-sub', 'ada')
      .expect(200);
    const found = body.executions.find((each: { flowId: string }) => each.flowId === 'gate');
    if (found !== undefined) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
