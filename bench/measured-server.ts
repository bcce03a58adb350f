import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in a separate process, so that its CPU time can be measured. */
export interface MeasuredServer {
  readonly url: string;
  /** Total CPU time of all threads so far, in milliseconds. */
  cpuTime(): Promise<number>;
  maxDelay(): Promise<LoopDelay>;
  /** The largest resident memory so far, in bytes. */
  maxMemory(): Promise<number>;
  stop(): Promise<void>;
}

/** The longest delay of an event loop since the last call, in milliseconds. */
export interface LoopDelay {
  /** Wall-clock time, including time that other programs used. */
  readonly clock: number;
  /** CPU time of the loop's thread; NaN if the system does not report it. */
  readonly processor: number;
}

/**
 * Starts a script that listens on `PORT` and waits until `/healthz` responds; its log goes to a file next to its data.
 */
export async function startMeasuredServer(
  script: string,
  port: number,
  environment: NodeJS.ProcessEnv,
  logFile: string,
): Promise<MeasuredServer> {
  const preload = new URL('report-cpu.mjs', import.meta.url).href;
  const execArgv = ['--import', preload, ...(script.endsWith('.ts') ? ['--import', 'tsx'] : [])];
  const log = openSync(logFile, 'w');
  const child = fork(script, {
    execArgv,
    env: { ...process.env, NODE_ENV: 'production', ...environment, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, child, logFile);
  return {
    url,
    cpuTime: () => askForCpuTime(child),
    maxDelay: () => askForDelay(child),
    maxMemory: () => askForMemory(child),
    stop: () => stop(child),
  };
}

async function untilHealthy(url: string, child: ChildProcess, logFile: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`${url} does not start: ${readFileSync(logFile, 'utf8')}`);
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  child.kill();
  throw new Error(`${url} does not respond`);
}

async function askForCpuTime(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [{ cpu }] = await once(child, 'message');
  return (cpu.user + cpu.system) / 1000;
}

async function askForDelay(child: ChildProcess): Promise<LoopDelay> {
  child.send('delay');
  const [delay] = await once(child, 'message');
  return delay;
}

async function askForMemory(child: ChildProcess): Promise<number> {
  child.send('memory');
  const [{ memory }] = await once(child, 'message');
  return memory;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
