import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redisKey } from '../../../src/store/redis/redis-key.ts';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';
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

describe('the times of the lines of a log', () => {
  let running: GatewayWithWorker;
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-line-times-'));
  beforeAll(async () => {
    running = await startLocalGateway();
  });
  afterAll(async () => {
    await running.stop();
    rmSync(folder, { recursive: true });
  });
  const log = async (id: string, query: string) =>
    (await request(running.gateway.app).get(`/executions/${id}/logs?${query}`).expect(200)).text;

  it('are those at which they were written, in every form', async () => {
    await running.store(
      `id: slow\nnamespace: examples\ntasks:\n  - {id: wait, type: dev.vendor.plugin.core.shell.Shell, env: {FOLDER: ${folder}}, commands: [echo one, 'until [ -e "$FOLDER/two" ]; do sleep 0.05; done', echo two; echo three]}\n`,
    );
    const { body } = await running.run({}, { flow: 'slow' });
    await expect.poll(() => log(body.id, ''), { timeout: 30_000 }).toContain('one\n');
    await sleep(1_100); // the times are whole seconds
    writeFileSync(join(folder, 'two'), '');
    const { startedAt, endedAt } = await running.until(body.id, 'SUCCESS');
    const text = await log(body.id, 'timestamps=true');
    expect(text.replaceAll(/^\S+ /gm, '')).toBe(await log(body.id, ''));
    const [, one = '', two = '', three = ''] = /^(\S+Z) one\n(\S+Z) two\n(\S+Z) three\n/m.exec(text) ?? [];
    expect(three).toBe(two);
    expect(Date.parse(two) - Date.parse(one)).toBeGreaterThanOrEqual(1_000);
    expect(Date.parse(one)).toBeGreaterThan(Date.parse(startedAt) - 1_000);
    expect(Date.parse(two)).toBeLessThanOrEqual(Date.parse(endedAt));

    expect(await log(body.id, 'timestamps=true&task=wait')).toBe(`${one} one\n${two} two\n${two} three\n`);
    expect(await log(body.id, 'timestamps=true&follow')).toContain(`data: ${two} three\n\n`);
    const chunks = await log(body.id, 'timestamps=true&follow=chunks&task=wait');
    const [, data = ''] = /^data: (\{"text".*)$/m.exec(chunks) ?? [];
    const { text: lines, times } = JSON.parse(data);
    expect(lines).toBe('one\ntwo\nthree\n');
    expect(times.map(({ line, at }: { line: number; at: string }) => [line, at.replace(/\.\d+/, '')])).toEqual([
      [0, one],
      [1, two],
    ]);
  });

  it('are missing in a log of which they are not known', async () => {
    const { body } = await running.run({}, { flow: 'slow' });
    await running.until(body.id, 'SUCCESS');
    await running.gateway.redis.redis.del(redisKey.executionLogTimes(body.id));
    expect(await log(body.id, 'timestamps=true&task=wait')).toBe('- one\n- two\n- three\n');
    expect(await log(body.id, 'timestamps=true&follow=chunks&task=wait')).toContain('"times":[{"line":0,"at":null}]');
  });
});

describe('a sealed secret of a trigger', () => {
  let running: GatewayWithWorker;
  beforeAll(async () => {
    running = await startLocalGateway();
  });
  afterAll(() => running.stop());

  const app = () => running.gateway.app;
  const path = '/flows/examples/sealing/inputs/token/seal';
  const secret = 'sesame-open-42';
  const flowWith = (token: string) => `id: sealing
namespace: examples
inputs: [{id: token, type: SECRET}]
triggers:
  - {id: nightly, type: schedule, cron: '0 2 * * *', inputs: {token: '${token}'}}
  - {id: pushed, type: webhook, inputs: {token: '${token}'}}
tasks:
  - id: use
    type: dev.vendor.plugin.core.shell.Shell
    env: {TOKEN: '{{ inputs.token }}'}
    commands: ['printf %s "$TOKEN" | sha256sum', 'echo "token $TOKEN"']
`;
  const fire = () =>
    running.gateway.services.schedules.processTick({
      flow: { namespace: 'examples', id: 'sealing' },
      triggerId: 'nightly',
      cron: '0 2 * * *',
      timezone: 'UTC',
      at: new Date(),
    });
  const triggers = async () => (await request(app()).get('/flows/examples/sealing/triggers').expect(200)).body.triggers;

  it('reaches the tasks of schedules and webhooks, and is shown nowhere', async () => {
    const { body } = await request(app()).post(path).set('x-oidc-sub', 'ada').send({ value: secret }).expect(200);
    await running.store(flowWith(body.sealed));
    expect((await triggers()).map((each: { secrets: unknown }) => each.secrets)).toEqual([
      [{ input_id: 'token', state: 'sealed' }],
      [{ input_id: 'token', state: 'sealed' }],
    ]);
    expect(await fire()).toBe('started');
    const keyPath = '/flows/examples/sealing/triggers/pushed/key';
    const { key } = (await request(app()).post(keyPath).set('x-oidc-sub', 'ada').expect(201)).body;
    await request(app()).post('/hooks/examples/sealing/pushed').set('X-Flowgate-Key', key).send({}).expect(202);
    const { executions } = (await request(app()).get('/executions?flow_id=sealing').expect(200)).body;
    expect(executions).toHaveLength(2);
    for (const { id } of executions) {
      const ended = await running.until(id, 'SUCCESS');
      expect(ended.inputs).toEqual({ token: '****' });
      const { text } = await request(app()).get(`/executions/${id}/logs`).expect(200);
      expect(text).toContain(createHash('sha256').update(secret).digest('hex'));
      expect(text).toContain('token ****');
      expect(JSON.stringify(ended) + text).not.toContain(secret);
    }
    const { body: audit } = await request(app()).get('/audit?action=sealSecret').set('x-oidc-sub', 'ada').expect(200);
    expect(audit.entries).toMatchObject([{ actor: 'ada', flowId: 'sealing', outcome: 'done' }]);
    expect(JSON.stringify(audit) + running.gateway.log.join('')).not.toContain(secret);
  });

  it('that cannot be opened is a failed execution that says so', async () => {
    const other = path.replace('token', 'other');
    const { body } = await request(app()).post(other).set('x-oidc-sub', 'ada').send({ value: secret }).expect(200);
    await running.store(flowWith(body.sealed));
    expect((await triggers())[0].secrets).toEqual([{ input_id: 'token', state: 'unusable' }]);
    expect(await fire()).toBe('failed');
    const { executions } = (await request(app()).get('/executions?flow_id=sealing&state=FAILED').expect(200)).body;
    expect(executions[0].reason).toContain('token: The sealed value cannot be opened');
  });

  it.each([{}, { value: '' }, { value: 7 }, { value: secret.repeat(2000) }, { value: [secret] }])(
    'is not made of an invalid body, which is not repeated: %j',
    async (body) => {
      const { text } = await request(app()).post(path).set('x-oidc-sub', 'ada').send(body).expect(400);
      expect(text).not.toContain(secret);
    },
  );
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
    const { artifacts } = running.gateway.ports;
    expect(await artifacts.ids()).toContain(body.id);
    await request(running.gateway.app).delete(`/executions/${body.id}`).set('x-oidc-sub', 'ada').expect(204);
    expect(await artifacts.ids()).not.toContain(body.id);
  });
});
