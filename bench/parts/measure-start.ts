import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { packageRoot } from '../../src/base/config/package-root.ts';
import { inTemporaryFolder } from '../rig/in-temporary-folder.ts';
import { bold, type Cell, type Part } from '../rig/part.ts';
import { alternate, median } from '../rig/statistics.ts';

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

/** Starts a gateway again and again on the same data, and then looks at it while it does nothing. */
export const start: Part = {
  name: 'start',
  title: 'Start and memory',
  description: `A gateway with its own Redis, without Jenkins. Wall-clock time from the start of the command to the
first response, in milliseconds; medians of seven starts in turn. Resident memory after 20 seconds without requests.`,
  run: (report) =>
    inTemporaryFolder(async (data) => {
      await stop(await launch(commands.service, data)); // what only the first start does
      const timeOf = async (command: readonly string[]) => {
        const clock = performance.now();
        const started = await launch(command, data);
        const time = performance.now() - clock;
        await stop(started);
        return time;
      };
      const { floor, service, npm } = commands;
      const contestants = { floor: () => timeOf(floor), service: () => timeOf(service), npm: () => timeOf(npm) };
      const times = await alternate(contestants, { rounds });
      report.table('start | time (ms) | goal', [
        ['an empty server of Node.js with a Redis, as a floor', bold(median(times.floor)), ''],
        ['`flowgate serve`, the second and later starts', bold(median(times.service)), '< 1000'],
        ['`npm start`, the same', bold(median(times.npm)), ''],
      ]);
      report.table('process | memory (MB) | goal', await idleMemory(data));
    }),
};

async function idleMemory(data: string): Promise<readonly (readonly Cell[])[]> {
  const started = await launch(commands.npm, data);
  try {
    await pause(1000 * idle);
    const processes = descendants(started.pid!).map((id) => ({ title: commandOf(id), bytes: residentMemory(id) }));
    const memoryOf = (title: RegExp) => {
      const bytes = processes.find((process) => title.test(process.title))?.bytes ?? Number.NaN;
      return bold(bytes / 1e6);
    };
    return [
      ['the gateway', memoryOf(/start\.mjs/), '< 110'],
      ['its Redis', memoryOf(/redis-server/)],
      ['npm, which `npm start` keeps and `flowgate serve` does not have', memoryOf(/^npm/)],
    ];
  } finally {
    await stop(started);
  }
}

/** Waits until the command responds. */
async function launch([program, ...args]: readonly string[], data: string): Promise<ChildProcess> {
  const child = spawn(program!, args, {
    cwd: packageRoot(),
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
