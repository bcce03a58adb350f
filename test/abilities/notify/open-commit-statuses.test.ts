import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startLocalGateway, type GatewayWithWorker } from '../../support/running-gateway.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const sha = 'c0ca103441b9fa7f369be8d24a6f20db44dfddf7';
const flow = `id: check
namespace: web
description: Checks a commit.
inputs:
  - {id: repo, type: STRING, defaults: acme/shop}
  - {id: sha, type: STRING, defaults: ${sha}}
  - {id: command, type: STRING, defaults: 'true'}
commit_status: {repository: "{{ inputs.repo }}", sha: "{{ inputs.sha }}"}
tasks:
  - {id: work, type: dev.vendor.plugin.core.shell.Shell, commands: ['eval "$COMMAND"']}
`;

let forge: WebhookReceiver;
let running: GatewayWithWorker;
beforeEach(async () => {
  forge = await WebhookReceiver.start();
  forge.answer = (response) => response.writeHead(201).end('{}');
  running = await startLocalGateway({
    publicUrl: 'https://flowgate.example',
    receivers: {
      receivers: [],
      defaults: [],
      commitStatus: [
        { namespaces: ['web'], provider: 'gitlab', url: forge.url, token: 'T0KEN', repositories: ['acme/*'] },
      ],
    },
    delivery: { delays: [20, 20, 20, 20], timeout: 2_000 },
  });
  await running.store(flow);
});
afterEach(async () => {
  await running.stop();
  await forge.stop();
});

async function runToEnd(inputs: Readonly<Record<string, string>> = {}) {
  const { body } = await running.run({ inputs }, { flow: 'check', namespace: 'web' });
  return running.until(body.id, ({ endedAt }) => endedAt !== undefined);
}

const statuses = () => forge.received.map(({ body }) => JSON.parse(body) as { state: string; description: string });
async function untilLast(state: string): Promise<void> {
  while (statuses().at(-1)?.state !== state) await sleep(20);
  await sleep(200);
  expect(statuses().at(-1)?.state).toBe(state);
}

it('shows an execution from its creation to its end on the commit of its inputs', async () => {
  await runToEnd();
  await untilLast('success');
  expect(forge.received[0]?.path).toBe(`/api/v4/projects/acme%2Fshop/statuses/${sha}`);
  const shown = statuses().map(({ state }) => state);
  const once = [...new Set(shown)];
  expect(shown.slice(0, once.length)).toEqual(once);
  // A message that was sending an earlier state meanwhile repeats the final one, because its own may have arrived last.
  expect(new Set(shown.slice(once.length - 1))).toEqual(new Set(['success']));
  await runToEnd({ command: 'exit 3' });
  await untilLast('failed');
  expect(statuses().at(-1)?.description).toContain('work');
});

it('ends in the final state although the forge refuses and fails meanwhile', async () => {
  const answers = [500, 400, 502, 503];
  forge.answer = (response) =>
    response.writeHead(answers.shift() ?? 201).end('{"message":"Cannot transition status via :run from :running"}');
  // An execution that ends before its first status is sent needs fewer of the answers.
  await runToEnd({ command: 'sleep 1; exit 3' });
  await untilLast('failed');
  expect(running.gateway.log.join()).not.toContain('T0KEN');
});

it('shows nothing on repositories of others, and for values that are no commit', async () => {
  await runToEnd({ repo: 'other/shop' });
  await runToEnd({ repo: '../../admin' });
  await runToEnd({ sha: 'main' });
  const warned = () => running.gateway.log.filter((line) => line.includes('commit status not shown'));
  while (warned().length < 3) await sleep(20);
  expect(warned().map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual([
    'no entry of commit_status in FLOWGATE_RECEIVERS includes other/shop for the namespace web',
    'the repository "../../admin" is not owner/name',
    'the sha "main" is not the full hash of a commit',
  ]);
  expect(forge.received).toEqual([]);
});

it('warns once of a reason for which the forge refuses, and lists the forge with the receivers', async () => {
  forge.answer = (response) => response.writeHead(403).end('{}');
  await runToEnd();
  const name = `status:${new URL(forge.url).host}`;
  const listed = async () => {
    const { body } = await request(running.gateway.app).get('/system').set('x-oidc-sub', 'ada').expect(200);
    return (body.receivers as { name: string; failed: number }[])[0];
  };
  while (((await listed())?.failed ?? 0) < 1) await sleep(20);
  expect(await listed()).toMatchObject({
    name,
    namespaces: ['web'],
    sent: 0,
    lastFailure: { reason: 'The forge answered 403' },
  });
  const refused = running.gateway.log.filter((line) => line.includes('commit status not taken'));
  expect(refused.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ receiver: name, reason: 'The forge answered 403' }),
  ]);
});

it('warns of a flow whose namespace has no forge', async () => {
  const warningsOf = async (text: string) => {
    const sent = request(running.gateway.app).post('/flows/validate').set('x-oidc-sub', 'ada');
    const { body } = await sent.set('Content-Type', 'application/x-yaml').send(text).expect(200);
    return (body.warnings as { code: string; path: string }[]).filter(({ code }) => code === 'unknown-receiver');
  };
  expect(await warningsOf(flow)).toEqual([]);
  expect(await warningsOf(flow.replace('namespace: web', 'namespace: shop'))).toMatchObject([
    { path: '/commit_status' },
  ]);
});
