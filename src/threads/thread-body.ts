import { parentPort } from 'node:worker_threads';
import { currentThread } from './processor-time.ts';

/** What a thread tells the one that started it: `ready` once, when it can take work, then one answer for each piece. */
export type ThreadMessage<Result> =
  /** With its number, as `currentThread` says. */
  | { readonly kind: 'ready'; readonly thread: number | undefined }
  | { readonly kind: 'done'; readonly result: Result }
  /** The work threw. */
  | { readonly kind: 'failed'; readonly error: unknown };

/** Turns the thread that calls it into one that does the work it is sent, one piece at a time, until it is ended. */
export function serveWork<Work, Result>(perform: (work: Work) => Result): void {
  parentPort?.on('message', (work: Work) => tell(answerTo(work, perform)));
  tell({ kind: 'ready', thread: currentThread() });
}

function answerTo<Work, Result>(work: Work, perform: (work: Work) => Result): ThreadMessage<Result> {
  try {
    return { kind: 'done', result: perform(work) };
  } catch (error) {
    return { kind: 'failed', error };
  }
}

function tell(message: ThreadMessage<unknown>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}
