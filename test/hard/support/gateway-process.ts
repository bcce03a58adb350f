import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../src/config/package-root.ts';

/** How the gateway fares, since the sample before. */
export interface ProcessSample {
  /** The longest delay of its event loop, in milliseconds. */
  readonly maxDelay: number;
  /** In bytes. */
  readonly rss: number;
  readonly heapUsed: number;
  /** What keeps its event loop alive. */
  readonly resources: number;
  readonly descriptors: number;
}

/** A built gateway as a process of its own, as an operator starts it. */
export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly url: string;
  /** The end of what it logged, errors only. */
  readonly log: () => string;
  readonly isAlive: () => boolean;
  /** @param options.collect whether memory is measured behind a collection of garbage */
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

/** Starts `dist` on a free port of this machine. @throws Error with what it logged when it ends instead */
export async function startGatewayProcess(environment: Environment): Promise<GatewayProcess> {
  if (!existsSync(program)) throw new Error('There is no build; npm run test:hard makes one.');
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
    // One whose event loop is busy does not hear the first signal.
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
  const answered = once(child, 'message', over).then(([found]) => found as ProcessSample); // as process-probe.mjs sends it
  answered.catch(() => undefined);
  child.send(message);
  return Promise.race([answered, ended]).finally(() => over.abort());
}
