import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnStandInJenkins } from '../../test/support/stand-in-jenkins/spawn-stand-in-jenkins.ts';
import { post } from '../gateway-calls.ts';
import { startMeasuredServer } from '../measured-server.ts';
import { startSharedRedis } from './shared-redis.ts';

/** What it costs to follow builds that run. */
export interface FollowingCost {
  readonly builds: number;
  /** From the first request to the last build that runs, in seconds. */
  readonly startTime: number;
  /** Calls to Jenkins per second while nothing changes. */
  readonly callsPerSecond: number;
  /** CPU time of the process in milliseconds per second. */
  readonly cpuTime: number;
}

const observed = 20;
const atOnce = 16;

// Builds of one flow are triggered one after the other.
const flows = 20;

const flowOf = (number: number): string => `id: long-${number}
namespace: bench
description: 'stand-in: {"tasks": [{"path": "sleep", "milliseconds": 3600000}]}'
tasks:
  - {id: sleep, type: dev.vendor.plugin.core.shell.Shell, commands: [sleep 3600]}
`;

/** Follows 10 and then 1,000 builds of a stand-in for Jenkins with one process. */
export async function measureFollowing(folder: string): Promise<readonly FollowingCost[]> {
  const redis = await startSharedRedis(join(folder, 'following'), 3988);
  const jenkins = await spawnStandInJenkins();
  const settings = {
    REDIS_URL: redis.url,
    FLOWGATE_KEY: 'a key for the bench alone',
    FLOWGATE_RATE_LIMIT: '0',
    FLOWGATE_MAX_PENDING: '1000000',
    FLOWGATE_DATA: join(folder, 'following-data'),
    JENKINS_URL: jenkins.url,
    JENKINS_USER: jenkins.user,
    JENKINS_TOKEN: jenkins.token,
  };
  const script = join(import.meta.dirname, '..', '..', 'dist/src/main.js');
  const server = await startMeasuredServer(script, 3989, settings, join(folder, 'following.log'));
  try {
    for (let number = 0; number < flows; number += 1)
      await post(`${server.url}/flows`, 'application/x-yaml', flowOf(number));
    const costs: FollowingCost[] = [];
    let running = 0;
    for (const builds of [10, 1000]) {
      const start = performance.now();
      await startExecutions(server.url, builds - running);
      await untilRunning(server.url, builds);
      const startTime = (performance.now() - start) / 1000;
      running = builds;
      await pause(5_000); // until the last of them is nothing new
      const before = { calls: await callsOf(server.url), cpuTime: await server.cpuTime(), clock: performance.now() };
      await pause(1000 * observed);
      const elapsed = (performance.now() - before.clock) / 1000;
      costs.push({
        builds,
        startTime,
        callsPerSecond: ((await callsOf(server.url)) - before.calls) / elapsed,
        cpuTime: ((await server.cpuTime()) - before.cpuTime) / elapsed,
      });
    }
    return costs;
  } finally {
    await server.stop();
    jenkins.stop();
    await redis.stop();
  }
}

async function startExecutions(url: string, count: number): Promise<void> {
  let left = count;
  const start = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await post(`${url}/flows/bench/long-${left % flows}/executions`, 'application/json', '{}');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, start));
}

async function untilRunning(url: string, builds: number): Promise<void> {
  for (let waited = 0; waited < 600; waited += 1) {
    const running = /^flowgate_executions\{state="RUNNING"\} (\d+)$/m.exec(await metricsOf(url))?.[1];
    if (Number(running) >= builds) return;
    await pause(500);
  }
  throw new Error(`Not all ${builds} builds of the bench run`);
}

/** All calls to Jenkins so far. */
async function callsOf(url: string): Promise<number> {
  const counts = (await metricsOf(url)).matchAll(/^flowgate_jenkins_call_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((calls, [, count]) => calls + Number(count), 0);
}

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}
