import { spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RedisAuditTrail } from '../../src/audit/redis-audit-trail.ts';
import { Caller } from '../../src/access/caller.ts';
import { defaultFlowLimits } from '../../src/flow/flow-limits.ts';
import { openFiles } from '../../src/open-files.ts';
import { openExecutions } from '../../src/open-executions.ts';
import { WorkerBoundedEngine } from '../../src/pattern/worker-bounded-engine.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { RedisRevisionStore } from '../../src/revision/redis-revision-store.ts';
import { buildServices } from '../../src/services/build-services.ts';
import { loadTaskRegistry } from '../../src/task-registry/load-task-registry.ts';
import { ownTaskFolder } from '../../src/task-registry/task-folder.ts';
import { spawnFlowgate, type FlowgateProcess } from '../support/flowgate-process.ts';
import { flowText } from '../support/gateway.ts';
import { isReady, temporaryFolder } from '../support/redis.ts';
import { spawnStandInJenkins, type StandInProcess } from '../support/stand-in-jenkins-process.ts';

/** How many executions the workers get, and how often one of them is killed; a long run sets more. */
const triggers = Number(process.env.FLOWGATE_TEST_TRIGGERS ?? 40);
const kills = Number(process.env.FLOWGATE_TEST_KILLS ?? 6);

let redisServer: ChildProcess;
let redis: Redis;
let jenkins: StandInProcess;
let workerEnvironment: Record<string, string>;
const workers: FlowgateProcess[] = [];

beforeAll(async () => {
  const port = await freePort();
  redisServer = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', temporaryFolder()], { stdio: 'ignore' });
  const url = `redis://127.0.0.1:${port}`;
  redis = connectRedis({ url }, () => undefined);
  await isReady(redis);
  jenkins = await spawnStandInJenkins({ timing: { task: 200, boot: 100 } });
  workerEnvironment = { FLOWGATE_ROLE: 'worker', REDIS_URL: url, FLOWGATE_KEY: 'a key for the tests alone', JENKINS_URL: jenkins.url, JENKINS_USER: jenkins.user, JENKINS_TOKEN: jenkins.token, FLOWGATE_LOG_LEVEL: 'error' };
});
afterAll(() => {
  for (const { child } of workers) child.kill('SIGKILL');
  jenkins.stop();
  redis.disconnect();
  redisServer.kill('SIGKILL');
});

it('gives every execution one build of its own revision, whichever worker dies when', { timeout: 600_000 }, async () => {
  const engine = new WorkerBoundedEngine();
  const configuration = { role: 'api' as const, retentionDays: 0, dataFolder: '', key: workerEnvironment.FLOWGATE_KEY, jenkins: { url: jenkins.url, user: jenkins.user, token: jenkins.token, folder: 'flows', credentials: [] } };
  const { ports, close } = openExecutions(configuration, redis);
  const store = new RedisRevisionStore(redis);
  const services = buildServices({ store, taskTypes: await loadTaskRegistry({ folders: [ownTaskFolder()], vendor: 'vendor' }), engine, vendor: 'vendor', prefix: 'VENDOR', limits: { ...defaultFlowLimits, uploadBytes: 0 }, executions: ports, files: openFiles({ filesFolder: '' }, redis, ports.store).ports, audit: new RedisAuditTrail(redis, 0) });
  const source = (id: string, greeting: string) => ({ bytes: Buffer.from(flowText({ id, greeting })), mediaType: 'application/x-yaml', format: 'yaml' as const });
  const caller = Caller.of({ subject: 'ada', groups: [] }, undefined);
  for (const id of ['one', 'two']) {
    await services.flows.create(source(id, 'Hello'), { caller });
    await services.flows.update({ namespace: 'examples', id }, source(id, 'Hi'), { caller });
  }

  startWorker();
  startWorker();
  const wanted = new Map<string, string>();
  const asking = (async () => {
    for (let index = 0; index < triggers; index++) {
      const key = { namespace: 'examples', id: index % 3 === 0 ? 'two' : 'one' };
      const outcome = await services.runs.run(key, { inputs: { user_name: `User${index}` }, revision: 1 + (index % 2) }, { caller });
      if (!('execution' in outcome)) throw new Error('refused');
      wanted.set(outcome.execution.id, `User${index}`);
      await sleep(Math.random() * 300);
    }
  })();
  for (let kill = 0; kill < kills; kill++) {
    const { ready } = workers.at(-2)!;
    await ready;
    await sleep(Math.random() * 2_000);
    workers.at(-2)!.child.kill('SIGKILL');
    startWorker();
  }
  await asking;
  for (const id of wanted.keys()) await endOf(id);

  const ran = (await jenkins.builds()).filter(({ result }) => result !== 'NOT_BUILT');
  for (const [id, name] of wanted) {
    const builds = ran.filter(({ parameters }) => parameters.FLOWGATE_EXECUTION_ID === id);
    expect(builds.map(({ result, parameters }) => [result, parameters.USER_NAME])).toEqual([['SUCCESS', name]]);
    expect(builds[0]?.digest).toBe(builds[0]?.parameters.FLOWGATE_DIGEST);
    expect((await ports.store.read(id))?.build?.number).toBe(builds[0]?.number);
  }
  expect(ran).toHaveLength(wanted.size);
  await close();
  await engine.close();

  async function endOf(id: string): Promise<void> {
    for (;;) {
      const record = await ports.store.read(id);
      if (record?.state === 'SUCCESS') return;
      if (record !== undefined && ['FAILED', 'KILLED', 'WARNING'].includes(record.state)) throw new Error(`${record.state}: ${record.reason}`);
      await sleep(200);
    }
  }
});

function startWorker(): void {
  workers.push(spawnFlowgate(workerEnvironment));
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  await new Promise((resolve) => server.close(resolve));
  return port;
}
