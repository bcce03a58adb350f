import { setTimeout as pause } from 'node:timers/promises';
import { runFlow, storeFlow, succeed } from '../rig/gateway-calls.ts';
import type { MeasuredRedis } from '../rig/measured-redis.ts';
import { bold, type PartReport } from '../rig/part.ts';
import type { Program } from '../rig/program.ts';
import { withGatewayOnControllers } from '../rig/running-gateway.ts';
import { production } from './measure-http.ts';

const observed = 20;
const atOnce = 16;

// Builds of one flow are triggered one after the other.
const flows = 20;

const namespaceOf = (number: number): string => ['bench', 'bench.second', 'bench.third'][number % 3] ?? 'bench';

const flowOf = (number: number): string => `id: long-${number}
namespace: ${namespaceOf(number)}
description: 'stand-in: {"tasks": [{"path": "sleep", "milliseconds": 3600000}]}'
tasks:
  - {id: sleep, type: dev.vendor.plugin.core.shell.Shell, commands: [sleep 3600]}
`;

const onOne = { first: '' };
const onThree = { ...onOne, second: 'namespaces: [bench.second]', third: 'namespaces: [bench.third]' };
const setups = [
  { entries: onOne, counts: [10, 1_000] },
  { entries: onThree, counts: [10, 1_000, 10_000] },
];

/** One process follows more and more builds of stand-ins for Jenkins, on one controller and on three. */
export async function measureFollowing(redis: MeasuredRedis, report: PartReport): Promise<void> {
  const environment = { ...production, ...redis.environment, FLOWGATE_MAX_PENDING: '1000000' };
  const rows: (string | number)[][] = [];
  for (const { entries, counts } of setups) {
    await withGatewayOnControllers(entries, { environment }, async (gateway) => {
      const controllers = Object.keys(entries).length;
      for (const measured of await followedBy(gateway, counts)) rows.push([controllers, ...measured]);
    });
    await redis.connection.flushall();
  }
  report.text('Following builds of stand-ins for Jenkins with one process, while nothing changes:');
  report.table(
    'controllers | builds | until all run (s) | calls to Jenkins per second | CPU time (ms per second)',
    rows,
  );
}

async function followedBy(gateway: Program, counts: readonly number[]): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for (let number = 0; number < flows; number += 1) await storeFlow(gateway.url, flowOf(number));
  let running = 0;
  for (const builds of counts) {
    const start = performance.now();
    await startExecutions(gateway.url, builds - running);
    await untilRunning(gateway.url, builds);
    const startTime = (performance.now() - start) / 1000;
    running = builds;
    await pause(5_000); // until the last of them is nothing new
    const before = { calls: await callsOf(gateway.url), cpuTime: await gateway.cpuTime(), clock: performance.now() };
    await pause(1000 * observed);
    const elapsed = (performance.now() - before.clock) / 1000;
    const callsPerSecond = ((await callsOf(gateway.url)) - before.calls) / elapsed;
    const cpuTime = ((await gateway.cpuTime()) - before.cpuTime) / elapsed;
    rows.push([builds.toLocaleString('en'), startTime.toFixed(1), bold(callsPerSecond, 1), bold(cpuTime)]);
  }
  return rows;
}

async function startExecutions(url: string, count: number): Promise<void> {
  let left = count;
  const start = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const number = left % flows;
      await runFlow(url, `long-${number}`, namespaceOf(number));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, start));
}

async function untilRunning(url: string, builds: number): Promise<void> {
  for (let waited = 0; waited < 1_200; waited += 1) {
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
  return (await succeed(url, { path: '/metrics' })).text;
}
