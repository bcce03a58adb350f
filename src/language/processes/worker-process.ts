import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { setTimeout } from '../../base/timers/timers.ts';
import type { ProcessMessage, ProcessOrder } from './process-body.ts';
import { processorTimeOf } from './processor-time.ts';

/** The program of a process. */
export interface ProcessProgram {
  /** The module, `.ts` or `.js`; it calls `serveWork`. */
  readonly module: URL;
  /** Plain data that the module receives from `serveWork`. */
  readonly data?: unknown;
  /** The heap limit; the process ends when it exceeds it. */
  readonly memoryMegabytes: number;
  /**
   * The factor by which a piece of work may exceed its time limit in wall-clock time while the machine is too busy to
   * give the process half of that time; with 1, the default, only wall-clock time counts.
   */
  readonly maxExtensions?: number;
}

/** `too-long`: the process ended at the time limit or the memory limit. */
export type ProcessOutcome<Result> = { readonly kind: 'done'; readonly result: Result } | { readonly kind: 'too-long' };

/** An outcome and the wall-clock time it took. */
export interface TimedOutcome<Result> {
  readonly outcome: ProcessOutcome<Result>;
  readonly milliseconds: number;
}

interface Settle<Result> {
  readonly resolve: (outcome: ProcessOutcome<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** How much is kept of what a process prints before it ends unexpectedly. */
const maxReason = 2_000;

/**
 * A process that does one piece of work at a time until it is closed. An idle process does not keep this one alive, and
 * ends with it. It is no thread, because V8 ends the whole process of a thread that asks for too much memory at once,
 * whatever the limits of the thread are.
 */
export class WorkerProcess<Work, Result> {
  readonly #child: ChildProcess;
  readonly #maxExtensions: number;
  /** Resolves once the process can accept work. */
  readonly #ready: Promise<void>;
  #settle: Settle<Result> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #printed = '';
  /** Whether the process has ended or is being ended. */
  isOver = false;

  constructor({ module, data, memoryMegabytes, maxExtensions = 1 }: ProcessProgram) {
    this.#maxExtensions = maxExtensions;
    this.#child = fork(fileURLToPath(module), {
      // The environment may contain secrets, and this process reads what callers send.
      env: {},
      execArgv: [`--max-old-space-size=${memoryMegabytes}`, ...loaderFor(module)],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#printed = (this.#printed + text).slice(-maxReason);
    });
    this.#ready = new Promise((resolve) => {
      this.#child.on('message', (message: ProcessMessage<Result>) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'done') this.#settle?.resolve({ kind: 'done', result: message.result });
        else this.#settle?.reject(message.error);
      });
    });
    this.#child.on('error', (error) => this.#fail(error));
    this.#child.on('exit', (_code, signal) => this.#ended(signal));
    this.#send({ kind: 'data', data });
    this.#keepAlive(false);
  }

  /**
   * Rethrows errors of the work, and an error if the process ended unexpectedly.
   * @param milliseconds the time limit of the work, which does not include starting the process
   */
  async perform(work: Work, milliseconds: number): Promise<TimedOutcome<Result>> {
    const performed = new Promise<ProcessOutcome<Result>>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#keepAlive(true);
    let start = performance.now();
    const begin = async (): Promise<void> => {
      await this.#ready;
      if (this.isOver) return;
      start = performance.now();
      this.#endAfter(milliseconds, this.#used(), this.#maxExtensions);
      this.#send({ kind: 'work', work, milliseconds: milliseconds * (this.#maxExtensions + 1) });
    };
    try {
      begin().catch((error: unknown) => this.#settle?.reject(error)); // the work cannot be cloned
      return { outcome: await performed, milliseconds: performance.now() - start };
    } finally {
      clearTimeout(this.#timer);
      this.#settle = undefined;
      this.#keepAlive(false);
    }
  }

  /** Ends the process; work in progress ends as `too-long`. */
  async end(): Promise<void> {
    this.isOver = true;
    this.#settle?.resolve({ kind: 'too-long' });
    const { exitCode, signalCode, pid } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.ref();
    this.#child.kill('SIGKILL');
    await ended;
  }

  #send(order: ProcessOrder): void {
    if (this.#child.connected) this.#child.send(order, (error) => error && this.#fail(error));
  }

  #used(): number | undefined {
    return this.#child.pid === undefined ? undefined : processorTimeOf(this.#child.pid);
  }

  /** @param before the processor time at the start of the work */
  #endAfter(milliseconds: number, before: number | undefined, extensions: number): void {
    this.#timer = setTimeout(() => {
      const used = this.#used();
      const hadItsTime = before === undefined || used === undefined || used - before >= milliseconds / 2;
      if (extensions <= 1 || hadItsTime) void this.end();
      else this.#endAfter(milliseconds, before, extensions - 1);
    }, milliseconds);
  }

  /** V8 aborts a process that runs out of memory, and the system kills one: only work can be the reason. */
  #ended(signal: NodeJS.Signals | null): void {
    if (signal === null) this.#fail(new Error(`The process has ended. ${this.#printed}`.trim()));
    this.isOver = true;
    this.#settle?.resolve({ kind: 'too-long' });
  }

  #fail(error: Error): void {
    this.isOver = true;
    this.#settle?.reject(error);
  }

  #keepAlive(isNeeded: boolean): void {
    const pipe = this.#child.stderr as { ref?(): void; unref?(): void } | null; // a socket
    for (const handle of [this.#child, this.#child.channel, pipe])
      if (isNeeded) handle?.ref?.();
      else handle?.unref?.();
  }
}

/** When running from source, Node needs the TypeScript loader in the process too. */
function loaderFor(module: URL): readonly string[] {
  return module.pathname.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
}
