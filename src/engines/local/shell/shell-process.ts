import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../../base/problem/message-of.ts';
import { setInterval, setTimeout } from '../../../base/timers/timers.ts';
import { sendSignal } from './execution-processes.ts';
import type { OutputPipe } from './output-pipes.ts';
import { runReapedShell, type ReapedShellOptions, type ScriptReaper } from './script-reaper.ts';

export interface ShellRequest {
  /** The program; never an argument, because arguments are visible to every user of the machine. */
  readonly text: string;
  /** The working folder. */
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  /** A folder that only this user can read. */
  readonly folder: string;
  /** Shell lines before it, which the program does not see. */
  readonly preamble?: string | undefined;
  /** Adopts orphaned processes of the program; undefined if a cgroup contains them, or if it is unavailable. */
  readonly reaper?: ScriptReaper | undefined;
  /** For its output; closed at its end. */
  readonly pipe: OutputPipe;
  /** Receives both outputs, in the order in which they are written; a promise pauses the writer. */
  readonly output: (bytes: Uint8Array) => void | Promise<void>;
  /** Called with the process when it starts, and with undefined when it has ended. */
  readonly watch: (id: number | undefined) => void;
  /** Ends the process: with TERM, and if it does not end in time, by `force`. */
  readonly stop: AbortSignal;
  /** Ends all processes that the program started. */
  readonly force: () => Promise<void>;
  /** Milliseconds after which the program counts as hanging, regardless of its own limits. */
  readonly timeout?: number;
}

export type ShellEnd =
  | { readonly kind: 'ended'; readonly status: number }
  | { readonly kind: 'hung' }
  /** The shell could not start. */
  | { readonly kind: 'failed'; readonly message: string };

// A stopped program has five seconds, and five more to end its processes.
const grace = 10_000;
// A signal just before `wait` starts does not end it.
const termInterval = 1000;
// Processes left behind may keep the output open.
const maxDrain = 2000;

/** Runs a program in `/bin/sh`, in its own session. */
export async function runShell(request: ShellRequest): Promise<ShellEnd> {
  const ending = new Ending(request);
  let shell: StartedShell;
  try {
    shell = startShell(request, (id) => ending.watch(id));
  } catch (error) {
    ending.close();
    return failureOf(error);
  }
  const { ended, reader } = shell;
  try {
    // A log that cannot be written ends the program.
    const end = await Promise.race([ended, reader.failed]).catch(async (error: unknown) => {
      await ending.force();
      throw error;
    });
    await reader.drain(maxDrain);
    return ending.hasHung ? { kind: 'hung' } : end;
  } finally {
    ending.close();
    request.watch(undefined);
  }
}

interface StartedShell {
  readonly ended: Promise<ShellEnd>;
  readonly reader: OutputReader;
}

/**
 * The program is the standard input, from a file without a name: nothing is left on the disk, and every shell reads it
 * in large blocks.
 * @param started called with the process when it starts
 */
function startShell(request: ShellRequest, started: (id: number) => void): StartedShell {
  const { text, workspace, environment, folder, preamble = '', reaper, pipe, output } = request;
  const reader = new OutputReader(new Socket({ fd: pipe.reader, readable: true, writable: false }), output);
  let file: number | undefined;
  try {
    const path = join(folder, `script-${randomUUID()}`);
    file = openSync(path, 'wx+', 0o600);
    unlinkSync(path);
    // As on an agent, regardless of this process.
    const bytes = Buffer.from(`${preamble}\numask 022\n${text}`);
    // At a position, so that the shell reads from the beginning.
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, at);
    const options = { workspace, environment, input: file, output: pipe.writer, started };
    const status = reaper === undefined ? runPlainShell(options) : runReapedShell({ ...options, reaper });
    return { ended: status.then((code) => ({ kind: 'ended', status: code }), failureOf), reader };
  } finally {
    // Without a program, the reader ends with it.
    closeSync(pipe.writer);
    if (file !== undefined) closeSync(file);
  }
}

function runPlainShell(options: Omit<ReapedShellOptions, 'reaper'>): Promise<number> {
  const { workspace, environment, input, output, started } = options;
  // One pipe keeps the order of both outputs.
  const stdio = [input, output, output];
  const child = spawn('/bin/sh', [], { cwd: workspace, env: environment, detached: true, stdio });
  if (child.pid !== undefined) started(child.pid);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? statusOf(signal)));
  });
}

/** Passes an output on, as fast as its receiver accepts it. */
class OutputReader {
  readonly #stream: Socket;
  readonly #done: Promise<void>;
  /** Rejects with the receiver's error; never resolves. */
  readonly failed: Promise<never>;
  #isOver = false;

  constructor(stream: Socket, output: ShellRequest['output']) {
    this.#stream = stream;
    this.#done = this.#read(output);
    this.failed = new Promise((_, reject) => this.#done.catch(reject));
    // It is not awaited once the program has ended.
    this.failed.catch(() => undefined);
  }

  /** Waits for the end of the output. Later output is discarded, so that its writer does not end. */
  async drain(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
    try {
      await Promise.race([this.#done, late]);
    } finally {
      clearTimeout(timer);
      this.#isOver = true;
      this.#stream.unref();
    }
  }

  async #read(output: ShellRequest['output']): Promise<void> {
    for await (const chunk of this.#stream) {
      if (this.#isOver) continue;
      const held = output(chunk as Uint8Array); // the stream has no encoding
      if (held !== undefined) await held;
    }
  }
}

/** Ends a program that was stopped or hangs. */
class Ending {
  /** The process, once there is one. */
  #id: number | undefined;
  readonly #request: ShellRequest;
  readonly #timers: NodeJS.Timeout[] = [];
  hasHung = false;

  constructor(request: ShellRequest) {
    this.#request = request;
    const { stop, timeout } = request;
    if (stop.aborted) this.#begin();
    else stop.addEventListener('abort', this.#begin, { once: true });
    if (timeout !== undefined) this.#later(timeout, () => this.#hang());
  }

  watch(id: number): void {
    this.#id = id;
    this.#request.watch(id);
    if (this.#request.stop.aborted) this.#term();
  }

  close(): void {
    this.#request.stop.removeEventListener('abort', this.#begin);
    for (const timer of this.#timers) clearInterval(timer);
  }

  async force(): Promise<void> {
    if (this.#id !== undefined) sendSignal(-this.#id, 'SIGKILL');
    await this.#request.force();
  }

  readonly #term = (): void => {
    if (this.#id !== undefined) sendSignal(this.#id, 'SIGTERM');
  };

  readonly #begin = (): void => {
    this.#term();
    this.#timers.push(setInterval(this.#term, termInterval));
    this.#later(grace, () => this.force());
  };

  #hang(): Promise<void> {
    this.hasHung = true;
    return this.force();
  }

  #later(milliseconds: number, action: () => Promise<void>): void {
    this.#timers.push(setTimeout(() => void action(), milliseconds));
  }
}

/** Why a script could not start. */
export function failureOf(error: unknown): Extract<ShellEnd, { readonly kind: 'failed' }> {
  return { kind: 'failed', message: `its script could not start: ${messageOf(error)}` };
}

/** The exit status that a shell reports for a signal. */
function statusOf(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}
