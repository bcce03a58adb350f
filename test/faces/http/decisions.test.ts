import { setTimeout as sleep } from 'node:timers/promises';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessPolicy } from '../../../src/access/access-policy.ts';
import { readPolicy } from '../../../src/access/read-policy.ts';
import { ProxyIdentity } from '../../../src/faces/http/identity/proxy-identity.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { endAtWait, storeFlow, waitingExecution } from '../../support/waiting-execution.ts';

const policyOf = (text: string) => readPolicy(text).value!;
const everyone = `grants:
  - {subjects: [ada, bob, root], namespaces: ["*"], rights: [read, write, execute]}
  - {subjects: [carol], namespaces: [shop], rights: [read]}
  - {groups: [release], namespaces: [shop], rights: [execute]}
  - {subjects: [reader], namespaces: [shop], rights: [read]}
`;

const flow = (id: string, approvers: string, more = '') => `id: ${id}
namespace: shop
description: Releases.
tasks:
  - id: release
    type: dev.vendor.plugin.core.flow.Approval
    message: Release?
    ${approvers}
    inputs:
      - {id: note, type: STRING, min_length: 5}
      - {id: share, type: INT, required: false, max: 100}
    timeout: 48h
  - {id: announce, type: dev.vendor.plugin.core.log.Log, message: "{{ task_outputs.release.note }}"}
${more}`;

let gateway: TestGateway;
let policy = policyOf(everyone);
const policyOfNow = {
  may: (...asked) => policy.may(...asked),
  grantsOf: (user) => policy.grantsOf(user),
} as Pick<AccessPolicy, 'may' | 'grantsOf'> as AccessPolicy; // it has no other public members
const as = (subject: string, groups?: string) => ({
  'x-oidc-sub': subject,
  ...(groups !== undefined && { 'x-oidc-groups': groups }),
});
const approval = { task: 'release', decision: 'APPROVE', inputs: { note: 'Looks good' } };
const rejection = { task: 'release', decision: 'REJECT', inputs: { note: 'Too early' } };
const post = (path: string, headers: Readonly<Record<string, string>>, body: object = {}) =>
  request(gateway.app).post(path).set(headers).send(body);
const decide = (id: string, headers: Readonly<Record<string, string>>, body: object = approval) =>
  post(`/executions/${id}/decision`, headers, body);
const get = async (path: string, headers: Readonly<Record<string, string>>) =>
  (await request(gateway.app).get(path).set(headers).expect(200)).body;

beforeAll(async () => {
  gateway = await startTestGateway({
    engineName: 'local',
    identity: { verifier: new ProxyIdentity(['loopback']), forReading: true, policy: policyOfNow },
  });
  await storeFlow(gateway, flow('named', 'approvers: {users: [carol], groups: [release], not_starter: true}'));
  await storeFlow(gateway, flow('open', ''));
  await storeFlow(gateway, flow('two', 'approvers: {users: [ada, bob, carol], count: 2}'));
  await storeFlow(
    gateway,
    flow('last', '', 'finally:\n  - {id: clean, type: dev.vendor.plugin.core.log.Log, message: Done}\n'),
  );
});
afterAll(() => gateway.stop());

describe('a decision', () => {
  it('queues the next segment with the values of the form, which the record shows', async () => {
    const { id, waitingFor } = await waitingExecution(gateway, 'shop/named');
    const shown = await get(`/executions/${id}`, as('carol'));
    expect(shown).toMatchObject({
      state: 'RUNNING',
      waitingFor: {
        kind: 'approval',
        task: 'release',
        since: waitingFor!.since,
        message: 'Release 1.2?',
        approvers: { users: ['carol'], groups: ['release'], count: 1, not_starter: true },
        inputs: [{ id: 'note', type: 'STRING', min_length: 5 }, { id: 'share' }],
        schema: { required: ['note'], properties: { note: { minLength: 5 } } },
        mayDecide: true,
      },
    });
    expect(Date.parse(shown.waitingFor.until) - Date.parse(shown.waitingFor.since)).toBe(48 * 3600 * 1000);
    const decided = await decide(id, as('carol'), { ...approval, inputs: { note: 'Looks good', share: 7 } }).expect(
      202,
    );
    expect(decided.body).toMatchObject({
      state: 'QUEUED',
      waits: [
        {
          kind: 'approval',
          task: 'release',
          decision: 'APPROVE',
          by: [{ by: 'carol' }],
          values: { note: 'Looks good', share: 7 },
        },
      ],
      tasks: [{ path: 'release', state: 'SUCCESS' }],
    });
    expect(decided.body.waitingFor).toBeUndefined();
    expect((await gateway.ports.store.carried(id))?.outputs).toEqual({
      release: {
        note: 'Looks good',
        share: '7',
        decision: 'APPROVE',
        approver: 'carol',
        decided_at: expect.any(String),
      },
    });
    expect(await gateway.ports.store.read(id)).toMatchObject({
      segment: { number: 2, from: 'release', ended: { state: 'SUCCESS' }, elapsed: 1000 },
      earlierLogBytes: 10,
    });
    const again = await decide(id, as('bob', 'release'), rejection).expect(409);
    expect(again.body).toMatchObject({
      type: 'urn:flowgate:problem:already-decided',
      decision: 'APPROVE',
      decidedBy: 'carol',
      decidedAt: decided.body.waits[0].at,
    });
    const { entries } = await get(`/audit?namespace=shop&actor=carol&limit=5`, as('root'));
    expect(entries[0]).toMatchObject({ action: 'decideExecution', flowId: 'named', executionId: id, outcome: 'done' });
    expect(JSON.stringify(entries)).not.toContain('Looks good');
  });

  it('is too late after the timeout, although nothing has ended the wait', async () => {
    await storeFlow(gateway, flow('short', 'approvers: {count: 2}').replace('timeout: 48h', 'timeout: 1s'));
    await storeFlow(
      gateway,
      `id: signalled\nnamespace: shop\ndescription: Waits.\ntasks:\n  - {id: told, type: dev.vendor.plugin.core.flow.Wait, signal: go, timeout: 1s}\n`,
    );
    const { id, waitingFor } = await waitingExecution(gateway, 'shop/short');
    await decide(id, as('bob')).expect(202);
    while ((await gateway.ports.store.time()) < new Date(waitingFor!.until!)) await sleep(50);
    for (const late of [approval, rejection])
      expect((await decide(id, as('ada'), late).expect(409)).body).toMatchObject({
        type: 'urn:flowgate:problem:not-waiting',
        detail: `The execution ${id} no longer waits for the approval "release": its timeout was at ${waitingFor!.until}.`,
      });
    const record = (await gateway.ports.store.read(id))!;
    const signalled = await waitingExecution(gateway, 'shop/signalled', { task: 'told' });
    while ((await gateway.ports.store.time()) < new Date(signalled.waitingFor!.until!)) await sleep(50);
    const sent = await post(`/executions/${signalled.id}/signals/go`, as('ada')).expect(409);
    expect(sent.body.detail).toContain('no longer waits for the signal "go": its timeout was at');
    // By the clock of the store, whatever the one of the gateway says.
    const by = { by: 'ada', at: record.waitingFor!.since };
    for (const at of [new Date(by.at), new Date()])
      expect(await gateway.ports.life.send(record, { name: 'approvedByOne', by, at })).toEqual({
        isApplied: false,
        why: 'in time',
        record,
      });
  });

  it('fails the task if it rejects, and ends the execution if nothing follows', async () => {
    const { id } = await waitingExecution(gateway, 'shop/open');
    const { body } = await decide(id, as('bob'), rejection).expect(202);
    expect(body).toMatchObject({
      state: 'FAILED',
      reason: 'Task release failed: rejected by bob: Too early',
      tasks: [{ path: 'release', state: 'FAILED' }],
      waits: [{ decision: 'REJECT' }],
    });
    const other = await waitingExecution(gateway, 'shop/last');
    const { body: queued } = await decide(other.id, as('bob'), { task: 'release', decision: 'REJECT' }).expect(202);
    expect(queued.state).toBe('QUEUED');
    expect((await gateway.ports.store.read(other.id))?.segment).toMatchObject({
      ended: { state: 'FAILED', reason: 'rejected by bob' },
    });
  });

  it('is checked against the form', async () => {
    const { id } = await waitingExecution(gateway, 'shop/open');
    const inputs = { note: 'no', share: 'many', other: 1 };
    const { body } = await decide(id, as('ada'), { ...approval, inputs }).expect(422);
    expect(body.errors.map((error: { input_id: string }) => error.input_id)).toEqual(['note', 'share', 'other']);
    await decide(id, as('ada'), { task: 'release', decision: 'APPROVE' }).expect(422);
    await decide(id, as('ada'), { ...rejection, inputs: { note: 'no' } }).expect(422);
    await decide(id, as('ada'), { ...approval, task: 'other' }).expect(409);
    await decide(id, as('ada')).expect(202);
  });

  it('counts once, however many decide at the same time', async () => {
    const { id } = await waitingExecution(gateway, 'shop/open');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => decide(id, as('ada'), index % 2 ? approval : rejection)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    const winner = answers.find(({ status }) => status === 202)!.body;
    const record = (await gateway.ports.store.read(id))!;
    expect(record.endedWaits).toHaveLength(1);
    expect(record.state).toBe(winner.state);
  });

  it('needs as many people as the task says, each once, and one rejection is enough', async () => {
    const { id } = await waitingExecution(gateway, 'shop/two');
    const first = await decide(id, as('bob')).expect(202);
    expect(first.body).toMatchObject({ state: 'RUNNING', waitingFor: { approvals: [{ by: 'bob' }] } });
    await decide(id, as('bob')).expect(409);
    const [ada, carol] = await Promise.all([decide(id, as('ada')), decide(id, as('carol'))]);
    expect([ada.status, carol.status].toSorted()).toEqual([202, 409]);
    expect((await gateway.ports.store.read(id))?.endedWaits?.[0]?.by).toHaveLength(2);
    const other = await waitingExecution(gateway, 'shop/two');
    const both = await Promise.all([decide(other.id, as('ada')), decide(other.id, as('bob'))]);
    expect(both.map(({ status }) => status)).toEqual([202, 202]);
    const third = await waitingExecution(gateway, 'shop/two');
    await decide(third.id, as('ada')).expect(202);
    expect((await decide(third.id, as('bob'), rejection).expect(202)).body.state).toBe('FAILED');
  });
});

describe('who may decide', () => {
  it('is an approver who sees the namespace, and nobody else', async () => {
    const { id } = await waitingExecution(gateway, 'shop/named');
    expect((await decide(id, as('bob')).expect(403)).body.detail).toContain('is not an approver');
    await decide(id, as('reader')).expect(403);
    // Named in a group, but without any right in the namespace: the execution does not exist for them.
    await decide(id, as('stranger')).expect(404);
    const eve = as('eve', 'release');
    expect(
      (await get(`/executions?waiting_for=mine`, eve)).executions.map((each: { id: string }) => each.id),
    ).toContain(id);
    const [listed] = (await get(`/executions?waiting_for=mine&namespace=shop`, eve)).executions.filter(
      (each: { id: string }) => each.id === id,
    );
    expect(listed).toMatchObject({ partial: true, waitingFor: { message: 'Release 1.2?', mayDecide: true } });
    const single = await get(`/executions/${id}`, eve);
    expect(single).toMatchObject({ partial: true, waitingFor: { message: 'Release 1.2?' }, tasks: [] });
    expect(single.source).toBeUndefined();
    await request(gateway.app).get(`/executions/${id}/logs`).set(eve).expect(403);
    expect((await get(`/executions?waiting_for=mine`, as('reader'))).executions).toEqual([]);
    const all = (await get(`/executions?waiting_for=approval`, as('reader'))).executions;
    expect(all.find((each: { id: string }) => each.id === id)).toMatchObject({ waitingFor: { mayDecide: false } });
    await decide(id, eve).expect(202);
  });

  it('is decided by the policy of now', async () => {
    const { id } = await waitingExecution(gateway, 'shop/named');
    policy = policyOf(
      everyone.replace('subjects: [carol], namespaces: [shop]', 'subjects: [carol], namespaces: [other]'),
    );
    await decide(id, as('carol')).expect(404);
    policy = policyOf(everyone);
    await decide(id, as('carol')).expect(202);
  });

  it('is never who started it, or one that it repeats, by any path', async () => {
    policy = policyOf(
      everyone.replace(
        'subjects: [carol], namespaces: [shop], rights: [read]',
        'subjects: [carol], namespaces: [shop], rights: [read, execute]',
      ),
    );
    const makeToken = async (name: string, subject: string) =>
      (await post('/tokens', as(subject), { name, namespaces: ['shop'], rights: ['read', 'execute'] }).expect(201)).body
        .token as string;
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const own = bearer(await makeToken('carols', 'carol'));
    const expectForbidden = async (id: string, headers: Readonly<Record<string, string>>) =>
      expect((await decide(id, headers).expect(403)).body.detail).toContain('started this execution');
    const direct = await waitingExecution(gateway, 'shop/named', { as: as('carol') });
    await expectForbidden(direct.id, as('carol'));
    await expectForbidden(direct.id, own);
    const byToken = await waitingExecution(gateway, 'shop/named', { as: own });
    expect(byToken).toMatchObject({ actor: 'token:carols', starters: ['carol'] });
    await expectForbidden(byToken.id, as('carol'));
    await expectForbidden(byToken.id, own);
    const replayed = async (id: string, by: string, how = 'replay') =>
      (await endAtWait(gateway, (await post(`/executions/${id}/${how}`, as(by)).expect(202)).body.id)).id;
    const replay = await replayed(byToken.id, 'ada');
    await expectForbidden(replay, as('carol'));
    await decide(replay, as('fay', 'release'), rejection).expect(202);
    const restart = await replayed(replay, 'bob', 'restart');
    expect(await gateway.ports.store.read(restart)).toMatchObject({
      actor: 'bob',
      starters: ['ada', 'token:carols', 'carol'],
      restartOf: replay,
      restartFrom: 'release',
    });
    await expectForbidden(restart, as('carol'));
    await decide(restart, as('fay', 'release'), rejection).expect(202);
    const last = await replayed(restart, 'root');
    await expectForbidden(last, own);
    await expectForbidden(last, as('carol'));
    policy = policyOf(everyone);
  });

  it('is never who made the key of the webhook that started it', async () => {
    const hook = 'triggers:\n  - {id: pushed, type: webhook}\n';
    await storeFlow(gateway, flow('hooked', 'approvers: {not_starter: true}', hook));
    const { body: made } = await post('/tokens', as('bob'), {
      name: 'keys',
      namespaces: ['shop'],
      rights: ['read', 'write', 'execute'],
    }).expect(201);
    const { body } = await post('/flows/shop/hooked/triggers/pushed/key', {
      authorization: `Bearer ${made.token}`,
    }).expect(201);
    const started = await post('/hooks/shop/hooked/pushed', { 'x-flowgate-key': body.key }).expect(202);
    const { id, actor, starters } = await endAtWait(gateway, started.body.id);
    expect({ actor, starters }).toEqual({ actor: 'webhook:pushed', starters: ['token:keys', 'bob'] });
    await decide(id, as('bob')).expect(403);
    await decide(id, as('ada')).expect(202);
  });

  it('is not a token without the right to execute', async () => {
    const { id } = await waitingExecution(gateway, 'shop/two');
    const { body } = await post('/tokens', as('ada'), { name: 'reads', namespaces: ['shop'], rights: ['read'] }).expect(
      201,
    );
    const answer = await decide(id, { authorization: `Bearer ${body.token}` }).expect(403);
    expect(answer.body.detail).toContain('does not have the right to execute');
  });
});
