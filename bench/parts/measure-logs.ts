import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { startFlow, untilEnded } from '../rig/gateway-calls.ts';
import { bold, type Part } from '../rig/part.ts';
import { withGateway } from '../rig/running-gateway.ts';
import { heldGoal } from './measure-loop.ts';

const megabyte = 1_000_000;
const logBytes = 40 * megabyte;
const manyReaders = 10;
const artifacts = 10_000;
const inWords = artifacts.toLocaleString('en');

const shell = (id: string, task: string, more = '') => `id: ${id}
namespace: bench
tasks:
  - id: ${task}
    type: dev.vendor.plugin.core.shell.Shell
    ${more}
    commands:
`;
/** The first execution of a gateway loads modules, which the others need too. */
const warmUp = `${shell('warm-up', 'say')}      - 'seq 1 100000'\n`;
const shortLines = `${shell('short-lines', 'say')}      - 'yes | head -c ${logBytes}'\n`;
const randomBytes = `${shell('random-bytes', 'say')}      - 'head -c ${logBytes / 2} /dev/urandom'\n`;
const manyFiles = `${shell('many-files', 'make', "outputFiles: ['out/**']")}      - 'mkdir out && cd out && seq 1 ${artifacts - 1} | xargs touch && echo found > last.txt'\n`;

export const logs: Part = {
  name: 'logs',
  title: 'Large logs and many artifacts',
  description: `Executions of the engine of this machine, and clients that read their logs and artifacts (\`bench/parts/measure-logs.ts\`). Wall-clock
time from the first request to the last byte, with the clients on the same machine; the longest time for which the event
loop was blocked meanwhile, and the largest memory of the gateway so far. The goal is at most ${heldGoal} ms.`,
  run: (report) =>
    withGateway({ FLOWGATE_ENGINE: 'local', FLOWGATE_LOG_LEVEL: 'warn' }, async (gateway) => {
      const { url } = gateway;
      const rows: string[][] = [];
      const measure = async <Result>(name: string, step: () => Promise<Result>): Promise<Result> => {
        await gateway.sample();
        const start = performance.now();
        const result = await step();
        const time = (performance.now() - start) / 1000;
        await pause(50);
        const { maxDelay, maxUsed, maxRss } = await gateway.sample();
        const received = typeof result === 'number' ? result : 0;
        const mb = (bytes: number) => (bytes / megabyte).toFixed(0);
        rows.push([name, time.toFixed(2), mb(received), bold(maxDelay, 1), maxUsed.toFixed(1), mb(maxRss)]);
        return result;
      };
      await run(url, 'warm-up', warmUp);
      const lines = await measure('take in 40 MB of short lines', () => run(url, 'short-lines', shortLines));
      const random = await measure('take in 20 MB of random bytes', () => run(url, 'random-bytes', randomBytes));
      const files = `${await measure(`keep ${inWords} artifacts`, () => run(url, 'many-files', manyFiles))}/artifacts`;
      for (const [what, query] of readings) {
        await measure(`read 40 MB of short lines, ${what}`, () => bytesOf(`${lines}/logs${query}`));
        await measure(`the same, by ${manyReaders} clients`, () => bytesOfAll(`${lines}/logs${query}`, manyReaders));
      }
      await measure('read 20 MB of random bytes, by task', () => bytesOf(`${random}/logs?task=say`));
      await measure('the same, followed', () => bytesOf(`${random}/logs?follow=true`));
      await measure('the same, as the console follows it', () => bytesOf(`${random}/logs?follow=chunks`));
      await measure(`list ${inWords} artifacts`, () => bytesOf(files));
      await measure('download one of them', () => bytesOf(`${files}/out/last.txt`));
      await measure('download one of them 100 times at once', () => bytesOfAll(`${files}/out/last.txt`, 100));
      report.table('what | time (s) | received (MB) | blocks the loop (ms) | CPU time (ms) | memory (MB)', rows);
    }),
};

const readings = [
  ['whole', ''],
  ['by task', '?task=say'],
  ['followed line by line', '?follow=true&task=say'],
  ['as the console follows it', '?follow=chunks&task=say'],
] as const;

/** Runs a flow to completion. @returns the URL of the execution */
async function run(url: string, id: string, flow: string): Promise<string> {
  const execution = await startFlow(url, id, flow);
  const { state, reason } = await untilEnded(url, execution);
  if (state !== 'SUCCESS') throw new Error(`A flow of the bench ended as ${state}: ${reason}`);
  return `${url}/executions/${execution}`;
}

async function bytesOfAll(url: string, count: number): Promise<number> {
  const sizes = await Promise.all(Array.from({ length: count }, () => bytesOf(url)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Reads a response and forgets it. */
async function bytesOf(url: string): Promise<number> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { 'x-oidc-sub': 'bench' }, agent: false }, resolve).once('error', reject);
  });
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) size += chunk.length;
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`);
  return size;
}
