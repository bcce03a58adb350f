import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, urlOf } from '../../support/listening-server.ts';
import {
  plannedFlow,
  startLocalGateway,
  startRunningGateway,
  type GatewayWithWorker,
} from '../../support/running-gateway.ts';

const secret = 'correct-horse-battery';
const ofVault = 'staple-of-vault';
const other = 'lantern-of-ops';

let folder: string;
let vault: Server;
let isDown = false;
let reads = 0;

function settings(): Readonly<Record<string, string>> {
  return {
    FLOWGATE_SECRETS_DIR: folder,
    VAULT_ADDR: urlOf(vault),
    VAULT_TOKEN: 's.x',
    FLOWGATE_SECRET_PREFIXES: 'examples=file:web-,examples=vault:web/,ops=file:ops-',
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'flowgate-secrets-'));
  writeFileSync(join(folder, 'web-token'), `${secret}\n`);
  writeFileSync(join(folder, 'ops-token'), `${other}\n`);
  vault = await listen((_request, response) => {
    reads++;
    if (isDown) response.writeHead(503).end();
    else response.end(JSON.stringify({ data: { data: { token: ofVault } } }));
  });
});
afterAll(() => {
  vault.closeAllConnections();
  vault.close();
  rmSync(folder, { recursive: true });
});

const shell = 'type: dev.vendor.plugin.core.shell.Shell';
const show = `  - {id: show, ${shell}, env: {TOKEN: '{{ inputs.token }}'}, commands: ['echo "got $TOKEN of length \${#TOKEN}"']}\n`;
/** Its script prints the token. */
const flow = (id: string, input: string, tasks = show, namespace = 'examples') =>
  `id: ${id}\nnamespace: ${namespace}\ndescription: Shows a token.\ninputs:\n  - {id: token, type: SECRET${input}}\ntasks:\n${tasks}`;

describe('secret references on this machine', () => {
  let running: GatewayWithWorker;
  beforeAll(async () => {
    running = await startLocalGateway({ secrets: settings(), hasOwnRedis: true });
    await running.store(flow('shows', ', defaults: "file:web-token"'));
    await running.store(flow('asks', ''));
    await running.store(flow('vaulted', ', defaults: "vault:web/deploy#token"'));
    await running.store(flow('child', ', defaults: "file:ops-token"', show, 'ops'));
    await running.store(
      'id: caller\nnamespace: examples\ndescription: Calls.\ntasks:\n  - {id: call, type: dev.vendor.plugin.core.flow.Subflow, namespace: ops, flowId: child}\n',
    );
  });
  afterAll(() => running.stop());
  const log = async (id: string) => (await request(running.gateway.app).get(`/executions/${id}/logs`).expect(200)).text;
  const ended = async (id: string, state = 'SUCCESS') => running.until(id, state);

  it('are read when the execution starts, shown in its record, and masked in its log', async () => {
    const { body, status } = await running.run({}, { flow: 'shows' });
    expect({ status, inputs: body.inputs }).toEqual({ status: 202, inputs: { token: 'file:web-token' } });
    await ended(body.id);
    expect(await log(body.id)).toContain(`got **** of length ${secret.length}\n`);
  });

  it('are values too', async () => {
    const { body } = await running.run({ inputs: { token: 'file:web-token' } }, { flow: 'asks' });
    await ended(body.id);
    expect(await log(body.id)).toContain(`got **** of length ${secret.length}\n`);
  });

  it('need nobody to type them in a replay and a restart', async () => {
    const { body } = await running.run({ inputs: { token: 'file:web-token' } }, { flow: 'asks' });
    await ended(body.id);
    for (const again of ['replay', 'restart']) {
      const call = request(running.gateway.app).post(`/executions/${body.id}/${again}`).set('x-oidc-sub', 'ada');
      const answer = await call.send(again === 'restart' ? { from: 'show' } : {}).expect(202);
      await ended(answer.body.id);
      expect(await log(answer.body.id)).toContain(`got **** of length ${secret.length}\n`);
    }
  });

  it('let a schedule start a flow with a secret', async () => {
    await running.store(
      `${flow('nightly', '')}triggers:\n  - {id: night, type: schedule, cron: "0 2 * * *", inputs: {token: "file:web-token"}}\n`,
    );
    const schedule = { triggerId: 'night', cron: '0 2 * * *', timezone: 'UTC' };
    const tick = { ...schedule, flow: { namespace: 'examples', id: 'nightly' }, at: new Date() };
    await running.gateway.services.schedules.processTick(tick);
    const { body } = await request(running.gateway.app)
      .get('/executions?namespace=examples&flow_id=nightly')
      .set('x-oidc-sub', 'ada');
    const [{ id }] = body.executions;
    await ended(id);
    expect(await log(id)).toContain(`got **** of length ${secret.length}\n`);
    const { body: shown } = await request(running.gateway.app).get('/flows/examples/nightly/triggers');
    expect(shown.triggers[0].inputs).toEqual({ token: 'file:web-token' });
  });

  it('of called flows are those of their namespace', async () => {
    const { body } = await running.run({}, { flow: 'caller' });
    await ended(body.id);
    expect(await log(body.id)).toContain(`got **** of length ${other.length}\n`);
  });

  it('are rejected if the namespace may not use them, before anything is stored', async () => {
    const rejected = async (token: string) => (await running.run({ inputs: { token } }, { flow: 'asks' })).body.errors;
    expect(await rejected('file:ops-token')).toMatchObject([
      {
        message:
          'Value names file:ops-token, which the namespace examples may not use; allowed from file: file:web-… (FLOWGATE_SECRET_PREFIXES)',
        provided_value: '****',
      },
    ]);
    expect((await rejected('env:PATH'))[0].message).toContain('may not use; allowed from env: none');
    expect((await rejected('file:../web-token'))[0].message).toContain('Value must be file:<path below the folder>');
  });

  it('are warned of when a flow is stored whose namespace may not use them', async () => {
    const triggers = 'triggers:\n  - {id: night, type: schedule, cron: "@daily", inputs: {token: "env:PATH"}}\n';
    const { body } = await request(running.gateway.app)
      .post('/flows/validate')
      .set('content-type', 'application/x-yaml')
      .send(flow('warned', ', defaults: "file:ops-token"') + triggers);
    expect(body.warnings.filter(({ code }: { code: string }) => code === 'secret-not-allowed')).toMatchObject([
      {
        path: '/inputs/0/defaults',
        message: expect.stringContaining('This names file:ops-token, which the namespace'),
      },
      { path: '/triggers/0/inputs/token', message: expect.stringContaining('This names env:PATH') },
    ]);
  });

  it('that name nothing end the execution with the reason', async () => {
    const { body } = await running.run({ inputs: { token: 'file:web-absent' } }, { flow: 'asks' });
    expect(await ended(body.id, 'FAILED')).toMatchObject({
      reason: 'The secret file:web-absent cannot be used: there is no such file in FLOWGATE_SECRETS_DIR.',
    });
  });

  it('wait for a provider that is out of order, while other flows run', async () => {
    isDown = true;
    const waiting = await Promise.all(Array.from({ length: 8 }, () => running.run({}, { flow: 'vaulted' })));
    const [first] = waiting;
    const troubled = await running.until(first?.body.id, ({ trouble }) => trouble !== undefined);
    expect(troubled).toMatchObject({
      state: 'QUEUED',
      trouble: 'The secret vault:web/deploy#token cannot be read now: Vault answered 503.',
    });
    const { body } = await running.run({}, { flow: 'shows' });
    await ended(body.id);
    isDown = false;
    reads = 0;
    for (const { body: each } of waiting) await ended(each.id);
    expect(reads).toBe(8);
    expect(await log(first?.body.id)).toContain(`got **** of length ${ofVault.length}\n`);
  });

  it('are in the audit trail, without the values', async () => {
    const { body, text } = await request(running.gateway.app)
      .get('/audit?action=readSecret')
      .set('x-oidc-sub', 'ada')
      .expect(200);
    expect(body.entries).toContainEqual(
      expect.objectContaining({ actor: 'ada', outcome: 'done', detail: 'vault:web/deploy#token', flowId: 'vaulted' }),
    );
    expect(body.entries).toContainEqual(
      expect.objectContaining({ outcome: 'failed', code: 'secret-missing', detail: 'file:web-absent' }),
    );
    expect(text).not.toMatch(new RegExp([secret, ofVault, other].join('|')));
  });

  it('keep the secrets out of Redis, the disk and the log', async () => {
    const { redis } = running.gateway.redis;
    const [, place = ''] = (await redis.config('GET', 'dir')) as [string, string]; // alternating names and values
    const folders = [join(place, 'appendonlydir'), running.gateway.filesFolder, running.gateway.dataFolder];
    const files = folders.flatMap((each) =>
      readdirSync(each, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')),
    );
    const all = [...files, running.gateway.log.join('\n')].join('\n');
    expect(all).toContain('vault:web/deploy#token');
    for (const value of [secret, ofVault, other])
      for (const form of [value, Buffer.from(value).toString('base64')]) expect(all).not.toContain(form);
  });
});

describe('secret references in Jenkins', () => {
  it('become credentials of the build, also for called flows, and are masked in its log', async () => {
    const running = await startRunningGateway({ secrets: settings() });
    await running.store(
      plannedFlow(
        { tasks: [{ path: 'greet', log: 'as it is: ${secret.TOKEN}' }] },
        { id: 'secretive', more: 'inputs:\n  - {id: token, type: SECRET, defaults: "vault:web/deploy#token"}\n' },
      ),
    );
    const { body } = await running.run({}, { flow: 'secretive' });
    expect(body.inputs).toEqual({ token: 'vault:web/deploy#token' });
    await running.until(body.id, 'SUCCESS');
    const { text } = await request(running.gateway.app).get(`/executions/${body.id}/logs`);
    expect(text).toContain('as it is: ****');
    expect(running.jenkins.requests.join('\n')).toContain('createCredentials');
    expect(running.jenkins.job('/job/flows/job/examples/job/secretive')?.config).not.toContain(ofVault);
    isDown = true;
    const waiting = await running.run({}, { flow: 'secretive' });
    await running.until(waiting.body.id, ({ trouble }) => String(trouble).includes('cannot be read now'));
    isDown = false;
    await running.until(waiting.body.id, 'SUCCESS');
    await running.stop();
  });
});
