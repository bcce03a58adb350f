/** The body of the thread that `BoundedThread` starts: answers each piece of work with a `WorkerAnswer`. */
import { parentPort } from 'node:worker_threads';
import { type BoundedWork, failureOf, performWork } from '../language/patterns/bounded-work.ts';
import { currentThread } from './processor-time.ts';

/** `ready` comes once, when the thread can take work, with its number (`currentThread`); afterwards one answer for each piece. */
export type WorkerAnswer =
  | { readonly kind: 'ready'; readonly thread: number | undefined }
  | { readonly kind: 'done'; readonly messages: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

parentPort?.on('message', (work: BoundedWork) => answer(answerOf(work)));
answer({ kind: 'ready', thread: currentThread() });

function answer(message: WorkerAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

function answerOf(work: BoundedWork): WorkerAnswer {
  try {
    return { kind: 'done', messages: performWork(work) };
  } catch (error) {
    return { kind: 'failed', reason: failureOf(error) };
  }
}
