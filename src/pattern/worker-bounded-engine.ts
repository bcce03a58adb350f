import { Worker } from 'node:worker_threads';
import { messageOf } from '../problem/message-of.ts';
import type { BoundedEngine, WorkOutcome } from './bounded-engine.ts';
import type { BoundedWork } from './bounded-work.ts';
import type { WorkerAnswer } from './bounded-worker.ts';
import { mostPatience, processorTime } from './processor-time.ts';

// Compiling the first schema of a thread takes about 20 ms, everything else that is sound much less.
const defaultMilliseconds = 250;
const memoryMegabytes = 128;

interface Job {
  readonly work: BoundedWork;
  readonly resolve: (outcome: WorkOutcome) => void;
}

/**
 * A `BoundedEngine` on one worker thread, which is started with the first work. Work that exceeds its time or the
 * memory of the thread ends with the thread, and the next work gets a new one. An idle thread does not keep the process
 * alive.
 */
export class WorkerBoundedEngine implements BoundedEngine {
  readonly #milliseconds: number;
  readonly #waiting: Job[] = [];
  #current: Job | undefined;
  #thread: Thread | undefined;
  #isClosed = false;

  /** @param options.milliseconds the limit of one piece of work, in processor time as far as the process knows it */
  constructor(options: { readonly milliseconds?: number } = {}) {
    this.#milliseconds = options.milliseconds ?? defaultMilliseconds;
  }

  run(work: BoundedWork): Promise<WorkOutcome> {
    if (this.#isClosed) return Promise.resolve(closed);
    return new Promise((resolve) => {
      this.#waiting.push({ work, resolve });
      this.#startNext();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const thread = this.#thread;
    this.#thread = undefined;
    this.#current?.resolve(closed);
    for (const job of this.#waiting.splice(0)) job.resolve(closed);
    await thread?.stop();
  }

  #startNext(): void {
    if (this.#current !== undefined || this.#isClosed) return;
    this.#current = this.#waiting.shift();
    if (this.#current === undefined) return;
    this.#thread ??= new Thread();
    this.#thread.perform(this.#current.work, this.#milliseconds, (outcome) => this.#finish(outcome));
  }

  #finish(outcome: WorkOutcome): void {
    if (this.#thread?.isOver === true) this.#thread = undefined;
    this.#current?.resolve(outcome);
    this.#current = undefined;
    this.#startNext();
  }
}

const closed: WorkOutcome = { kind: 'failed', reason: 'the engine is closed' };

/** One worker thread; takes one piece of work at a time until it is over. */
class Thread {
  readonly #worker = startWorker();
  readonly #ready: Promise<void>;
  #announceReady: () => void = () => {};
  #report: ((outcome: WorkOutcome) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the thread has ended or is being stopped. */
  isOver = false;

  constructor() {
    this.#ready = new Promise((resolve) => {
      this.#announceReady = resolve;
    });
    this.#worker.on('message', (answer: WorkerAnswer) => this.#receive(answer));
    this.#worker.on('error', (error) => this.#end(outcomeOfCrash(error)));
    this.#worker.on('exit', () => this.#end({ kind: 'failed', reason: 'the thread has ended' }));
  }

  perform(work: BoundedWork, milliseconds: number, report: (outcome: WorkOutcome) => void): void {
    this.#report = report;
    this.#worker.ref();
    void this.#begin(work, milliseconds);
  }

  /** The time limit holds for the work alone, not for the start of the thread. */
  async #begin(work: BoundedWork, milliseconds: number): Promise<void> {
    await this.#ready;
    if (this.isOver) return;
    this.#stopAfter(milliseconds, processorTime() + milliseconds / 2, mostPatience);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(work);
    } catch (error) {
      this.#settle({ kind: 'failed', reason: messageOf(error) });
    }
  }

  /** Waits on while the machine is too busy with other things to give the process its time. */
  #stopAfter(milliseconds: number, enough: number, patience: number): void {
    this.#timer = setTimeout(() => {
      const isOut = processorTime() >= enough || patience <= 1;
      if (isOut) this.#end({ kind: 'too-long' });
      else this.#stopAfter(milliseconds, enough, patience - 1);
    }, milliseconds);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.#timer);
    this.#report = undefined;
    await this.#worker.terminate();
  }

  #receive(answer: WorkerAnswer): void {
    if (answer.kind === 'ready') this.#announceReady();
    else this.#settle(answer);
  }

  #end(outcome: WorkOutcome): void {
    if (this.isOver) return;
    this.isOver = true;
    void this.#worker.terminate();
    this.#settle(outcome);
  }

  #settle(outcome: WorkOutcome): void {
    clearTimeout(this.#timer);
    this.#worker.unref();
    const report = this.#report;
    this.#report = undefined;
    report?.(outcome);
  }
}

function outcomeOfCrash(error: Error): WorkOutcome {
  const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isMemory ? { kind: 'too-long' } : { kind: 'failed', reason: error.message };
}

/** The thread needs nothing of the environment, and what an author brought along runs in it. */
function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMegabytes };
  return new Worker(workerUrl(), { env: {}, execArgv: [], resourceLimits });
}

/** From sources, Node needs the TypeScript loader in the thread too; a compiled build starts its file as it is. */
function workerUrl(): URL {
  if (import.meta.url.endsWith('.js')) return new URL('./bounded-worker.js', import.meta.url);
  const loader = import.meta.resolve('tsx/esm/api');
  const body = new URL('./bounded-worker.ts', import.meta.url).href;
  const bootstrap = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(body)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(bootstrap)}`);
}
