import { Queue } from 'bullmq';
import { storeFlow } from '../rig/gateway-calls.ts';
import { inTemporaryFolder } from '../rig/in-temporary-folder.ts';
import { sendRequests, type Load, type Request } from '../rig/load.ts';
import type { MeasuredRedis } from '../rig/measured-redis.ts';
import { bold, type PartReport } from '../rig/part.ts';
import { startGateway, startProgram, type Program } from '../rig/program.ts';
import { floorServer, production } from './measure-http.ts';

/** How many executions are accepted, or jobs added, by 16 clients at once. */
interface Intake {
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
const warmUpRequests = 4_000;

const flow = `id: accepted
namespace: bench
inputs:
  - {id: TARGET, type: STRING, required: true}
tasks:
  - {id: say, type: dev.vendor.plugin.core.log.Log, message: "{{ inputs.TARGET }}"}
`;
const request: Request = {
  path: '/flows/bench/accepted/executions',
  contentType: 'application/json',
  body: () => '{"inputs": {"TARGET": "a machine"}}',
};

/**
 * Adds jobs with BullMQ alone and behind the minimal server, then starts executions on one, two and four gateways that
 * share a Redis.
 */
export async function measureIntake(redis: MeasuredRedis, report: PartReport): Promise<void> {
  const raw = await intakeOfBullMq('BullMQ alone: jobs added', redis);
  const floor = await intakeOfFloorServers(redis, 1);
  // Two minimal servers lose too if clients, servers and Redis share the cores.
  const results = [raw, floor, await intakeOfFloorServers(redis, 2)];
  for (const count of [1, 2, 4]) results.push(await intakeOfGateways(redis, count));
  // The floor again: the machine may have become slower or faster meanwhile.
  results.push(await intakeOfBullMq('BullMQ alone, again at the end', redis));
  report.table(
    'what | per second | of BullMQ alone | of BullMQ over HTTP | median (ms) | 99% (ms) | CPU time of servers (ms) | of Redis (ms)',
    results.map(({ what, perSecond, median, p99, serverTime, redisTime }) => [
      what,
      bold(perSecond),
      ...[raw, floor].map((all) => (perSecond / all.perSecond).toFixed(2)),
      ...[median, p99].map((time) => time?.toFixed(0)),
      serverTime?.toFixed(2),
      redisTime.toFixed(3),
    ]),
  );
}

/** What a process that does nothing else adds to a queue. */
async function intakeOfBullMq(what: string, redis: MeasuredRedis): Promise<Intake> {
  const queue = new Queue('floor', { connection: { url: redis.environment.REDIS_URL } });
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
  return { what, perSecond: (1000 * added) / elapsed, redisTime };
}

/** The most that this many Node.js processes can accept over HTTP with this contract. */
async function intakeOfFloorServers(redis: MeasuredRedis, count: number): Promise<Intake> {
  await redis.connection.flushall();
  const settings = { ...redis.environment, NODE_ENV: 'production' };
  const servers = await Promise.all(Array.from({ length: count }, () => startProgram(floorServer, settings)));
  const what = 'express, express-openapi-validator and a job of BullMQ';
  try {
    return await intakeOf(count === 1 ? what : `${what}, ${count} processes`, servers, redis);
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function intakeOfGateways(redis: MeasuredRedis, count: number): Promise<Intake> {
  await redis.connection.flushall();
  return inTemporaryFolder(async (folder) => {
    const settings = {
      ...production,
      ...redis.environment,
      FLOWGATE_ROLE: 'api',
      FLOWGATE_MAX_PENDING: '1000000',
      FLOWGATE_DATA: folder,
      // Nothing triggers builds here: workers would compete for the same cores.
      JENKINS_URL: 'http://127.0.0.1:1',
      JENKINS_USER: 'bench',
      // Not a word of the requests: their lines in the log would be masked.
      JENKINS_TOKEN: 'a token of the bench',
    };
    const servers = await Promise.all(Array.from({ length: count }, () => startGateway(settings)));
    try {
      await storeFlow(servers[0]!.url, flow);
      return await intakeOf(count === 1 ? '1 gateway' : `${count} gateways`, servers, redis);
    } finally {
      for (const server of servers) await server.stop();
    }
  });
}

async function intakeOf(what: string, servers: readonly Program[], redis: MeasuredRedis): Promise<Intake> {
  const connections = clients / servers.length;
  const load = (until: Pick<Load, 'amount' | 'duration'>) =>
    Promise.all(servers.map(({ url }) => sendRequests(url, request, { connections, ...until })));
  // By number, because each server compiles its own code: in the same time, several would get less far than one.
  await load({ amount: warmUpRequests });
  const cpuTime = async () => (await Promise.all(servers.map((server) => server.cpuTime()))).reduce(sum);
  const before = { servers: await cpuTime(), redis: await redis.cpuTime() };
  const results = await load({ duration: seconds });
  const accepted = results.map((result) => result['2xx']).reduce(sum);
  return {
    what,
    perSecond: accepted / seconds,
    median: Math.max(...results.map(({ latency }) => latency.p50)),
    p99: Math.max(...results.map(({ latency }) => latency.p99)),
    serverTime: ((await cpuTime()) - before.servers) / accepted,
    redisTime: ((await redis.cpuTime()) - before.redis) / accepted,
  };
}

function sum(left: number, right: number): number {
  return left + right;
}
