import { parentPort } from 'node:worker_threads';
import { currentThread } from './processor-time.ts';

/** The messages of a thread: `ready` once it can accept work, then one answer per piece of work. */
export type ThreadMessage<Result> =
  /** With its thread number, see `currentThread`. */
  | { readonly kind: 'ready'; readonly thread: number | undefined }
  | { readonly kind: 'done'; readonly result: Result }
  /** The work threw. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** Turns the calling thread into one that runs the work it receives, one piece at a time, until it is terminated. */
export function serveWork<Work, Result>(perform: (work: Work) => Result): void {
  parentPort?.on('message', (work: Work) => post(answerTo(work, perform)));
  post({ kind: 'ready', thread: currentThread() });
}

function answerTo<Work, Result>(work: Work, perform: (work: Work) => Result): ThreadMessage<Result> {
  try {
    return { kind: 'done', result: perform(work) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function post(message: ThreadMessage<unknown>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
