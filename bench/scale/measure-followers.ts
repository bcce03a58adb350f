import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readEvents } from '../../src/cli/gateway/event-stream.ts';
import { startFlow } from '../gateway-calls.ts';
import { startMeasuredServer } from '../measured-server.ts';

/** What it costs when many clients follow one log. */
export interface FollowersCost {
  readonly followers: number;
  readonly linesPerSecond: number;
  /** From the time that a line contains to its arrival at a follower, in milliseconds, over all followers. */
  readonly median: number;
  readonly p99: number;
  /** CPU time of the gateway in milliseconds per second. */
  readonly cpuTime: number;
  /** Lines that did not reach a follower. */
  readonly lost: number;
}

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

/** Follows a log that grows by some lines per second with 1 and then 500 clients. */
export async function measureFollowers(folder: string): Promise<readonly FollowersCost[]> {
  const settings = {
    FLOWGATE_DATA: join(folder, 'followers'),
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_LOCAL_EXECUTORS: '1',
    FLOWGATE_RATE_LIMIT: '0',
  };
  const script = join(import.meta.dirname, '..', '..', 'dist/src/main.js');
  const costs: FollowersCost[] = [];
  for (const followers of [1, 500]) {
    const data = { ...settings, FLOWGATE_DATA: `${settings.FLOWGATE_DATA}-${followers}` };
    const server = await startMeasuredServer(script, 3990, data, join(folder, 'followers.log'));
    try {
      const id = await startFlow(server.url, 'ticking', flow);
      const arrived: Arrival[] = [];
      const url = `${server.url}/executions/${id}`;
      const reading = Promise.all(Array.from({ length: followers }, () => follow(url, arrived)));
      await pause(1000 * beforeMeasuring);
      const start = Date.now();
      const cpuBefore = await server.cpuTime();
      await pause(1000 * measured);
      const cpuTime = ((await server.cpuTime()) - cpuBefore) / ((Date.now() - start) / 1000);
      await reading;
      const delays = arrived.filter(({ written }) => written > start).map(({ delay }) => delay);
      delays.sort((left, right) => left - right);
      const at = (share: number) => delays[Math.floor(delays.length * share)] ?? Number.NaN;
      const lost = followers * lines - arrived.length;
      costs.push({ followers, linesPerSecond: 1 / interval, median: at(0.5), p99: at(0.99), cpuTime, lost });
    } finally {
      await server.stop();
    }
  }
  return costs;
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
