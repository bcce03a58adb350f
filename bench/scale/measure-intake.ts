import { join } from 'node:path';
import autocannon from 'autocannon';
import { Queue } from 'bullmq';
import { post } from '../gateway-calls.ts';
import { startMeasuredServer, type MeasuredServer } from '../measured-server.ts';
import { startSharedRedis, type SharedRedis } from './shared-redis.ts';

/** How many executions are accepted, or jobs added, by 16 clients at once. */
export interface Intake {
  readonly what: string;
  readonly perSecond: number;
  /** Response times in milliseconds; absent without HTTP. */
  readonly median?: number;
  readonly p99?: number;
  /** CPU time in milliseconds per execution: of all servers, and of Redis. */
  readonly serverTime?: number;
  readonly redisTime: number;
}

const clients = 16;
const seconds = 8;
const gateways = [1, 2, 4];
const firstPort = 3980;

const flow = `id: accepted
namespace: bench
inputs:
  - {id: TARGET, type: STRING, required: true}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.TARGET }}"}
`;

/**
 * Adds jobs with BullMQ alone and behind the minimal server, then starts executions on one, two and four gateways that
 * share a Redis.
 */
export async function measureIntake(folder: string): Promise<readonly Intake[]> {
  const redis = await startSharedRedis(join(folder, 'intake'), 3979);
  try {
    const results = [await intakeOfBullMq(redis)];
    results.push(await intakeOfFloorServer(redis, folder));
    for (const count of gateways) results.push(await intakeOfGateways(redis, folder, count));
    // The floor again: the machine may have become slower or faster meanwhile.
    results.push({ ...(await intakeOfBullMq(redis)), what: 'BullMQ alone, again at the end' });
    return results;
  } finally {
    await redis.stop();
  }
}

/** What is added to a queue by one process that does nothing else. */
async function intakeOfBullMq(redis: SharedRedis): Promise<Intake> {
  const queue = new Queue('floor', { connection: { url: redis.url } });
  await queue.waitUntilReady();
  const before = await redis.cpuTime();
  const start = performance.now();
  const end = start + 1000 * seconds;
  let added = 0;
  const add = async (): Promise<void> => {
    while (performance.now() < end) {
      await queue.add('trigger', { executionId: String(added), retries: 0 }, { removeOnComplete: true });
      added += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, add));
  const elapsed = performance.now() - start;
  const redisTime = ((await redis.cpuTime()) - before) / added;
  await queue.obliterate({ force: true });
  await queue.close();
  return { what: 'BullMQ alone: jobs added', perSecond: (1000 * added) / elapsed, redisTime };
}

/** What one process of Node.js can at most accept over HTTP with this contract. */
async function intakeOfFloorServer(redis: SharedRedis, folder: string): Promise<Intake> {
  await redis.connection.flushall();
  const script = join(import.meta.dirname, '..', 'floor-server.ts');
  const log = join(folder, 'intake-floor.log');
  const server = await startMeasuredServer(script, firstPort - 2, { REDIS_URL: redis.url }, log);
  try {
    return await intakeOf('express, express-openapi-validator and a job of BullMQ', [server], redis);
  } finally {
    await server.stop();
  }
}

async function intakeOfGateways(redis: SharedRedis, folder: string, count: number): Promise<Intake> {
  await redis.connection.flushall();
  const settings = {
    REDIS_URL: redis.url,
    FLOWGATE_KEY: 'a key for the bench alone',
    FLOWGATE_ROLE: 'api',
    FLOWGATE_RATE_LIMIT: '0',
    FLOWGATE_MAX_PENDING: '1000000',
    FLOWGATE_DATA: join(folder, 'intake-data'),
    // Nothing triggers builds here: workers would compete for the same cores.
    JENKINS_URL: 'http://127.0.0.1:1',
    JENKINS_USER: 'bench',
    JENKINS_TOKEN: 'bench',
  };
  const script = join(import.meta.dirname, '..', '..', 'dist/src/main.js');
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      startMeasuredServer(script, firstPort + index, settings, join(folder, `intake-${index}.log`)),
    ),
  );
  try {
    await post(`${servers[0]!.url}/flows`, 'application/x-yaml', flow);
    return await intakeOf(count === 1 ? '1 gateway' : `${count} gateways`, servers, redis);
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function intakeOf(what: string, servers: readonly MeasuredServer[], redis: SharedRedis): Promise<Intake> {
  const load = (duration: number) =>
    Promise.all(servers.map(({ url }) => send(url, clients / servers.length, duration)));
  await load(2); // until its code is compiled
  const cpuTime = async () => (await Promise.all(servers.map((server) => server.cpuTime()))).reduce(sum);
  const before = { servers: await cpuTime(), redis: await redis.cpuTime() };
  const results = await load(seconds);
  const accepted = results.map((result) => result['2xx']).reduce(sum);
  const failed = results.map(({ non2xx, errors, timeouts }) => non2xx + errors + timeouts).reduce(sum);
  if (failed > 0) throw new Error(`${failed} executions of the bench were not accepted`);
  return {
    what,
    perSecond: accepted / seconds,
    median: Math.max(...results.map(({ latency }) => latency.p50)),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    serverTime: ((await cpuTime()) - before.servers) / accepted,
    redisTime: ((await redis.cpuTime()) - before.redis) / accepted,
  };
}

function send(url: string, connections: number, duration: number): Promise<autocannon.Result> {
  return autocannon({
    url: `${url}/flows/bench/accepted/executions`,
    connections,
    duration,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-oidc-sub': 'bench' },
    body: '{"inputs": {"TARGET": "a machine"}}',
  });
}

function sum(left: number, right: number): number {
  return left + right;
}
