import { setTimeout as pause } from 'node:timers/promises';
import { readEvents } from '../../src/faces/cli/gateway/event-stream.ts';
import { startFlow } from '../rig/gateway-calls.ts';
import { bold, type PartReport } from '../rig/part.ts';
import type { Program } from '../rig/program.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { quantile } from '../rig/statistics.ts';
import { production } from './measure-http.ts';

const interval = 0.2;
const lines = 150;
// In seconds: until all clients follow, and from then on.
const beforeMeasuring = 10;
const measured = 20;

interface Arrival {
  /** When the line was written, in milliseconds since 1970. */
  readonly written: number;
  readonly delay: number;
}

/** Writes the time in milliseconds, again and again. */
const flow = `id: ticking
namespace: bench
tasks:
  - id: tick
    type: dev.vendor.plugin.core.shell.Shell
    commands: ['sleep 2; for n in $(seq 1 ${lines}); do echo "tick $n $(date +%s%3N)"; sleep ${interval}; done']
`;

/** Many clients follow a log that grows by some lines per second: 1 and then 500. */
export async function measureFollowers(report: PartReport): Promise<void> {
  const settings = { ...production, FLOWGATE_ENGINE: 'local', FLOWGATE_LOCAL_EXECUTORS: '1' };
  const rows = [];
  for (const followers of [1, 500]) rows.push(await withGateway(settings, (gateway) => rowOf(gateway, followers)));
  report.text(
    'Following one growing log with many clients of one gateway, from the time that a line was written to its arrival:',
  );
  report.table('clients | lines per second | median (ms) | 99% (ms) | CPU time (ms per second) | lost lines', rows);
}

async function rowOf(gateway: Program, followers: number) {
  const id = await startFlow(gateway.url, 'ticking', flow);
  const arrived: Arrival[] = [];
  const url = `${gateway.url}/executions/${id}`;
  const reading = Promise.all(Array.from({ length: followers }, () => follow(url, arrived)));
  await pause(1000 * beforeMeasuring);
  const start = Date.now();
  const cpuBefore = await gateway.cpuTime();
  await pause(1000 * measured);
  const cpuTime = ((await gateway.cpuTime()) - cpuBefore) / ((Date.now() - start) / 1000);
  await reading;
  const delays = arrived.filter(({ written }) => written > start).map(({ delay }) => delay);
  const lost = followers * lines - arrived.length;
  return [followers, 1 / interval, quantile(delays, 0.5).toFixed(0), bold(quantile(delays, 0.99)), bold(cpuTime), lost];
}

/** Follows until the execution ends, and adds each line. */
async function follow(url: string, arrived: Arrival[]): Promise<void> {
  const answer = await fetch(`${url}/logs?follow=true`, { headers: { 'x-oidc-sub': 'bench' } });
  if (!answer.ok || answer.body === null)
    throw new Error(`A follower of the bench is rejected: ${await answer.text()}`);
  for await (const { data } of readEvents(answer.body)) {
    const now = Date.now();
    for (const [, time] of data.matchAll(/tick \d+ (\d+)/g))
      arrived.push({ written: Number(time), delay: now - Number(time) });
  }
}
