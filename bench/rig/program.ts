import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/base/config/package-root.ts';

/** Measurements of a program; the delays are those since the previous sample, and the first sample starts them. */
export interface ProgramSample {
  /** The max delay of its event loop in milliseconds of wall-clock time, which includes other programs. */
  readonly maxDelay: number;
  /** The same in CPU time of the loop's thread; NaN if the system does not report it. */
  readonly maxUsed: number;
  /** In bytes. */
  readonly rss: number;
  readonly maxRss: number;
  readonly heapUsed: number;
  /** The resources that keep its event loop alive. */
  readonly resources: number;
  readonly descriptors: number;
}

/** A server in its own process, so that it can be measured. */
export interface Program {
  readonly child: ChildProcess;
  readonly url: string;
  /** The end of its log. */
  readonly log: () => string;
  readonly isAlive: () => boolean;
  /** The CPU time of all threads so far, in milliseconds. */
  cpuTime(): Promise<number>;
  /** @param options.collect whether memory is measured after garbage collection */
  sample(options?: { readonly collect?: boolean }): Promise<ProgramSample>;
  kill(): Promise<void>;
  /** Stops it as a supervisor would. */
  stop(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

/** What `npm run build` makes. */
export const buildFolder = join(packageRoot(), 'dist');
export const gatewayProgram = join(buildFolder, 'src', 'main.js');
const probe = new URL('probe.mjs', import.meta.url).href;
const maxLog = 20_000;
const maxStop = 30_000;

/** Starts a built gateway as an operator would. @throws Error with its log if it exits instead */
export async function startGateway(environment: Environment): Promise<Program> {
  if (!existsSync(gatewayProgram)) throw new Error('Flowgate is not built; run `npm run build`.');
  return startProgram(gatewayProgram, { FLOWGATE_RATE_LIMIT: '0', FLOWGATE_LOG_LEVEL: 'error', ...environment });
}

/** Starts a script on a free port of this machine, whose URL it prints; its log goes to a file, as in an installation. */
export async function startProgram(script: string, environment: Environment): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'flowgate-log-'));
  const logFile = openSync(join(folder, 'log'), 'w');
  let lastLog: string | undefined;
  const log = () => lastLog ?? readFileSync(join(folder, 'log'), 'utf8').slice(-maxLog);
  const child = fork(script, {
    cwd: packageRoot(),
    execArgv: ['--expose-gc', '--import', probe, ...(script.endsWith('.ts') ? ['--import', 'tsx'] : [])],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', logFile, 'ipc'],
  });
  closeSync(logFile);
  child.once('close', () => {
    lastLog = log();
    rmSync(folder, { recursive: true, force: true });
  });
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (!isAlive()) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    // A process whose event loop is busy does not react to the first signal.
    const killer = setTimeout(() => child.kill('SIGKILL'), maxStop);
    await exited;
    clearTimeout(killer);
  };
  const url = await Promise.race([
    servedUrl(child),
    once(child, 'close').then(() => Promise.reject(new Error(`${script} did not start: ${log()}`))),
  ]);
  return {
    child,
    url,
    log,
    isAlive,
    cpuTime: async () => {
      const { user, system } = await ask<NodeJS.CpuUsage>(child, 'cpu');
      return (user + system) / 1000;
    },
    sample: ({ collect = false } = {}) => ask<ProgramSample>(child, collect ? 'sample collected' : 'sample'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

function servedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const url = /http:\/\/\S+/.exec(text)?.[0];
      if (url !== undefined) resolve(url);
    });
  });
}

/** Asks probe.mjs, which answers one question after the other. */
async function ask<Found>(child: ChildProcess, message: string): Promise<Found> {
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(() => Promise.reject(new Error('The program ended')));
  ended.catch(() => undefined); // aborted once there is an answer
  const answered = once(child, 'message', over).then(([found]) => found as Found); // sent by probe.mjs
  answered.catch(() => undefined);
  child.send(message);
  return Promise.race([answered, ended]).finally(() => over.abort());
}
