import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './median.ts';

/** What a gateway with its own Redis costs before anyone uses it. */
export interface StartCost {
  /** From the start of the command to the first response, in milliseconds of wall-clock time. */
  readonly times: readonly { readonly what: string; readonly time: number; readonly goal?: string }[];
  /** Resident memory of an idle process in bytes; NaN if the system does not report it. */
  readonly memory: readonly { readonly what: string; readonly bytes: number; readonly goal?: string }[];
}

const rounds = 7;
const port = 3993;
// In seconds: what a start leaves behind has been collected by then.
const idle = 20;

/** The floor: an empty server of Node.js, and a Redis that it waits for, started the same way. */
const emptyServer = `
const { createServer } = require('node:http');
const { connect } = require('node:net');
const { spawn } = require('node:child_process');
const redis = spawn('redis-server', ['--port', '${port + 1}', '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' });
process.on('SIGTERM', () => redis.kill() && redis.once('exit', () => process.exit()));
const wait = () =>
  connect(${port + 1}, '127.0.0.1')
    .on('connect', () => createServer((request, response) => response.end()).listen(${port}, '127.0.0.1'))
    .on('error', () => setTimeout(wait, 5));
wait();`;

const commands = {
  floor: [process.execPath, '-e', emptyServer],
  service: [process.execPath, 'scripts/flowgate.mjs', 'serve'],
  npm: ['npm', 'start'],
} as const;

/**
 * Starts a gateway again and again on the same data, and then looks at it while it does nothing.
 * @param folder for the data of the gateway
 */
export async function measureStart(folder: string): Promise<StartCost> {
  const data = join(folder, 'start');
  await stop(await start(commands.service, data)); // what only the first start does
  const times = { floor: [] as number[], service: [] as number[], npm: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ['floor', 'service', 'npm'] as const) {
      const clock = performance.now();
      const started = await start(commands[name], data);
      times[name].push(performance.now() - clock);
      await stop(started);
    }
  }
  return {
    times: [
      { what: 'an empty server of Node.js with a Redis, as a floor', time: median(times.floor) },
      { what: '`flowgate serve`, the second and later starts', time: median(times.service), goal: '< 1000' },
      { what: '`npm start`, the same', time: median(times.npm) },
    ],
    memory: await idleMemory(data),
  };
}

async function idleMemory(data: string): Promise<StartCost['memory']> {
  const started = await start(commands.npm, data);
  try {
    await pause(1000 * idle);
    const processes = descendants(started.pid!).map((id) => ({ title: commandOf(id), bytes: residentMemory(id) }));
    const memoryOf = (title: RegExp) => processes.find((process) => title.test(process.title))?.bytes ?? Number.NaN;
    return [
      { what: 'the gateway', bytes: memoryOf(/start\.mjs/), goal: '< 110' },
      { what: 'its Redis', bytes: memoryOf(/redis-server/) },
      { what: 'npm, which `npm start` keeps and `flowgate serve` does not have', bytes: memoryOf(/^npm/) },
    ];
  } finally {
    await stop(started);
  }
}

/** Waits until the command responds. */
async function start([program, ...args]: readonly string[], data: string): Promise<ChildProcess> {
  const child = spawn(program!, args, {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), FLOWGATE_DATA: data },
    stdio: 'ignore',
    detached: true, // so that a signal reaches npm and what it started, as Ctrl-C does
  });
  while (!(await responds())) {
    if (child.exitCode !== null) throw new Error(`${program} ${args.join(' ')} ends with ${child.exitCode}`);
    await pause(5);
  }
  return child;
}

function responds(): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/healthz', agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode === 200));
    }).once('error', () => resolve(false));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  process.kill(-child.pid!, 'SIGTERM');
  await exited;
  while (await responds()) await pause(20); // npm ends before what it started
}

/** A process and all that it started, from /proc. */
function descendants(id: number): number[] {
  try {
    const tasks = readdirSync(`/proc/${id}/task`);
    const children = tasks.flatMap(
      (task) => readFileSync(`/proc/${id}/task/${task}/children`, 'latin1').match(/\d+/g) ?? [],
    );
    return [id, ...children.flatMap((child) => descendants(Number(child)))];
  } catch {
    return []; // not Linux, or it has ended
  }
}

function commandOf(id: number): string {
  return readFileSync(`/proc/${id}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
}

function residentMemory(id: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1]);
}
