import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startFlow, untilEnded } from './gateway-calls.ts';
import { startMeasuredServer, type LoopDelay, type MeasuredServer } from './measured-server.ts';

/** What one kind of work with large logs and many artifacts costs. */
export interface LogTime {
  readonly name: string;
  /** In seconds. */
  readonly time: number;
  /** Bytes that all clients received. */
  readonly received: number;
  readonly held: LoopDelay;
  /** The largest resident memory of the gateway so far, in bytes. */
  readonly memory: number;
}

const megabyte = 1_000_000;
const logBytes = 40 * megabyte;
const manyReaders = 10;
const artifacts = 10_000;

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

/** @param folder for the log and the data of the gateway */
export async function measureLogs(folder: string): Promise<readonly LogTime[]> {
  const settings = {
    FLOWGATE_DATA: join(folder, 'logs'),
    FLOWGATE_ENGINE: 'local',
    FLOWGATE_RATE_LIMIT: '0',
    FLOWGATE_LOG_LEVEL: 'warn',
  };
  const script = join(import.meta.dirname, '..', 'dist/src/main.js');
  const server = await startMeasuredServer(script, 3975, settings, join(folder, 'logs.log'));
  const times: LogTime[] = [];
  const measure = async (name: string, step: () => Promise<number>) => {
    await server.maxDelay();
    const start = performance.now();
    const received = await step();
    const time = (performance.now() - start) / 1000;
    await pause(50);
    times.push({ name, time, received, held: await server.maxDelay(), memory: await server.maxMemory() });
  };
  try {
    const idOf = await startedFlows(server, measure);
    const lines = `${server.url}/executions/${idOf.lines}`;
    for (const [what, query] of readings) {
      await measure(`read 40 MB of short lines, ${what}`, () => bytesOf(`${lines}/logs${query}`));
      await measure(`the same, by ${manyReaders} clients`, () => bytesOfAll(`${lines}/logs${query}`, manyReaders));
    }
    const random = `${server.url}/executions/${idOf.random}`;
    await measure('read 20 MB of random bytes, by task', () => bytesOf(`${random}/logs?task=say`));
    await measure('the same, followed', () => bytesOf(`${random}/logs?follow=true`));
    await measure('the same, as the console follows it', () => bytesOf(`${random}/logs?follow=chunks`));
    const files = `${server.url}/executions/${idOf.files}/artifacts`;
    await measure(`list ${artifacts.toLocaleString('en')} artifacts`, () => bytesOf(files));
    await measure('download one of them', () => bytesOf(`${files}/out/last.txt`));
    await measure('download one of them 100 times at once', () => bytesOfAll(`${files}/out/last.txt`, 100));
    return times;
  } finally {
    await server.stop();
  }
}

const readings = [
  ['whole', ''],
  ['by task', '?task=say'],
  ['followed line by line', '?follow=true&task=say'],
  ['as the console follows it', '?follow=chunks&task=say'],
] as const;

async function startedFlows(
  { url }: MeasuredServer,
  measure: (name: string, step: () => Promise<number>) => Promise<void>,
): Promise<Readonly<Record<'lines' | 'random' | 'files', string>>> {
  const ids = { lines: '', random: '', files: '' };
  const run = async (name: keyof typeof ids, id: string, flow: string) => {
    ids[name] = await startFlow(url, id, flow);
    const { state, reason } = await untilEnded(`${url}/executions/${ids[name]}`);
    if (state !== 'SUCCESS') throw new Error(`A flow of the bench ended as ${state}: ${reason}`);
    return 0;
  };
  await untilEnded(`${url}/executions/${await startFlow(url, 'warm-up', warmUp)}`);
  await measure('take in 40 MB of short lines', () => run('lines', 'short-lines', shortLines));
  await measure('take in 20 MB of random bytes', () => run('random', 'random-bytes', randomBytes));
  await measure(`keep ${artifacts.toLocaleString('en')} artifacts`, () => run('files', 'many-files', manyFiles));
  return ids;
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
