import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** A server in a process of its own, whose CPU time is its own too. */
export interface MeasuredServer {
  readonly url: string;
  /** CPU time used so far, in milliseconds, all threads together. */
  cpuTime(): Promise<number>;
  maxDelay(): Promise<LoopDelay>;
  stop(): Promise<void>;
}

/** For how long an event loop was held up at most since this was asked last, in milliseconds. */
export interface LoopDelay {
  /** By the clock on the wall, other programs included that had the processor. */
  readonly clock: number;
  /** Processor time of the loop's thread in one go; NaN where the system does not tell it. */
  readonly processor: number;
}

/** Starts a script that serves on `PORT` and waits until `/healthz` answers; its log goes to a file beside its data. */
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
  return { url, cpuTime: () => askForCpuTime(child), maxDelay: () => askForDelay(child), stop: () => stop(child) };
}

async function untilHealthy(url: string, child: ChildProcess, logFile: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`${url} does not start: ${readFileSync(logFile, 'utf8')}`);
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  child.kill();
  throw new Error(`${url} does not answer`);
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

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
