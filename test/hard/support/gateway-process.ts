import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/config/package-root.ts';

/** Measurements of the gateway since the previous sample. */
export interface ProcessSample {
  /** The max delay of its event loop, in milliseconds. */
  readonly maxDelay: number;
  /** In bytes. */
  readonly rss: number;
  readonly heapUsed: number;
  /** What keeps its event loop alive. */
  readonly resources: number;
  readonly descriptors: number;
}

/** A built gateway in its own process, started as an operator would. */
export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The end of its log, errors only. */
  readonly log: () => string;
  readonly isAlive: () => boolean;
  /** @param options.collect whether memory is measured after garbage collection */
  sample(options?: { readonly collect?: boolean }): Promise<ProcessSample>;
  kill(): Promise<void>;
  /** As a supervisor stops it. */
  stop(): Promise<void>;
}

export type Environment = Readonly<Record<string, string>>;

const program = join(packageRoot(), 'dist', 'src', 'main.js');
const probe = new URL('process-probe.mjs', import.meta.url).href;
const maxLog = 20_000;
const maxStop = 30_000;

/** Starts `dist` on a free port of this machine. @throws Error with its log if it exits instead */
export async function startGatewayProcess(environment: Environment): Promise<GatewayProcess> {
  if (!existsSync(program)) throw new Error('Flowgate is not built; npm run test:hard builds it.');
  const child = fork(program, {
    cwd: packageRoot(),
    execArgv: ['--expose-gc', '--import', probe],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HOST: '127.0.0.1',
      PORT: '0',
      FLOWGATE_RATE_LIMIT: '0',
      FLOWGATE_LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (log = (log + text).slice(-maxLog)));
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
    once(child, 'close').then(() => Promise.reject(new Error(`The gateway did not start: ${log}`))),
  ]);
  return {
    child,
    url,
    log: () => log,
    isAlive,
    sample: ({ collect = false } = {}) => sample(child, collect ? 'sample collected' : 'sample'),
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

async function sample(child: ChildProcess, message: string): Promise<ProcessSample> {
  const over = new AbortController();
  const ended = once(child, 'exit', over).then(() => Promise.reject(new Error('The gateway ended')));
  ended.catch(() => undefined); // aborted once there is an answer
  const answered = once(child, 'message', over).then(([found]) => found as ProcessSample); // sent by process-probe.mjs
  answered.catch(() => undefined);
  child.send(message);
  return Promise.race([answered, ended]).finally(() => over.abort());
}
