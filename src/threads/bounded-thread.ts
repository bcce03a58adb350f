import { Worker } from 'node:worker_threads';
import { messageOf } from '../problem/message-of.ts';
import type { WorkOutcome } from '../language/patterns/bounded-engine.ts';
import type { BoundedWork } from '../language/patterns/bounded-work.ts';
import type { WorkerAnswer } from './bounded-worker.ts';
import { maxPatience, processorTime } from './processor-time.ts';

const memoryMegabytes = 128;

/** What became of a piece of work. @param milliseconds how long it took, by the clock on the wall */
export type Report = (outcome: WorkOutcome, milliseconds: number) => void;

/** One worker thread; takes one piece of work at a time until it is over. Idle, it does not keep the process alive. */
export class BoundedThread {
  readonly #worker = startWorker();
  /** The number of the thread as the system has it, once it can take work. */
  readonly #ready: Promise<number | undefined>;
  #announceReady: (thread: number | undefined) => void = () => {};
  #report: Report | undefined;
  #start = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the thread has ended or is being stopped. */
  isOver = false;

  constructor() {
    this.#ready = new Promise((resolve) => {
      this.#announceReady = resolve;
    });
    this.#worker.unref();
    this.#worker.on('message', (answer: WorkerAnswer) => this.#receive(answer));
    this.#worker.on('error', (error) => this.#end(outcomeOfCrash(error)));
    this.#worker.on('exit', () => this.#end({ kind: 'failed', reason: 'the thread has ended' }));
  }

  perform(work: BoundedWork, milliseconds: number, report: Report): void {
    this.#report = report;
    this.#worker.ref();
    void this.#begin(work, milliseconds);
  }

  /** The time limit holds for the work alone, not for the start of the thread. */
  async #begin(work: BoundedWork, milliseconds: number): Promise<void> {
    const thread = await this.#ready;
    if (this.isOver) return;
    this.#start = performance.now();
    const enough = processorTime(thread) + milliseconds / 2;
    this.#stopAfter(milliseconds, () => processorTime(thread) >= enough, maxPatience);
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      this.#worker.postMessage(work);
    } catch (error) {
      this.#settle({ kind: 'failed', reason: messageOf(error) });
    }
  }

  /** Waits on while the machine is too busy with other things to give the thread its time. */
  #stopAfter(milliseconds: number, hadItsTime: () => boolean, patience: number): void {
    this.#timer = setTimeout(() => {
      if (hadItsTime() || patience <= 1) this.#end({ kind: 'too-long' });
      else this.#stopAfter(milliseconds, hadItsTime, patience - 1);
    }, milliseconds);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    clearTimeout(this.#timer);
    this.#report = undefined;
    await this.#worker.terminate();
  }

  #receive(answer: WorkerAnswer): void {
    if (answer.kind === 'ready') this.#announceReady(answer.thread);
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
    report?.(outcome, performance.now() - this.#start);
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
