import { afterEach, beforeEach, expect, it } from 'vitest';
import { statusOf } from '../../../src/abilities/notify/commit-status/commit-state.ts';
import { StatusSender } from '../../../src/abilities/notify/commit-status/status-sender.ts';
import { StatusTargets } from '../../../src/abilities/notify/commit-status/status-targets.ts';
import type { Forge } from '../../../src/abilities/notify/receiver-file.ts';
import type { ExecutionFields, ExecutionRecord } from '../../../src/lifecycle/execution-record.ts';
import { recordOf } from '../../support/execution-record.ts';
import { WebhookReceiver } from '../../support/webhook-receiver.ts';

const sha = 'c0ca103441b9fa7f369be8d24a6f20db44dfddf7';
const record = recordOf({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  flow: { namespace: 'web', id: 'check' },
  subflows: [],
  actor: 'ada',
  labels: {},
  inputs: {},
  messages: [],
  state: 'RUNNING',
  history: [{ state: 'CREATED', at: '2026-01-02T03:04:05.678Z' }],
  attempts: 1,
  tasks: [],
});

let forge: WebhookReceiver;
beforeEach(async () => void (forge = await WebhookReceiver.start()));
afterEach(() => forge.stop());

function senderTo(provider: Forge, { of = () => record as ExecutionRecord | undefined } = {}) {
  const known = new Map<string, string>();
  const targets = new StatusTargets([
    { namespaces: ['web'], provider, url: forge.url, token: 'T0KEN', repositories: ['acme/*'] },
  ]);
  const sender = new StatusSender({
    targets,
    view: async () => {
      const found = of();
      return found && { record: found };
    },
    sent: {
      swap: async (id, word) => {
        const noted = known.get(id);
        known.set(id, word);
        return noted;
      },
    },
    version: '1.2.3',
    publicUrl: 'https://flowgate.example',
  });
  const send = (isRetry = false, repository = 'acme/shop') =>
    sender.send(targets.addresses[0]!, { id: 'x', executionId: record.id, commit: { repository, sha } }, isRetry);
  return { send, states: () => forge.received.map(({ body }) => (JSON.parse(body) as { state: string }).state) };
}

it.each([
  ['github', 'acme/shop', `/api/v3/repos/acme/shop/statuses/${sha}`, 'authorization', 'Bearer T0KEN', 'pending'],
  [
    'gitlab',
    'acme/shop/web',
    `/api/v4/projects/acme%2Fshop%2Fweb/statuses/${sha}`,
    'private-token',
    'T0KEN',
    'running',
  ],
  ['gitea', 'acme/shop', `/api/v1/repos/acme/shop/statuses/${sha}`, 'authorization', 'token T0KEN', 'pending'],
  ['forgejo', 'acme/shop', `/api/v1/repos/acme/shop/statuses/${sha}`, 'authorization', 'token T0KEN', 'pending'],
] as const)('sends what %s documents', async (provider, repository, path, header, value, state) => {
  forge.answer = (response) => response.writeHead(201).end('{}');
  await senderTo(provider).send(false, repository);
  const [request] = forge.received;
  expect(request?.path).toBe(path);
  expect(request?.headers[header]).toBe(value);
  expect(JSON.parse(request!.body)).toEqual({
    state,
    [provider === 'gitlab' ? 'name' : 'context']: 'flowgate/web/check',
    description: 'Runs',
    target_url: `https://flowgate.example/ui/executions/${record.id}`,
  });
});

it('sends changes only, but everything again after an attempt that may have been made', async () => {
  let current = record;
  const { send, states } = senderTo('github', { of: () => current });
  await send();
  await send();
  expect(states()).toEqual(['pending']);
  current = recordOf({ ...record, state: 'FAILED', reason: 'Task ship failed:\nstatus 3' });
  await send();
  await send();
  await send(true);
  expect(states()).toEqual(['pending', 'failure', 'failure']);
  expect(forge.received[1]?.body).toContain('"description":"Task ship failed: status 3"');
});

it('a final state is the last one, also if it overtakes an earlier one on its way', async () => {
  let current = record;
  const { send, states } = senderTo('github', { of: () => current });
  forge.answer = (response) => {
    if (forge.received.length > 1) return void response.writeHead(201).end();
    // While the forge takes the first one, the execution ends, and another process shows that.
    current = recordOf({ ...record, state: 'SUCCESS' });
    void send().then(() => response.writeHead(201).end());
  };
  await send();
  expect(states()).toEqual(['pending', 'success', 'success']);
});

it('counts the refusal of a state that GitLab shows already as delivered', async () => {
  const refusal = {
    message: 'Cannot transition status via :run from :running (Reason(s): Status cannot transition via "run")',
  };
  forge.answer = (response) =>
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refusal));
  await senderTo('gitlab').send();
  await expect(senderTo('gitea').send()).rejects.toThrow('The forge answered 400');
  forge.answer = (response) => response.writeHead(400).end('{"message":"401 Unauthorized T0KEN"}');
  await expect(senderTo('gitlab').send()).rejects.toThrow(/^The forge answered 400$/);
});

it('gives up for a commit that does not exist, and for a repository that is no longer allowed', async () => {
  forge.answer = (response) => response.writeHead(422).end('{"message":"No commit found for SHA"}');
  await expect(senderTo('github').send()).rejects.toMatchObject({ isFinal: true });
  await expect(senderTo('github').send(false, 'other/shop')).rejects.toMatchObject({ isFinal: true });
  expect(forge.received).toHaveLength(1);
});

it('sends nothing for an execution that was removed', async () => {
  await senderTo('github', { of: () => undefined }).send();
  expect(forge.received).toEqual([]);
});

it('describes each state in one short line', () => {
  const of = (change: Partial<ExecutionFields>) => statusOf(recordOf({ ...record, ...change }), undefined);
  expect(of({ state: 'QUEUED' })).toEqual({
    state: 'pending',
    context: 'flowgate/web/check',
    description: 'Queued',
    url: undefined,
  });
  expect(of({ state: 'WARNING' })).toMatchObject({ state: 'success', description: 'Ended with a warning' });
  expect(of({ state: 'KILLED', reason: 'Stopped by ada.' })).toMatchObject({ state: 'error' });
  const long = of({ state: 'FAILED', reason: 'x'.repeat(500) });
  expect(long.description).toHaveLength(140);
});

it.each([
  ['acme/shop', true],
  ['ACME/Shop', true],
  ['acme/shop/web', false],
  ['other/shop', false],
  ['acme/../other', false],
])('a namespace may use %s: %s', (repository, expected) => {
  const targets = new StatusTargets([
    { namespaces: ['web'], provider: 'github', url: 'https://github.com', token: 't', repositories: ['acme/*'] },
  ]);
  expect(targets.find('web', { repository }) !== undefined).toBe(expected);
  expect(targets.find('data', { repository })).toBeUndefined();
});
