import { Worker } from 'node:worker_threads';
import { setTimeout } from '../timers/timers.ts';
import { processorTime } from './processor-time.ts';
import type { ThreadMessage } from './thread-body.ts';

/** The program of a thread. */
export interface ThreadProgram {
  /** The module, `.ts` or `.js`; it calls `serveWork`. */
  readonly module: URL;
  /** Plain data that the module receives as `workerData`. */
  readonly data?: unknown;
  /** The heap limit; the thread is terminated when it exceeds it. */
  readonly memoryMegabytes: number;
  /**
   * The factor by which a piece of work may exceed its time limit in wall-clock time while the machine is too busy to
   * give the thread half of that time; with 1, the default, only wall-clock time counts.
   */
  readonly maxExtensions?: number;
}

/** `too-long`: the thread was terminated at the time limit or the memory limit. */
export type ThreadOutcome<Result> = { readonly kind: 'done'; readonly result: Result } | { readonly kind: 'too-long' };

/** An outcome and the wall-clock time it took. */
export interface TimedOutcome<Result> {
  readonly outcome: ThreadOutcome<Result>;
  readonly milliseconds: number;
}

interface Settle<Result> {
  readonly resolve: (outcome: ThreadOutcome<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A thread that does one piece of work at a time until it is closed. An idle thread does not keep the process alive.
 */
export class WorkerThread<Work, Result> {
  readonly #worker: Worker;
  readonly #maxExtensions: number;
  /** The thread number, once the thread can accept work. */
  readonly #ready: Promise<number | undefined>;
  #settle: Settle<Result> | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the thread has ended or is being terminated. */
  isOver = false;

  constructor({ module, data, memoryMegabytes, maxExtensions = 1 }: ThreadProgram) {
    this.#maxExtensions = maxExtensions;
    // The environment may contain secrets, and this thread reads what callers send.
    this.#worker = new Worker(startableUrl(module), {
      env: {},
      execArgv: [],
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    this.#worker.unref();
    this.#ready = new Promise((resolve) => {
      this.#worker.on('message', (message: ThreadMessage<Result>) => {
        if (message.kind === 'ready') resolve(message.thread);
        else if (message.kind === 'done') this.#settle?.resolve({ kind: 'done', result: message.result });
        else this.#settle?.reject(message.error);
      });
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread has ended.')));
  }

  /**
   * Rethrows errors of the work, and an error if the thread ended unexpectedly.
   * @param milliseconds the time limit of the work, which does not include starting the thread
   */
  async perform(work: Work, milliseconds: number): Promise<TimedOutcome<Result>> {
    const performed = new Promise<ThreadOutcome<Result>>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#worker.ref();
    let start = performance.now();
    const begin = async (): Promise<void> => {
      const thread = await this.#ready;
      if (this.isOver) return;
      start = performance.now();
      const enough = processorTime(thread) + milliseconds / 2;
      this.#endAfter(milliseconds, () => processorTime(thread) >= enough, this.#maxExtensions);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(work);
    };
    try {
      begin().catch((error: unknown) => this.#settle?.reject(error)); // the work cannot be cloned
      return { outcome: await performed, milliseconds: performance.now() - start };
    } finally {
      clearTimeout(this.#timer);
      this.#settle = undefined;
      this.#worker.unref();
    }
  }

  /** Terminates the thread; work in progress ends as `too-long`. */
  async end(): Promise<void> {
    this.isOver = true;
    this.#settle?.resolve({ kind: 'too-long' });
    await this.#worker.terminate();
  }

  #endAfter(milliseconds: number, hadItsTime: () => boolean, extensions: number): void {
    this.#timer = setTimeout(() => {
      if (extensions <= 1 || hadItsTime()) void this.end();
      else this.#endAfter(milliseconds, hadItsTime, extensions - 1);
    }, milliseconds);
  }

  #fail(error: Error): void {
    this.isOver = true;
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#settle?.resolve({ kind: 'too-long' });
    else this.#settle?.reject(error);
  }
}

/**
 * When running from source, Node needs the TypeScript loader in the thread too; a compiled build starts its file
 * directly.
 */
function startableUrl(module: URL): URL {
  if (module.pathname.endsWith('.js')) return module;
  const loader = import.meta.resolve('tsx/esm/api');
  const bootstrap = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(module.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(bootstrap)}`);
}
