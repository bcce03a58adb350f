import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../support/running-gateway.ts';
import { describeExecutions } from './executions-contract.ts';

describe('executions on this machine', () => {
  describeExecutions('local', async () => {
    const running = await startLocalGateway();
    return { running, leave: () => running.stop() };
  });
});

describe('the attempts of a task on this machine', () => {
  let running: GatewayWithWorker;
  beforeAll(async () => {
    running = await startLocalGateway();
  });
  afterAll(() => running.stop());

  it('are recorded with their times and reasons, and without secrets', async () => {
    await running.store(
      `id: shaky\nnamespace: examples\ninputs: [{id: token, type: SECRET}]\ntasks:\n  - {id: greet, type: dev.vendor.plugin.core.shell.Shell, commands: [echo hi]}\n  - id: knock\n    type: dev.vendor.plugin.core.shell.Shell\n    env: {TOKEN: '{{ inputs.token }}'}\n    commands: ['echo x >> tries', '[ $(wc -l < tries) -ge 3 ]']\n    retry: {type: constant, max_attempt: 4, interval: 0.01s}\n`,
    );
    const { body } = await running.run({ inputs: { token: 'knock' } }, { flow: 'shaky' });
    const { tasks } = await running.until(body.id, 'SUCCESS');
    expect(tasks[0].attempts).toBeUndefined();
    expect(tasks[1].attempts).toMatchObject([
      { number: 1, state: 'FAILED', reason: 'Task **** failed: its script ended with status 1' },
      { number: 2, state: 'FAILED' },
      { number: 3, state: 'SUCCESS', endedAt: expect.any(String) },
    ]);
  });
});

describe('the artifacts of an execution on this machine', () => {
  let running: GatewayWithWorker;
  beforeAll(async () => {
    running = await startLocalGateway({ artifactBytes: 1000 });
  });
  afterAll(() => running.stop());

  it('have a limit', async () => {
    await running.store(
      "id: sparse\nnamespace: examples\ntasks:\n  - {id: make, type: dev.vendor.plugin.core.shell.Shell, commands: [truncate -s 1G big], outputFiles: ['*']}\n",
    );
    const { body } = await running.run({}, { flow: 'sparse' });
    const { reason } = await running.until(body.id, 'FAILED');
    expect(reason).toContain('larger than 1000 bytes together');
  });

  it('are removed with their execution', async () => {
    await running.store(
      "id: small\nnamespace: examples\ntasks:\n  - {id: make, type: dev.vendor.plugin.core.shell.Shell, commands: [echo kept > kept.txt], outputFiles: ['*']}\n",
    );
    const { body } = await running.run({}, { flow: 'small' });
    await running.until(body.id, 'SUCCESS');
    const { folders } = running.gateway.services.local;
    expect(await folders.ids('artifacts')).toContain(body.id);
    await request(running.gateway.app).delete(`/executions/${body.id}`).set('x-oidc-sub', 'ada').expect(204);
    expect(await folders.ids('artifacts')).not.toContain(body.id);
  });
});
