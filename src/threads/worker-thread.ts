import { Worker } from 'node:worker_threads';
import type { ThreadMessage } from './thread-body.ts';

/** What runs in a thread. */
export interface ThreadProgram {
  /** The module, `.ts` or `.js`; it calls `serveWork`. */
  readonly module: URL;
  /** Plain data, which the module finds as `workerData`. */
  readonly data: unknown;
  /** The heap beyond which the thread is ended. */
  readonly memoryMegabytes: number;
}

/** `too-long`: the thread was ended at the time limit, or at the memory limit. */
export type ThreadOutcome<Result> = { readonly kind: 'done'; readonly result: Result } | { readonly kind: 'too-long' };

/**
 * One thread that does one piece of work at a time until it is over. An idle thread does not keep the process alive.
 * What the work throws is thrown, and so is why a thread ended on its own.
 */
export class WorkerThread<Work, Result> {
  readonly #worker: Worker;
  readonly #ready: Promise<void>;
  #settle:
    | { readonly resolve: (outcome: ThreadOutcome<Result>) => void; readonly reject: (error: unknown) => void }
    | undefined;
  /** Whether the thread has ended or is being ended. */
  isOver = false;

  constructor({ module, data, memoryMegabytes }: ThreadProgram) {
    // The environment may hold secrets, and what callers send is read here.
    this.#worker = new Worker(startableUrl(module), {
      env: {},
      execArgv: [],
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
    });
    this.#ready = new Promise((resolve) => {
      this.#worker.on('message', (message: ThreadMessage<Result>) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'done') this.#settle?.resolve(message);
        else this.#settle?.reject(message.error);
      });
    });
    this.#worker.on('error', (error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread has ended.')));
  }

  /** @param milliseconds the time limit of the work, which the start of the thread does not count for */
  async perform(work: Work, milliseconds: number): Promise<ThreadOutcome<Result>> {
    const outcome = new Promise<ThreadOutcome<Result>>((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    this.#worker.ref();
    let timer: NodeJS.Timeout | undefined;
    const begin = async () => {
      await this.#ready;
      timer = setTimeout(() => void this.end(), milliseconds);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(work);
    };
    try {
      begin().catch((error: unknown) => this.#settle?.reject(error)); // what cannot be sent
      return await outcome;
    } finally {
      clearTimeout(timer);
      this.#settle = undefined;
      this.#worker.unref();
    }
  }

  /** Ends the thread; work under way ends as `too-long`. */
  async end(): Promise<void> {
    this.isOver = true;
    this.#settle?.resolve({ kind: 'too-long' });
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.isOver = true;
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#settle?.resolve({ kind: 'too-long' });
    else this.#settle?.reject(error);
  }
}

/** From sources, Node needs the TypeScript loader in the thread too; a compiled build starts its file as it is. */
function startableUrl(module: URL): URL {
  if (module.pathname.endsWith('.js')) return module;
  const loader = import.meta.resolve('tsx/esm/api');
  const bootstrap = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(module.href)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(bootstrap)}`);
}
