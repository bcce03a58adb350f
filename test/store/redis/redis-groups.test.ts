import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectWaitingRedis } from '../../../src/store/redis/connect-redis.ts';
import { spawnFlowgate, type FlowgateProcess } from '../../support/flowgate-process.ts';
import { flowText } from '../../support/gateway.ts';
import { isNightly } from '../../support/nightly.ts';
import {
  startClusterGroup,
  startIncompleteCluster,
  startSentinelGroup,
  type RedisGroupProcess,
} from '../../support/redis-groups.ts';
import { disconnect, temporaryFolder } from '../../support/redis.ts';
import { StandInJenkins } from '../../support/stand-in-jenkins/stand-in-jenkins.ts';

const groups = [
  ['cluster', startClusterGroup],
  ['sentinel', startSentinelGroup],
] as const;

describe.each(isNightly ? groups : [])('Flowgate on a %s', (_name, start) => {
  let group: RedisGroupProcess;
  let jenkins: StandInJenkins;
  let flowgate: FlowgateProcess;

  beforeAll(async () => {
    [group, jenkins] = await Promise.all([start(), StandInJenkins.start()]);
    flowgate = spawnFlowgate({
      REDIS_URL: group.url,
      JENKINS_URL: jenkins.url,
      JENKINS_USER: jenkins.user,
      JENKINS_TOKEN: jenkins.token,
      FLOWGATE_KEY: 'a key for the tests alone',
      FLOWGATE_DATA: temporaryFolder(),
      FLOWGATE_LOG_LEVEL: 'error',
    });
    await flowgate.url;
  }, 120_000);
  afterAll(async () => {
    flowgate?.child.kill('SIGKILL');
    group?.stop();
    await jenkins?.stop();
  });

  /** Repeats a request until it is answered, as a client does during a failover. */
  async function call(method: string, path: string, body?: string, headers: Readonly<Record<string, string>> = {}) {
    for (;;) {
      const response = await fetch(`${await flowgate.url}${path}`, {
        method,
        headers: { 'x-oidc-sub': 'ada', 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body }),
      });
      if (response.status !== 503) return response;
      await response.body?.cancel();
      await sleep(200);
    }
  }

  it('runs each execution once, also over a failover', { timeout: 180_000 }, async () => {
    const stored = await call('POST', '/flows', flowText(), { 'content-type': 'application/x-yaml' });
    expect(stored.status).toBe(201);
    const ids = new Set<string>();
    const trigger = async (number: number) => {
      const response = await call('POST', '/flows/examples/hello/executions', '{}', {
        'idempotency-key': `k${number}`,
      });
      const { id } = (await response.json()) as { id: string }; // per the contract
      expect(response.status).toBe(202);
      ids.add(id);
    };
    for (let number = 0; number < 5; number++) await trigger(number);
    const old = await group.master();
    // What was acknowledged by then is on the replica too.
    await group.ask(old, 'WAIT', '1', '5000');
    group.servers[old]?.kill('SIGKILL');
    for (let number = 5; number < 15; number++) await trigger(number);
    expect(await group.master()).not.toBe(old);
    expect(ids.size).toBe(15);
    for (const id of ids)
      for (let state = ''; state !== 'SUCCESS'; await sleep(100)) {
        const response = await call('GET', `/executions/${id}`);
        state = ((await response.json()) as { state: string }).state; // as above
        expect(['FAILED', 'KILLED', 'WARNING']).not.toContain(state);
      }
    const built = jenkins.builds().filter(({ result }) => result === 'SUCCESS');
    expect(built.map(({ parameters }) => parameters.FLOWGATE_EXECUTION_ID).toSorted()).toEqual([...ids].toSorted());
  });
});

describe('a cluster that is down', () => {
  let cluster: RedisGroupProcess;
  beforeAll(async () => {
    cluster = await startIncompleteCluster();
  });
  afterAll(() => cluster.stop());

  // BullMQ waits for a connection before it goes on, and would wait for ever.
  it('settles the connection of a worker', async () => {
    expect(await cluster.ask(0, 'CLUSTER', 'INFO')).toContain('cluster_state:fail');
    const redis = connectWaitingRedis({ url: cluster.url });
    try {
      await once(redis, 'ready');
      await disconnect(redis);
      await redis.connect();
      expect(redis.status).toBe('ready');
    } finally {
      redis.disconnect();
    }
  });
});
