/** The body of the thread that `WorkerBoundedEngine` starts: answers each piece of work with a `WorkerAnswer`. */
import { parentPort } from 'node:worker_threads';
import { type BoundedWork, failureOf, performWork } from './bounded-work.ts';

/** `ready` comes once, when the thread can take work; afterwards one answer for each piece. */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly messages: readonly string[] }
  | { readonly kind: 'failed'; readonly reason: string };

parentPort?.on('message', (work: BoundedWork) => answer(answerOf(work)));
answer({ kind: 'ready' });

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
