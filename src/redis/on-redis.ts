import { AppError } from '../problem/app-error.ts';

/**
 * Runs a step on Redis and turns the loss of Redis into an error that a client can understand. A reply of Redis that
 * reports a mistake of ours stays what it is: a defect.
 */
export async function onRedis<Value>(step: () => Promise<Value>): Promise<Value> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof Error) || !isOutage(error)) throw error;
    throw new AppError(
      'store-unavailable',
      'The store of flows cannot be reached at the moment. A change that was just sent may have been stored or not: read it back before sending it again.',
      {},
      { cause: error },
    );
  }
}

/** Replies of a Redis that is there but cannot serve now: still loading, without a writable master, out of memory. */
const temporaryReplies = /^(LOADING|MASTERDOWN|READONLY|CLUSTERDOWN|TRYAGAIN|BUSY|OOM|MISCONF|NOREPLICAS|NOAUTH|WRONGPASS|NOPERM)\b/;

function isOutage(error: Error): boolean {
  if (error.name !== 'ReplyError') return true;
  // A transaction says only that it was given up; why, is told by its commands.
  const replies: readonly unknown[] = 'previousErrors' in error && Array.isArray(error.previousErrors) ? error.previousErrors : [error];
  return replies.some((reply) => reply instanceof Error && temporaryReplies.test(reply.message));
}
