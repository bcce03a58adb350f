import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeFormat } from '../../../src/store/migrations/redis-store-format.ts';
import { connectRedis } from '../../../src/store/redis/connect-redis.ts';
import { RedisProcess } from '../../support/flowgate-fleet.ts';
import { spawnFlowgate, type FlowgateProcess } from '../../support/flowgate-process.ts';
import { isReady, temporaryFolder } from '../../support/redis.ts';
import { StandInJenkins } from '../../support/stand-in-jenkins/stand-in-jenkins.ts';
import { loadStoredFixture, type ReleasedStore } from '../../support/stored-fixture.ts';

const yaml = { accept: 'application/x-yaml' };

/** The parts of responses that the tests read. */
interface Answer {
  readonly id: string;
  readonly state: string;
  readonly reason?: string;
  readonly nextCursor?: string;
  readonly flows: readonly { readonly id: string; readonly lastExecution?: { readonly state: string } }[];
  readonly revisions: readonly { readonly revision: number; readonly size: number }[];
  readonly executions: readonly Readonly<Record<'id' | 'state' | 'flowId' | 'actor', string>>[];
  readonly entries: readonly { readonly action: string }[];
}

describe('data of format 2', () => {
  let redisProcess: RedisProcess;
  let redis: Redis;
  let jenkins: StandInJenkins;
  let fixture: ReleasedStore;
  let flowgate: FlowgateProcess;

  beforeAll(async () => {
    [redisProcess, jenkins] = await Promise.all([RedisProcess.start(), StandInJenkins.start()]);
    redis = connectRedis({ url: redisProcess.url }, () => undefined);
    await isReady(redis);
    fixture = await loadStoredFixture(redis, 'format-2');
    flowgate = spawnFlowgate({
      REDIS_URL: redisProcess.url,
      JENKINS_URL: jenkins.url,
      JENKINS_USER: jenkins.user,
      JENKINS_TOKEN: jenkins.token,
      FLOWGATE_KEY: 'a key for the tests alone',
      FLOWGATE_DATA: temporaryFolder(),
      FLOWGATE_RETENTION_DAYS: '0',
      FLOWGATE_AUDIT_DAYS: '0',
    });
    await flowgate.url;
  });
  afterAll(async () => {
    flowgate.child.kill('SIGTERM');
    await flowgate.end;
    redis.disconnect();
    redisProcess.kill();
    await jenkins.stop();
  });

  async function call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    return fetch(`${await flowgate.url}${path}`, {
      method,
      headers: { 'x-oidc-sub': 'ada', 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  async function read(path: string): Promise<Answer> {
    const response = await call('GET', path);
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Answer; // per the contract
  }

  async function untilSuccess(id: string): Promise<void> {
    for (;;) {
      const { state, reason } = await read(`/executions/${id}`);
      if (state === 'SUCCESS') return;
      if (['FAILED', 'KILLED', 'WARNING'].includes(state)) throw new Error(`${state}: ${reason}`);
      await sleep(100);
    }
  }

  const ids = async (query: string) => (await read(`/flows${query}`)).flows.map(({ id }) => id).toSorted();

  it('gets the format of this version', async () => {
    expect(await redis.hget('{flowgate}:store', 'format')).toBe(String(storeFormat));
  });

  it('is in all lists of flows', async () => {
    expect(await ids('')).toEqual(['disabled', 'fails', 'hello', 'limited', 'nightly', 'parent', 'secret']);
    expect(await ids('?sort=-updated')).toHaveLength(7);
    expect(await ids('?q=hel')).toEqual(['hello']);
    expect(await ids('?label=team:core')).toEqual(['hello']);
    expect(await ids('?deleted=true')).toEqual(['removed']);
    expect(await ids('?namespace=ops')).toEqual(['limited']);
    const { flows } = await read('/flows?include=lastExecution&include=nextAt&q=fails');
    expect(flows[0]?.lastExecution?.state).toBe('FAILED');
  });

  it('has all revisions with their sources', async () => {
    const { revisions } = await read('/flows/demo/hello/revisions');
    expect(revisions.map(({ revision }) => revision)).toEqual([3, 2, 1]);
    const sources = await Promise.all(
      [1, 2].map(async (revision) => {
        const answer = await call('GET', `/flows/demo/hello?revision=${revision}`, undefined, yaml);
        return Buffer.byteLength(await answer.text());
      }),
    );
    expect(sources).toEqual([2, 1].map((position) => revisions[position]?.size));
    expect((await call('GET', '/flows/demo/hello?revision=3')).status).toBe(200);
    expect((await call('GET', '/flows/demo/removed?revision=1')).status).toBe(200);
    const restored = await call('POST', '/flows/demo/removed/revisions/1/restore');
    expect(restored.status).toBe(200);
    const graph = await call('GET', '/flows/demo/hello/dependencies');
    expect(await graph.text()).toContain('parent');
  });

  it('has its executions with their logs and sources', async () => {
    const { executions } = await read('/executions?limit=100');
    expect(executions.filter(({ state }) => state === 'FAILED').map(({ flowId }) => flowId)).toEqual(['fails']);
    expect(executions.length).toBeGreaterThanOrEqual(11);
    expect((await read('/executions?label=ticket:A-1')).executions).toHaveLength(2);
    const byAda = executions.filter(({ actor }) => actor === 'ada').map(({ id }) => id);
    expect(byAda.length).toBeGreaterThan(5);
    expect((await read('/executions?actor=ada&limit=100')).executions.map(({ id }) => id)).toEqual(byAda);
    const ofHello = executions.filter(({ flowId }) => flowId === 'hello').map(({ id }) => id);
    expect((await read('/executions?flow_id=hello&limit=100')).executions.map(({ id }) => id)).toEqual(ofHello);
    const [ended] = (await read('/executions?namespace=demo&flow_id=hello&state=SUCCESS')).executions;
    const log = await call('GET', `/executions/${ended?.id}/logs`);
    expect([log.status, (await log.text()).length > 0]).toEqual([200, true]);
    expect((await read('/audit?actor=ada&limit=100')).entries.length).toBeGreaterThan(15);
  });

  it('continues what was open, with its secrets', async () => {
    for (const flow of ['demo&flow_id=secret', 'ops&flow_id=limited'])
      for (const { id } of (await read(`/executions?namespace=${flow}`)).executions) await untilSuccess(id);
    expect(await redis.keys('{flowgate}:execution-secrets:*')).toEqual([]);
    expect(await redis.keys('{flowgate}:executions:pending:*')).toEqual([]);
  });

  it('can be run, replayed, and started by its webhook and its schedule', async () => {
    const run = await call('POST', '/flows/demo/hello/executions', { inputs: { user: 'Cy' }, revision: 1 });
    const { id } = (await run.json()) as Answer; // per the contract
    await untilSuccess(id);
    const [earlier] = (await read('/executions?label=ticket:A-1')).executions;
    const replay = await call('POST', `/executions/${earlier?.id}/replay`, {});
    await untilSuccess(((await replay.json()) as Answer).id); // as above
    const hook = await call('POST', '/hooks/demo/nightly/push', {}, { 'x-flowgate-key': fixture.webhookKey });
    await untilSuccess(((await hook.json()) as Answer).id); // as above
    expect((await (await call('GET', '/flows/demo/nightly/triggers')).text()).match(/"nextAt":"/g)).toHaveLength(1);
  });

  it('leaves nothing behind when it is purged', async () => {
    expect((await call('DELETE', '/flows/demo/hello?purge=true')).status).toBe(204);
    expect(await redis.keys('{flowgate}:revisions:demo/hello')).toEqual([]);
  });
});
